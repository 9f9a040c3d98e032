import { customFetch, refreshTokens } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { SignInEvent, UserEvent } from '../../../src/model/events.js'
import type { Provider } from '../../../src/model/provider.js'
import type { TokenSet } from '../../../src/model/records.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, secret, type App } from '../../support/apps/app.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import type { ExpectedUser, Fixture, Wanted } from './fixture.js'
import { clientId, clientSecret, openService, type Behaviour, type Service } from './service.js'

/** Makes a provider from what its factory is given. */
export type Factory = (options: object) => unknown

/** One sign-in at a service. */
export interface Visit {
  readonly app: App
  readonly browser: Browser
  readonly service: Service
  /** Where the browser was sent to. */
  readonly location: string
  /** What our callback answered. */
  readonly response: Response
  /** The user who signed in. Undefined if none did. */
  readonly user: Required<ExpectedUser> | undefined
}

/** What is special about a visit. */
export interface VisitOptions extends Behaviour {
  /** What comes back on the callback URL in place of a code. */
  readonly params?: Wanted
  /** What the application keeps its users in. Default: a memory of its own. */
  readonly adapter?: Adapter
}

/** Signs in through the public door: the button, the service, the callback. */
export async function signInAtService(
  factory: Factory,
  fixture: Fixture,
  { params, adapter = memoryAdapter(), ...behaviour }: VisitOptions = {},
): Promise<Visit> {
  const service = openService(fixture, behaviour)
  const provider = makeProvider(factory, fixture, service)
  const events: { created?: UserEvent; signedIn?: SignInEvent } = {}
  const app = makeApp({
    providers: [provider],
    adapter,
    events: {
      createUser: (message) => void (events.created = message),
      signIn: (message) => void (events.signedIn = message),
    },
  })
  const browser = app.browser()
  const location = await start(browser, { id: provider.id })
  const response = await comeBack(browser, service.answer(location, params))
  return { app, browser, service, location, response, user: describeUser(events) }
}

/** New tokens for old ones. */
export interface Renewal {
  readonly service: Service
  readonly tokens: TokenSet
}

/** Refreshes the tokens of an account through the public door. */
export async function renew(factory: Factory, fixture: Fixture): Promise<Renewal> {
  const service = openService(fixture)
  const provider = makeProvider(factory, fixture, service)
  const old = { access_token: 'old-access-token', refresh_token: 'refresh-1' }
  const account = { ...old, ...fixture.refresh?.kept, provider: provider.id }
  const tokens = await refreshTokens({ providers: [provider], secret }, account)
  return { service, tokens }
}

function makeProvider(
  factory: Factory,
  { options }: Fixture,
  { fetch }: Service,
): Provider & { id: string } {
  const given = { clientId, clientSecret, [customFetch]: fetch, ...options }
  return factory(given) as Provider & { id: string }
}

function describeUser({
  created,
  signedIn,
}: {
  readonly created?: UserEvent
  readonly signedIn?: SignInEvent
}): Required<ExpectedUser> | undefined {
  if (!created || !signedIn) return undefined
  const { name, email, image } = created.user
  return complete({
    id: signedIn.account?.providerAccountId ?? '',
    name: name ?? null,
    ...(email && { email }),
    ...(image && { image }),
    verified: Reflect.get(created.user, 'emailVerified') instanceof Date,
  })
}

/** A user with every member there. */
export function complete(user: ExpectedUser): Required<ExpectedUser> {
  const { id, name = null, email = '', image = '', verified = false } = user
  return { id, name, email, image, verified }
}

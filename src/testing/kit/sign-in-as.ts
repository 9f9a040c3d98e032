import { setEnvDefaults } from '../../config/env.js'
import type { ResolvedProvider } from '../../config/providers.js'
import { resolveConfig, withRuntime } from '../../config/resolve.js'
import type { ResolvedConfig } from '../../config/resolved-config.js'
import { createRuntime } from '../../config/runtime.js'
import { openContext, type SignInContext } from '../../context/context.js'
import { AccessDenied, InvalidProvider, MisdirectedRequest } from '../../errors/request-errors.js'
import { completeSignIn } from '../../flows/complete-sign-in.js'
import { withCookies, type Cookie } from '../../http/cookie.js'
import type { AuthConfig } from '../../model/config.js'
import type { Account, DefaultSession, Profile, Session, User } from '../../model/records.js'
import { twoFactors } from '../../session/authentication.js'
import { placeOf } from '../../session/place.js'
import { environment } from '#testing-platform'
import { toStorageState, type StorageState } from './storage-state.js'
import { storeUser, type TestUser } from './test-user.js'

/** The options of {@link signInAs}. */
export interface SignInAsOptions {
  /**
   * The origin of your app, such as `https://app.example`. It decides the host of the cookies, and
   * whether they are secure. Default: the config's `origin`, otherwise `http://localhost`.
   */
  readonly origin?: string | undefined
  /** Id of the provider that the user signs in with. Default: the first one in the config. */
  readonly provider?: string | undefined
  /**
   * When the session expires. A date in the past gives an expired session. Default: after
   * `session.maxAge`, which is also the latest date.
   */
  readonly expires?: Date | undefined
  /** Fields of the account that callbacks receive and the adapter stores, such as tokens. */
  readonly account?: Partial<Account> | undefined
  /** The provider's profile that callbacks receive. Default: none. */
  readonly profile?: Profile | undefined
  /**
   * How the user proved their identity, as RFC 8176 names the methods. Default: none, or `['mfa']` if
   * the config has `secondFactor`, so that the test needs no code.
   */
  readonly amr?: readonly string[] | undefined
  /** Allows the call in a process with `NODE_ENV=production`. Default: false. */
  readonly allowInProduction?: boolean | undefined
}

/** A signed-in user, and the cookies of the user's browser. */
export interface SignedInUser {
  /** The user with the id that it has in the database. */
  readonly user: User
  /** The value of a `Cookie` header. */
  readonly cookie: string
  /** The cookies with their attributes, as `serializeCookie` of `latchkey/core` takes them. */
  readonly cookies: readonly Cookie[]
  /** For the option `storageState` of a Playwright browser context. */
  readonly storageState: StorageState
}

/**
 * Signs a user in without a provider's pages, for tests.
 *
 * Everything after the provider runs as in a real sign-in: the `signIn` and `jwt` callbacks, the
 * events, and with an adapter the rows of the user, the account and the session. Options that the
 * config does not set are read from the environment, as `setEnvDefaults` does. Rejects if the
 * config is invalid, a callback refuses the user, or `NODE_ENV` is `production`.
 *
 * @example
 * ```ts
 * import { readSession, type AuthConfig } from 'latchkey/core'
 * import { signInAs } from 'latchkey/testing'
 *
 * declare const config: AuthConfig
 *
 * const { cookie } = await signInAs(config, { id: 'ada', name: 'Ada' })
 * const request = new Request('http://localhost/', { headers: { cookie } })
 * const { data: session } = await readSession(request, config)
 * ```
 */
export async function signInAs<S extends DefaultSession = Session>(
  config: AuthConfig<S>,
  user: TestUser,
  options: SignInAsOptions = {},
): Promise<SignedInUser> {
  requireTest(options)
  const ctx = openTestContext(config, options)
  const account = describeAccount(ctx, user, options)
  const given = { ...user, id: user.id ?? account.providerAccountId }
  let signedIn: User = given
  const { profile } = options
  const { to } = await completeSignIn(ctx, {
    user: given,
    account,
    profile,
    resolveUser: async () => {
      const stored = await storeUser(ctx, given, account)
      signedIn = stored.user
      return { ...stored, evidence: undefined }
    },
    // A test has no second factor at hand.
    amr: options.amr ?? (ctx.config.secondFactor ? [twoFactors] : []),
    start: { at: ctx.startedAt, refusal: (message) => new AccessDenied(message) },
    callbackUrl: undefined,
  })
  const cookies = ctx.jar.changes().filter(({ value }) => value !== '')
  requireSession(ctx, cookies, to)
  return {
    user: signedIn,
    cookie: withCookies('', cookies),
    cookies,
    storageState: toStorageState(cookies, ctx.origin, ctx.now),
  }
}

/** The caller proves no identity here, so a route of a deployed app must not reach this call. */
function requireTest({ allowInProduction }: SignInAsOptions): void {
  if (environment.get('NODE_ENV') !== 'production' || allowInProduction === true) return
  throw new Error(
    '`signInAs` signs a user in without a password, and NODE_ENV is "production". Call it in tests only. If this is a test, set NODE_ENV=test or pass `allowInProduction: true`.',
  )
}

function openTestContext<S extends DefaultSession>(
  given: AuthConfig<S>,
  { origin, expires }: SignInAsOptions,
): SignInContext {
  const copy = { ...given }
  setEnvDefaults(environment, copy)
  const now = requireConfig(copy)
  const config = expires
    ? requireConfig(withRuntime(copy, createRuntime(atExpiry(now, expires))))
    : now
  const [first] = config.originPolicy.origins
  const url = new URL(origin ?? first ?? 'http://localhost')
  const ctx = openContext(new Request(url), config)
  skipPurge(ctx)
  if (ctx.origin === url.origin) return ctx
  throw new MisdirectedRequest(
    `Expected \`origin\` to be an origin of the config, which is ${ctx.origin}, got ${url.origin}.`,
  )
}

/** A purge runs after the sign-in, when a test may have closed its database. */
function skipPurge(ctx: SignInContext): void {
  const { store } = ctx.config
  store?.memory.purges.set(placeOf(ctx, store), ctx.now)
}

function requireConfig<S extends DefaultSession>(given: AuthConfig<S>): ResolvedConfig {
  const { config, mistake } = resolveConfig(given)
  if (!config) throw mistake
  return config
}

/** A session that expires then began `maxAge` earlier, so the clock is set to that moment. */
function atExpiry(
  { session, jwt, runtime }: ResolvedConfig,
  expires: Date,
): { clock: () => number } {
  const maxAge = session.strategy === 'jwt' ? Math.min(session.maxAge, jwt.maxAge) : session.maxAge
  const began = expires.getTime() - maxAge * 1000
  if (began <= runtime.clock()) return { clock: () => began }
  throw new RangeError(
    `Expected \`expires\` to be at most ${maxAge} seconds from now, because \`session.maxAge\` ends the session then.`,
  )
}

function describeAccount(
  { config }: SignInContext,
  user: TestUser,
  { provider: id, account }: SignInAsOptions,
): Account {
  const provider = findProvider(config, id)
  const { type } = provider
  const ownId = type === 'email' ? user.email : (user.id ?? user.email)
  const providerAccountId = ownId ?? crypto.randomUUID()
  return { providerAccountId, ...account, provider: provider.id, type }
}

function findProvider(
  { providers }: ResolvedConfig,
  id: string | undefined,
): Pick<ResolvedProvider, 'id' | 'type'> {
  const found = id === undefined ? [...providers.values()][0] : providers.get(id)
  if (found) return found
  if (id === undefined) return { id: 'credentials', type: 'credentials' }
  const ids = [...providers.keys()].map((known) => `"${known}"`).join(', ')
  throw new InvalidProvider(`There is no provider "${id}". The config has ${ids || 'none'}.`)
}

/** A `signIn` callback may redirect instead of refusing. A test must not continue without a user. */
function requireSession(
  { cookies: { sessionToken } }: SignInContext,
  set: readonly Cookie[],
  location: string,
): void {
  if (set.some(({ name }) => name.startsWith(sessionToken.name))) return
  throw new AccessDenied(
    `The \`signIn\` callback redirected to ${location} instead of allowing the sign-in.`,
  )
}

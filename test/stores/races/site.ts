import {
  customFetch,
  readSession,
  signOut,
  skipCSRFCheck,
  unlinkAccount,
  type AuthConfig,
} from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { authenticatorApp } from '../../../src/factors.js'
import Password from '../../../src/providers/password.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { secret, sessionCookie } from '../../support/apps/app.js'

/** Who signs in, as the provider describes them. */
export interface Person {
  readonly sub: string
  readonly email: string
  readonly email_verified: boolean
}

export type ProviderId = 'one' | 'two'

/** Names and values. */
export type Cookies = readonly (readonly [name: string, value: string])[]

/** What a process does in a race, through the public door. */
export type Action =
  | {
      readonly kind: 'sign-in'
      readonly person: Person
      readonly at: ProviderId
      /** The session that asks to link the account. */
      readonly linkTo?: string
    }
  | { readonly kind: 'prove'; readonly email: string }
  | { readonly kind: 'sign-out-everywhere'; readonly cookie: string }
  | {
      /** Posts a form of an app with passwords and second factors. */
      readonly kind: 'post'
      readonly route: string
      readonly cookies: Cookies
      readonly fields: Readonly<Record<string, string>>
    }
  | {
      readonly kind: 'unlink'
      readonly cookie: string
      readonly account: { readonly provider: ProviderId; readonly providerAccountId: string }
    }

/** What an action came to. */
export interface Landing {
  /** Type of the error; undefined when the action was done. */
  readonly error: string | undefined
  /** The session cookie that the browser has. */
  readonly cookie: string | undefined
  /** Names of the events that the app was told. */
  readonly events: readonly string[]
}

/** The app, as one process serves it. */
export interface Site {
  /** Does everything that comes before the decisive request. What it returns sends that request. */
  prepare(action: Action): Promise<() => Promise<Landing>>
  /** The id of the user whom a cookie signs in; undefined when it signs in no one. */
  readUserId(cookie: string | undefined): Promise<string | undefined>
}

export const origin = 'https://app.test'

/** Serves one action at a time: the events that the app is told are those of the last one. */
export function openSite(adapter: Adapter): Site {
  let events: string[] = []
  let mailed = ''
  const tell = (event: string): void => void events.push(event)
  const config = configOf(adapter, tell)
  // With an e-mail provider every address is a way to sign in, and no account is the last one.
  const withMail = {
    ...config,
    providers: [...config.providers, mailProvider((url) => (mailed = url))],
  }

  const prepareSignIn = async ({ person, at, linkTo }: Extract<Action, { kind: 'sign-in' }>) => {
    const browser = openBrowser(config, origin)
    if (linkTo !== undefined) browser.plant(sessionCookie, linkTo)
    const body = new URLSearchParams(linkTo === undefined ? {} : { link: 'true' })
    const started = await browser.fetch(`/auth/signin/${at}`, { method: 'POST', body })
    const { searchParams } = new URL(started.headers.get('location') ?? '')
    const callback = new URL(searchParams.get('redirect_uri') ?? '')
    callback.searchParams.set('code', encodePerson(person))
    const state = searchParams.get('state')
    if (state !== null) callback.searchParams.set('state', state)
    const headers = { 'sec-fetch-site': 'cross-site', 'sec-fetch-mode': 'navigate' }
    return async () => landingOf(browser, await browser.send(callback.href, { headers }))
  }

  const prepareProof = async ({ email }: Extract<Action, { kind: 'prove' }>) => {
    const browser = openBrowser(withMail, origin)
    const body = new URLSearchParams({ email })
    await browser.fetch('/auth/signin/mail', { method: 'POST', body })
    const { search, href } = new URL(mailed)
    const page = href.slice(0, -search.length)
    const redeem = { method: 'POST', body: new URLSearchParams(search) }
    return async () => landingOf(browser, await browser.fetch(page, redeem))
  }

  const factorConfig = factorConfigOf(adapter, tell)
  const preparePost = async ({ route, cookies, fields }: Extract<Action, { kind: 'post' }>) => {
    const browser = openBrowser(factorConfig, origin)
    for (const [name, value] of cookies) browser.plant(name, value)
    const form = { method: 'POST', body: new URLSearchParams(fields) }
    return async () => landingOf(browser, await browser.fetch(`/auth/${route}`, form))
  }

  const prepareSignOut =
    async ({ cookie }: Extract<Action, { kind: 'sign-out-everywhere' }>) =>
    async (): Promise<Landing> => {
      const { data } = await signOut(requestWith(cookie), config, { everywhere: true })
      return { error: data.ok ? undefined : data.error.type, cookie, events }
    }

  const landingOf = (browser: Browser, response: Response): Landing => {
    const { searchParams } = new URL(response.headers.get('location') ?? '/', origin)
    const refusal = searchParams.get('error') ?? undefined
    const error = response.status >= 400 ? String(response.status) : refusal
    return { error, cookie: browser.cookie(sessionCookie), events }
  }

  return {
    prepare: async (action) => {
      events = []
      if (action.kind === 'sign-in') return prepareSignIn(action)
      if (action.kind === 'prove') return prepareProof(action)
      if (action.kind === 'post') return preparePost(action)
      if (action.kind === 'sign-out-everywhere') return prepareSignOut(action)
      const { cookie, account } = action
      return async () => {
        const error = await typeOfRefusal(async () =>
          unlinkAccount(requestWith(cookie), config, account),
        )
        return { error, cookie, events }
      }
    },
    readUserId: async (cookie) => {
      if (cookie === undefined) return undefined
      const { data } = await readSession(requestWith(cookie), config)
      return data === null ? undefined : String((data as { userId?: unknown }).userId)
    },
  }
}

async function typeOfRefusal(call: () => Promise<boolean>): Promise<string | undefined> {
  try {
    return (await call()) ? undefined : 'unknown account'
  } catch (thrown) {
    return (thrown as { type?: string }).type ?? String(thrown)
  }
}

/** An app with two OAuth services and sessions in a database. */
export function configOf(adapter: Adapter, tell: (event: string) => void): AuthConfig {
  return {
    secret,
    trustHost: true,
    skipCSRFCheck,
    limits: false,
    adapter,
    session: { strategy: 'database' },
    providers: [serviceOf('one'), serviceOf('two')],
    events: { createUser: () => tell('createUser'), linkAccount: () => tell('linkAccount') },
    callbacks: { session: ({ session, user }) => ({ ...session, userId: user.id }) },
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  }
}

/** The same app with passwords and second factors. */
export function factorConfigOf(adapter: Adapter, tell: (event: string) => void): AuthConfig {
  const config = configOf(adapter, tell)
  const passwords = Password({ hasher: { scheme: 'scrypt', ln: 4 }, blocklist: false })
  return {
    ...config,
    providers: [...config.providers, passwords],
    secondFactor: { methods: [authenticatorApp()], rememberDevice: true },
  }
}

/** An OAuth service whose code, and then its access token, says who signs in. */
function serviceOf(id: ProviderId): AuthConfig['providers'][number] {
  return {
    id,
    name: id,
    type: 'oauth',
    clientId: 'client',
    clientSecret: 'client-secret',
    authorization: `https://${id}.test/authorize`,
    token: `https://${id}.test/token`,
    userinfo: `https://${id}.test/userinfo`,
    [customFetch]: async (...given: Parameters<typeof fetch>) => {
      const request = new Request(...given)
      if (request.url.endsWith('/userinfo')) {
        const [, token = ''] = (request.headers.get('authorization') ?? '').split(' ')
        return Response.json(decodePerson(token))
      }
      const code = new URLSearchParams(await request.text()).get('code')
      return Response.json({ access_token: code, token_type: 'bearer' })
    },
  }
}

function mailProvider(post: (url: string) => void): AuthConfig['providers'][number] {
  return {
    id: 'mail',
    name: 'Mail',
    type: 'email',
    sendVerificationRequest: ({ url }) => post(url),
  }
}

/** Returns the code with which a service of `configOf` signs a person in. */
export function encodePerson(person: Person): string {
  return Buffer.from(JSON.stringify(person)).toString('base64url')
}

function decodePerson(code: string): unknown {
  return JSON.parse(Buffer.from(code, 'base64url').toString())
}

function requestWith(cookie: string): Request {
  return new Request(`${origin}/page`, {
    method: 'POST',
    headers: { cookie: `${sessionCookie}=${cookie}`, origin, 'sec-fetch-site': 'same-origin' },
  })
}

import { describe, expect, it } from 'vitest'
import type {
  JWTCallbackParams,
  SessionCallbackParams,
  SignInCallbackParams,
} from '../../../src/model/callbacks.js'
import { updateSession } from '../../../src/core.js'
import {
  enterAnew,
  enter,
  makeAccountsApp,
  verifiedClaims,
  requestFrom,
} from '../../support/apps/accounts-app.js'
import { address, askForMail, mailTo, makeMailApp } from '../../support/apps/mail-app.js'
import { ada, login, makeApp } from '../../support/apps/app.js'
import {
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  signIn as signInAt,
} from '../../support/oauth/sign-in.js'
import { makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

describe('Callbacks', () => {
  it('are all optional', async () => {
    const browser = makeApp({ callbacks: {} }).browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })

  it('may all be async', async () => {
    const ran: string[] = []
    const app = makeApp({
      callbacks: {
        jwt: async ({ token }) => (ran.push('jwt'), token),
        redirect: async ({ url }) => (ran.push('redirect'), url),
        session: async ({ session }) => (ran.push('session'), session),
        signIn: async () => ran.push('signIn') > 0,
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    expect([...new Set(ran)].toSorted()).toEqual(['jwt', 'redirect', 'session', 'signIn'])
  })
})

describe('jwt(params) => JWT or null', () => {
  it('runs when a token is created and whenever a session is accessed', async () => {
    let runs = 0
    const browser = makeApp({ callbacks: { jwt: ({ token }) => (runs++, token) } }).browser()
    await browser.signIn(login)
    expect(runs).toBe(1)
    await browser.session()
    expect(runs).toBe(2)
  })

  it('what it returns is saved and forwarded to the `session` callback, and kept from the frontend', async () => {
    const seen: unknown[] = []
    const app = makeApp({
      callbacks: {
        jwt: ({ token, trigger }) => (trigger ? { ...token, role: 'admin' } : token),
        session: ({ session, token }) => (seen.push(token['role']), session),
      },
    })
    const browser = app.browser()
    await browser.signIn(login)
    expect(JSON.stringify(await browser.session())).not.toContain('admin')
    expect(seen).toContain('admin')
  })

  it('`null` ends the session', async () => {
    const jwt = ({ token, trigger }: JWTCallbackParams) => (trigger ? token : null)
    const browser = makeApp({ callbacks: { jwt } }).browser()
    await browser.signIn(login)
    expect(await browser.session()).toBeNull()
  })

  it('at a sign-in it is given a subset token, user, account, profile and trigger', async () => {
    const seen: JWTCallbackParams[] = []
    const jwt = (params: JWTCallbackParams) => (seen.push(params), params.token)
    const app = await makeAccountsApp({ session: { strategy: 'jwt' }, callbacks: { jwt } })
    await enterAnew(app)
    await enterAnew(app)
    expect(seen.map(({ trigger }) => trigger).filter(Boolean)).toEqual(['signUp', 'signIn'])
    expect(seen[0]).toMatchObject({
      token: { name: 'Ada', email: 'ada@example.test', image: verifiedClaims['picture'] },
      user: { email: 'ada@example.test' },
      account: { provider: 'op', access_token: expect.any(String) as string },
      profile: { sub: 'subject-1' },
      isNewUser: true,
    })
  })

  it('`user`, `account`, `profile` and `trigger` are there at a sign-in only, and then the token is full', async () => {
    const seen: JWTCallbackParams[] = []
    const jwt = (params: JWTCallbackParams) => {
      seen.push(params)
      return { ...params.token, role: 'admin' }
    }
    const browser = makeApp({ callbacks: { jwt } }).browser()
    await browser.signIn(login)
    await browser.session()
    const { token, ...others } = seen.at(-1) ?? {}
    expect(token).toMatchObject({ sub: ada.id, role: 'admin', iat: expect.any(Number) as number })
    expect(Object.values(others).filter((value) => value !== undefined)).toEqual([])
  })

  it('with OAuth the `profile` is the user info, with OpenID Connect the decoded ID token', async () => {
    for (const [make, marker] of [
      [oauth, undefined],
      [oidc, 'https://op.test'],
    ] as const) {
      const seen: JWTCallbackParams[] = []
      const jwt = (params: JWTCallbackParams) => (seen.push(params), params.token)
      const fake = await makeProvider()
      await signInAt(makeOAuthApp([make(fake)], { callbacks: { jwt } }).browser(), fake)
      expect([seen[0]?.profile?.sub, seen[0]?.profile?.['iss']]).toEqual(['subject-1', marker])
    }
  })

  it('`isNewUser` says whether the user was created', async () => {
    const seen: JWTCallbackParams[] = []
    const jwt = (params: JWTCallbackParams) => (seen.push(params), params.token)
    const app = await makeAccountsApp({ session: { strategy: 'jwt' }, callbacks: { jwt } })
    await enterAnew(app)
    await enterAnew(app)
    expect(seen.map(({ isNewUser }) => isNewUser ?? false)).toEqual([true, false])
  })

  it('on an update it is given the full token, `trigger: "update"` and what the client sent', async () => {
    const seen: JWTCallbackParams[] = []
    const jwt = (params: JWTCallbackParams) => (seen.push(params), params.token)
    const app = makeApp({ callbacks: { jwt } })
    const browser = app.browser()
    await browser.signIn(login)
    await updateSession(requestFrom(browser), app.config, { name: 'Bob' })
    expect(seen.at(-1)).toMatchObject({
      trigger: 'update',
      session: { name: 'Bob' },
      token: { sub: ada.id },
    })
  })
})

describe('redirect(params) => string', () => {
  it('runs at sign-in and sign-out with the `url` of the client and the `baseUrl`', async () => {
    const seen: unknown[] = []
    const redirect = (params: { url: string; baseUrl: string }) => (seen.push(params), params.url)
    const browser = makeApp({ callbacks: { redirect } }).browser()
    await browser.signIn(login, '/a')
    await browser.signOut()
    expect(seen).toContainEqual({ url: 'https://app.test/a', baseUrl: 'https://app.test' })
    expect(seen.at(-1)).toMatchObject({ baseUrl: 'https://app.test' })
  })

  it('by default only URLs on the same host are allowed', async () => {
    for (const [wanted, target] of [
      ['/a', 'https://app.test/a'],
      ['https://app.test/b', 'https://app.test/b'],
      ['https://evil.test/', 'https://app.test/'],
    ] as const) {
      const { response } = await makeApp().browser().signIn(login, wanted)
      expect(response.headers.get('location')).toBe(target)
    }
  })

  it('may allow more', async () => {
    const callbacks = { redirect: () => 'https://partner.test/' }
    const { response } = await makeApp({ callbacks }).browser().signIn(login)
    expect(response.headers.get('location')).toBe('https://partner.test/')
  })
})

describe('session(params) => Session', () => {
  it('by default only `email`, `name` and `image` are returned', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    expect((await browser.session())?.user).toEqual({
      name: ada.name,
      email: ada.email,
      image: ada.image,
    })
  })

  it('what it returns is exposed to the client', async () => {
    const session = ({ session: given }: SessionCallbackParams) => ({ ...given, plan: 'paid' })
    const browser = makeApp({ callbacks: { session } }).browser()
    await browser.signIn(login)
    expect(await browser.session()).toMatchObject({ plan: 'paid' })
  })

  it('is given `session` and `token` with `jwt`, `session` and `user` with `database`', async () => {
    for (const strategy of ['jwt', 'database'] as const) {
      const seen: SessionCallbackParams[] = []
      const session = (params: SessionCallbackParams) => (seen.push(params), params.session)
      const app = await makeAccountsApp({ session: { strategy }, callbacks: { session } })
      await (await enterAnew(app)).session()
      const keys = Object.keys(seen[0] ?? {}).toSorted()
      expect(keys).toEqual(strategy === 'jwt' ? ['session', 'token'] : ['session', 'user'])
    }
  })

  it.each(['jwt', 'database'] as const)(
    'is given `newSession` and `trigger` on an update with %s',
    async (strategy) => {
      const seen: SessionCallbackParams[] = []
      const session = (params: SessionCallbackParams) => (seen.push(params), params.session)
      const app = await makeAccountsApp({ session: { strategy }, callbacks: { session } })
      const browser = await enterAnew(app)
      await updateSession(requestFrom(browser), app.config, { a: 1 })
      expect(seen.at(-1)).toMatchObject({ newSession: { a: 1 }, trigger: 'update' })
    },
  )
})

describe('signIn(params) => string or boolean', () => {
  async function locationWith(answer: () => boolean | string): Promise<string | null> {
    const { response } = await makeApp({ callbacks: { signIn: answer } })
      .browser()
      .signIn(login, '/a')
    return response.headers.get('location')
  }

  it('is given user, account and profile for OAuth', async () => {
    const seen: SignInCallbackParams[] = []
    const signIn = (params: SignInCallbackParams) => seen.push(params) > 0
    const app = await makeAccountsApp({ callbacks: { signIn } })
    await enter(app, app.browser())
    expect(seen[0]).toMatchObject({
      user: { name: 'Ada' },
      account: { provider: 'op' },
      profile: { sub: 'subject-1' },
    })
  })

  it('is given the credentials for the credentials provider', async () => {
    const seen: SignInCallbackParams[] = []
    const signIn = (params: SignInCallbackParams) => seen.push(params) > 0
    await makeApp({ callbacks: { signIn } }).browser().signIn(login)
    expect(seen[0]?.credentials).toMatchObject(login)
  })

  it('is given user, account and `email` for the e-mail provider', async () => {
    const app = makeMailApp()
    await mailTo(app, app.browser())
    expect(app.asked[0]).toMatchObject({
      user: { email: address },
      account: { provider: 'mail', type: 'email' },
      email: { verificationRequest: true },
    })
    expect([app.asked[0]?.profile, app.asked[0]?.credentials]).toEqual([undefined, undefined])
  })

  it('is given user and account for WebAuthn', async () => {
    const seen: SignInCallbackParams[] = []
    const signIn = (params: SignInCallbackParams) => seen.push(params) > 0
    const app = makePasskeyApp({ callbacks: { signIn } })
    await register(app.browser(), new SoftwareAuthenticator(), { email: address })
    expect(seen[0]).toMatchObject({
      user: { email: address },
      account: { provider: 'passkey', type: 'webauthn' },
    })
    expect([seen[0]?.profile, seen[0]?.credentials, seen[0]?.email]).toEqual([
      undefined,
      undefined,
      undefined,
    ])
  })

  it('can refuse an address before a mail is sent', async () => {
    const app = makeMailApp({ callbacks: { signIn: ({ email }) => !email?.verificationRequest } })
    await askForMail(app.browser(), address)
    expect(app.sent).toEqual([])
  })

  it('`true` continues the flow', async () => {
    expect(await locationWith(() => true)).toBe('https://app.test/a')
  })

  it('`false` stops it and redirects to the error page', async () => {
    expect(await locationWith(() => false)).toBe('https://app.test/auth/error?error=AccessDenied')
  })

  it('a string redirects to that URL', async () => {
    expect(await locationWith(() => '/b')).toBe('https://app.test/b')
    expect(await locationWith(() => 'https://other.test/c')).toBe('https://other.test/c')
    expect(await locationWith(() => 'https://other.test//x')).toBe('https://other.test//x')
  })

  it('a thrown error stops it and redirects to the error page', async () => {
    expect(await locationWith(() => expect.fail('no'))).toBe(
      'https://app.test/auth/error?error=AccessDenied',
    )
  })
})

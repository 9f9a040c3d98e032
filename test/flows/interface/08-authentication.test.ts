import { describe, expect, it } from 'vitest'
import { setEnvDefaults, type AuthConfig } from '../../../src/core.js'
import { enter, errorOf, makeAccountsApp, verifiedClaims } from '../../support/apps/accounts-app.js'
import { ada, login, makeApp, olderSecret, secret, sessionCookie } from '../../support/apps/app.js'
import {
  address,
  askForMail,
  click,
  locationOf,
  mailTo,
  makeMailApp,
  paramOf,
  userOf,
} from '../../support/apps/mail-app.js'
import {
  makeOAuthApp,
  makeProvider,
  oauth,
  oidc,
  signIn,
  start,
} from '../../support/oauth/sign-in.js'
import { authenticate, begin, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

const strategies = ['jwt', 'database'] as const

describe('Authentication', () => {
  it.each([
    ['oauth', oauth],
    ['oidc', oidc],
  ])('users sign in with %s', async (_, provider) => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([provider(fake)]).browser()
    await signIn(browser, fake)
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
  })

  it.each(strategies)(
    'users sign up and sign in with a mailed link and %s sessions',
    async (strategy) => {
      const app = makeMailApp({ session: { strategy } })
      for (const isNewUser of [true, false]) {
        const browser = app.browser()
        await click(browser, await mailTo(app, browser))
        expect((await browser.session())?.user).toMatchObject({ email: address })
        expect(app.told.findLast(({ name }) => name === 'signIn')?.message.isNewUser ?? false).toBe(
          isNewUser,
        )
      }
    },
  )

  it('a mailed link proves the address', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    expect((await userOf(app))?.emailVerified).toBeInstanceOf(Date)
  })

  it('a request for a mail leads to the page that says so', async () => {
    const app = makeMailApp()
    const { response } = await askForMail(app.browser())
    expect(new URL(locationOf(response)).pathname).toBe('/auth/verify-request')
  })

  it('users sign in with credentials', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })

  it.each(strategies)(
    'users sign up and sign in with a passkey and %s sessions',
    async (strategy) => {
      const app = makePasskeyApp({ session: { strategy } })
      const authenticator = new SoftwareAuthenticator()
      await register(app.browser(), authenticator, { email: address })
      const browser = app.browser()
      await authenticate(browser, authenticator)
      expect((await browser.session())?.user).toMatchObject({ email: address })
    },
  )

  it('a passkey of another site or user does not sign the visitor in', async () => {
    const app = makePasskeyApp()
    await register(app.browser(), new SoftwareAuthenticator(), { email: address })
    const stranger = new SoftwareAuthenticator()
    await register(makePasskeyApp().browser(), stranger, { email: address })
    const browser = app.browser()
    await authenticate(browser, stranger)
    expect(await browser.session()).toBeNull()
  })

  it('passkeys need `experimental.enableWebAuthn`', async () => {
    const app = makePasskeyApp({ experimental: {} })
    expect((await begin(app.browser(), 'register', { email: address })).ok).toBe(false)
  })

  it('the user is sent to the `authorization` URL', async () => {
    const fake = await makeProvider()
    const url = new URL(await start(makeOAuthApp([oauth(fake)]).browser()))
    expect(url.origin + url.pathname).toBe(fake.address('authorization'))
  })

  it('the callback is protected by the checks', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oauth(fake)])
    const { redirectUri, params } = fake.authorize(await start(app.browser()))
    const stranger = app.browser()
    await stranger.send(`${redirectUri}?${params}`)
    expect(await stranger.session()).toBeNull()
  })

  it('OpenID Connect also allows `nonce`, which the ID token must repeat', async () => {
    const fake = await makeProvider()
    fake.misbehaviour = { claims: (claims) => ({ ...claims, nonce: 'another' }) }
    const browser = makeOAuthApp([oidc(fake, { checks: ['nonce'] })]).browser()
    await signIn(browser, fake)
    expect(await browser.session()).toBeNull()
  })

  it('an OpenID Connect provider may be configured by `wellKnown`', async () => {
    const fake = await makeProvider()
    const wellKnown = fake.address('discovery')
    const browser = makeOAuthApp([oidc(fake, { issuer: undefined, wellKnown })]).browser()
    await signIn(browser, fake)
    expect(await browser.session()).not.toBeNull()
  })

  it('an endpoint option overrides discovery', async () => {
    const authorization = 'https://op.test/authorization/mine'
    const fake = await makeProvider()
    const url = new URL(await start(makeOAuthApp([oidc(fake, { authorization })]).browser()))
    expect(url.origin + url.pathname).toBe(authorization)
  })

  it('with credentials the user comes from `authorize`', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    expect((await browser.session())?.user).toMatchObject({ name: ada.name, email: ada.email })
  })

  it('linking by e-mail address is off by default', async () => {
    const app = await makeAccountsApp()
    await enter(app, app.browser())
    const person = { ...verifiedClaims, sub: 'other' }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
  })

  it('linking by e-mail address is on with `allowDangerousEmailAccountLinking: true`', async () => {
    const app = await makeAccountsApp({ twoOptions: { allowDangerousEmailAccountLinking: true } })
    await enter(app, app.browser())
    const person = { ...verifiedClaims, sub: 'other' }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBeNull()
    expect(await app.store.countUsers()).toBe(1)
  })

  it('the `secret` hashes tokens: the database does not have the token of a mail', async () => {
    const app = makeMailApp()
    const link = await mailTo(app, app.browser())
    // The link has the token, the moment of its expiry and a signature.
    const [token = ''] = paramOf(link, 'token').split('.')
    expect(token).toMatch(/^\w{32,}$/)
    const [row, ...others] = app.rows
    expect(others).toEqual([])
    expect(row?.token).not.toContain(token)
    expect(link).not.toContain(row?.token)
  })

  it('the `secret` hashes tokens: under another secret the same token has another hash', async () => {
    const hashes = new Set<string | undefined>()
    for (const one of [secret, olderSecret]) {
      const mail = { generateVerificationToken: () => 'always-the-same' }
      const app = makeMailApp({ secret: one, mail })
      await mailTo(app, app.browser())
      hashes.add(app.rows[0]?.token)
    }
    expect([...hashes]).toEqual([expect.any(String), expect.any(String)])
  })

  it('the `secret` signs cookies: a CSRF cookie of another secret is refused', async () => {
    const before = makeApp({ secret: olderSecret }).browser()
    const csrfToken = await before.csrfToken()
    const name = '__Host-authjs.csrf-token'
    const cookie = before.cookie(name) ?? ''
    expect(cookie).not.toBe('')
    for (const [own, isAccepted] of [
      [secret, false],
      [olderSecret, true],
    ] as const) {
      const browser = makeApp({ secret: own }).browser()
      browser.plant(name, cookie)
      await browser.postJson('/auth/callback/credentials', { ...login, csrfToken })
      expect((await browser.session()) !== null).toBe(isAccepted)
    }
  })

  it('`AUTH_SECRET` gives the secret', () => {
    const config: AuthConfig = { providers: [] }
    setEnvDefaults({ get: (name) => (name === 'AUTH_SECRET' ? 'y'.repeat(40) : undefined) }, config)
    expect(config.secret).toEqual(['y'.repeat(40)])
  })

  it('a token under another secret is not a session', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const other = makeApp({ secret: 'an-0ther-Secret/of+sufficient=length_99' }).browser()
    other.plant(sessionCookie, browser.cookie(sessionCookie) ?? '')
    expect(await other.session()).toBeNull()
  })

  describe('the `signIn` callback can veto any sign-in:', () => {
    const callbacks = { signIn: () => false }

    it.each([
      ['oauth', oauth],
      ['oidc', oidc],
    ])('%s', async (_, provider) => {
      const fake = await makeProvider()
      const app = await makeAccountsApp({ callbacks, providers: [provider(fake)] })
      const browser = app.browser()
      expect(errorOf(await signIn(browser, fake))).toBe('AccessDenied')
      expect(await browser.session()).toBeNull()
      expect(await app.store.countUsers()).toBe(0)
    })

    it('credentials', async () => {
      const browser = makeApp({ callbacks }).browser()
      await browser.signIn(login)
      expect(await browser.session()).toBeNull()
    })

    it('e-mail, when the link is opened', async () => {
      const app = makeMailApp({
        callbacks: { signIn: ({ email }) => email?.verificationRequest === true },
      })
      const browser = app.browser()
      expect(errorOf(await click(browser, await mailTo(app, browser)))).toBe('AccessDenied')
      expect(await browser.session()).toBeNull()
      expect(await userOf(app)).toBeNull()
    })

    it('a passkey, at sign-up and at sign-in', async () => {
      let isAllowed = false
      const app = makePasskeyApp({ callbacks: { signIn: () => isAllowed } })
      const authenticator = new SoftwareAuthenticator()
      const refused = await register(app.browser(), authenticator, { email: address })
      expect(refused.url).toContain('error=AccessDenied')
      expect(await app.store.getUserByEmail?.(address)).toBeNull()
      isAllowed = true
      await register(app.browser(), authenticator, { email: address })
      isAllowed = false
      const browser = app.browser()
      expect((await authenticate(browser, authenticator)).url).toContain('error=AccessDenied')
      expect(await browser.session()).toBeNull()
    })
  })

  it('redirects stay on the host unless the `redirect` callback allows more', async () => {
    const wanted = 'https://other.test/'
    const { response } = await makeApp().browser().signIn(login, wanted)
    expect(response.headers.get('location')).toBe('https://app.test/')
    const callbacks = { redirect: ({ url }: { url: string }) => url }
    const { response: away } = await makeApp({ callbacks }).browser().signIn(login, wanted)
    expect(away.headers.get('location')).toBe(wanted)
  })
})

import { describe, expect, it } from 'vitest'
import { setEnvDefaults, type AuthConfig } from '../../src/core.js'
import { enter, errorOf, makeAccountsApp, proven } from '../accounts/accounts-app.js'
import { ada, login, makeApp, sessionCookie } from '../engine/app.js'
import { address, click, mailTo, makeMailApp } from '../email/mail-app.js'
import { makeOAuthApp, makeProvider, oauth, oidc, signIn, start } from '../oauth/sign-in.js'
import { authenticate, begin, makePasskeyApp, register } from '../webauthn/passkey-app.js'
import { SoftwareAuthenticator } from '../webauthn/software-authenticator.js'

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

  it('users sign in with a mailed link', async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    expect((await browser.session())?.user).toMatchObject({ email: address })
  })

  it('users sign in with credentials', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })

  it('users sign up and sign in with a passkey', async () => {
    const app = makePasskeyApp()
    const authenticator = new SoftwareAuthenticator()
    await register(app.browser(), authenticator, { email: address })
    const browser = app.browser()
    await authenticate(browser, authenticator)
    expect((await browser.session())?.user).toMatchObject({ email: address })
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
    const person = { ...proven, sub: 'other' }
    const response = await enter(app, app.browser(), { id: 'two', person })
    expect(errorOf(response)).toBe('OAuthAccountNotLinked')
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

  it('the `signIn` callback can veto any sign-in', async () => {
    const app = await makeAccountsApp({ callbacks: { signIn: () => false } })
    expect(errorOf(await enter(app, app.browser()))).toBe('AccessDenied')
    expect(await app.store.countUsers()).toBe(0)
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

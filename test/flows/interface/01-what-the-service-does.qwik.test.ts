import { describe, expect, expectTypeOf, it } from 'vitest'
import { FrameworkAuthQrl, type FrameworkAuth$, routeAuthQrl } from '../../../src/qwik/index.js'
import type { AdapterSession } from '../../../src/model/adapter.js'
import type { CallbacksOptions } from '../../../src/model/callbacks.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import type { ProviderType } from '../../../src/model/provider.js'
import { enterAnew, makeAccountsApp } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { address, click, mailTo, makeMailApp } from '../../support/apps/mail-app.js'
import { login, makeApp, sessionCookie } from '../../support/apps/app.js'
import { makeOAuthApp, makeProvider, oauth, oidc, signIn } from '../../support/oauth/sign-in.js'
import { auth } from '../../unit/qwik/auth.js'
import { openSite } from '../../unit/qwik/site.js'
import { authenticate, makePasskeyApp, register } from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

/** Signs in through a provider of each type, and returns the browser. */
const signInWith: Readonly<Record<ProviderType, () => Promise<Browser>>> = {
  oidc: async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oidc(fake)]).browser()
    await signIn(browser, fake)
    return browser
  },
  oauth: async () => {
    const fake = await makeProvider()
    const browser = makeOAuthApp([oauth(fake)]).browser()
    await signIn(browser, fake)
    return browser
  },
  email: async () => {
    const app = makeMailApp()
    const browser = app.browser()
    await click(browser, await mailTo(app, browser))
    return browser
  },
  credentials: async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    return browser
  },
  webauthn: async () => {
    const app = makePasskeyApp()
    const authenticator = new SoftwareAuthenticator()
    await register(app.browser(), authenticator, { email: address })
    const browser = app.browser()
    await authenticate(browser, authenticator)
    return browser
  },
}

describe('What the service does', () => {
  it('1. the initializer is called with a lazily loaded function', () => {
    expect([typeof FrameworkAuthQrl, typeof routeAuthQrl]).toEqual(['function', 'function'])
  })

  it('1. the function receives the request event and returns the config', async () => {
    const { config } = makeApp()
    const seen: string[] = []
    const site = openSite({
      config: (event) => {
        seen.push(event.url.pathname)
        return config
      },
    })
    await site.visitor().open('/login/')
    expect(seen).toContain('/login/')
  })

  it('1. the initializer takes the function alone', () => {
    expectTypeOf<Parameters<typeof FrameworkAuth$>['length']>().toEqualTypeOf<1>()
  })

  it('2. the call returns four members', () => {
    const members = ['onRequest', 'useSession', 'useSignIn', 'useSignOut']
    expect(Object.keys(auth).toSorted()).toEqual(members)
  })

  it.each(Object.entries(signInWith))(
    '3. users sign in through a provider of the type `%s`',
    async (_type, enter) => {
      expect(await (await enter()).session()).not.toBeNull()
    },
  )

  it('4. with the strategy `jwt` the session cookie holds an encrypted token', async () => {
    const browser = await signInWith.credentials()
    expect(browser.cookie(sessionCookie)?.split('.')).toHaveLength(5)
  })

  it('4. with the strategy `database` the session is a row of the adapter', async () => {
    const app = await makeAccountsApp({ session: { strategy: 'database' } })
    const browser = await enterAnew(app)
    expect(await browser.session()).not.toBeNull()
    const { adapter, calls } = app.store
    const [row] = calls.find(({ name }) => name === 'createSession')?.args ?? []
    await adapter.deleteSession?.((row as AdapterSession).sessionToken)
    expect(await browser.session()).toBeNull()
  })

  it('5. callbacks customise a sign-in, and events report it', async () => {
    type Callbacks = 'jwt' | 'redirect' | 'session' | 'signIn'
    type Events = 'createUser' | 'linkAccount' | 'session' | 'signIn' | 'signOut' | 'updateUser'
    expectTypeOf<Callbacks>().toExtend<keyof CallbacksOptions>()
    expectTypeOf<Events>().toExtend<keyof EventCallbacks>()
    const ran = new Set<string>()
    const app = await makeAccountsApp({
      session: { strategy: 'jwt' },
      callbacks: {
        jwt: ({ token }) => (ran.add('jwt'), token),
        redirect: ({ url, baseUrl }) => (ran.add('redirect'), new URL(url, baseUrl).href),
        session: ({ session }) => (ran.add('session'), session),
        signIn: () => (ran.add('signIn'), true),
      },
    })
    await (await enterAnew(app)).session()
    expect([...ran].toSorted()).toEqual(['jwt', 'redirect', 'session', 'signIn'])
    const names = app.told.map(({ name }) => name)
    expect(names.toSorted()).toEqual(['createUser', 'linkAccount', 'signIn'])
  })

  it('6. the library relies on the host header, for which `trustHost` must be true', async () => {
    const logger = { error: () => undefined }
    const untrusted = makeApp({ trustHost: undefined, logger }).browser()
    expect((await untrusted.fetch('/auth/signin')).status).toBe(500)
    const trusted = makeApp({ trustHost: true }).browser('https://other.test')
    const response = await trusted.fetch('/auth/providers')
    expect(await response.text()).toContain('https://other.test/auth/')
  })
})

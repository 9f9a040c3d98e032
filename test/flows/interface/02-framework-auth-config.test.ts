import { afterEach, describe, expect, expectTypeOf, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { setEnvDefaults, skipCSRFCheck, type AuthConfig } from '../../../src/core.js'
import type { FrameworkAuthConfig } from '../../../src/model/config.js'
import { makeAccountsApp, enterAnew } from '../../support/apps/accounts-app.js'
import {
  login,
  makeApp,
  olderSecret,
  passwordProvider,
  secret,
  sessionCookie,
} from '../../support/apps/app.js'
import { makeOAuthApp, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'

afterEach(() => void vi.restoreAllMocks())

describe('FrameworkAuthConfig', () => {
  it('only `providers` is required', () => {
    const config: FrameworkAuthConfig = { providers: [] }
    setEnvDefaults({ get: (name) => (name === 'AUTH_SECRET' ? secret : undefined) }, config)
    expect(config.secret).toEqual([secret])
    // @ts-expect-error it has no providers
    const empty: FrameworkAuthConfig = {}
    expect(empty).toEqual({})
  })

  it('has the fields of the table, of which only `providers` is required', () => {
    type Optional =
      | 'adapter'
      | 'basePath'
      | 'callbacks'
      | 'cookies'
      | 'debug'
      | 'events'
      | 'experimental'
      | 'jwt'
      | 'logger'
      | 'pages'
      | 'redirectProxyUrl'
      | 'secret'
      | 'session'
      | 'skipCSRFCheck'
      | 'theme'
      | 'trustHost'
      | 'useSecureCookies'
    expectTypeOf<Optional>().toExtend<keyof FrameworkAuthConfig>()
    expectTypeOf<Pick<FrameworkAuthConfig, 'providers'>>().toExtend<FrameworkAuthConfig>()
    expectTypeOf<string | string[]>().toExtend<FrameworkAuthConfig['secret']>()
    type Pages = NonNullable<FrameworkAuthConfig['pages']>
    expectTypeOf<'signIn' | 'signOut' | 'error' | 'verifyRequest' | 'newUser'>().toExtend<
      keyof Pages
    >()
    type Session = NonNullable<FrameworkAuthConfig['session']>
    expectTypeOf<'strategy' | 'maxAge' | 'updateAge' | 'generateSessionToken'>().toExtend<
      keyof Session
    >()
    type Logger = NonNullable<FrameworkAuthConfig['logger']>
    expectTypeOf<keyof Logger>().toEqualTypeOf<'error' | 'warn' | 'debug'>()
  })

  it('`adapter` is the database adapter', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    expect(await app.store.countUsers()).toBe(1)
  })

  it('`basePath` is where the endpoints are, `/auth` by default', async () => {
    expect((await makeApp().browser().fetch('/auth/signin')).status).toBe(200)
    const browser = makeApp({ basePath: '/api/sign' }).browser()
    expect((await browser.fetch('/api/sign/signin')).status).toBe(200)
    expect((await browser.fetch('/auth/signin')).status).toBe(404)
  })

  it('`callbacks` may be left out, and control actions', async () => {
    for (const callbacks of [undefined, {}, { signIn: () => false }]) {
      const browser = makeApp({ callbacks }).browser()
      await browser.signIn(login)
      expect((await browser.session()) === null).toBe(
        callbacks !== undefined && 'signIn' in callbacks,
      )
    }
  })

  it('`cookies` overrides names and options, and what is left out keeps its default', async () => {
    const app = makeApp({
      cookies: { sessionToken: { name: 'mine', options: { sameSite: 'strict' } } },
    })
    const browser = app.browser()
    await browser.signIn(login)
    const cookie = browser.cookies.find(({ name }) => name === 'mine')
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, path: '/' })
    expect(cookie?.sameSite?.toLowerCase()).toBe('strict')
  })

  it.each(['https://app.test', 'http://app.test'])(
    '`cookies` opts out of the dynamic cookie policy: a name is the same at %s',
    async (origin) => {
      const app = makeApp({ cookies: { sessionToken: { name: 'mine' } } })
      const browser = app.browser(origin)
      await browser.signIn(login)
      expect(browser.cookie('mine')).toBeDefined()
    },
  )

  it('`debug` is off by default, and logs authentication and database operations', async () => {
    for (const debug of [undefined, true]) {
      const app = await makeAccountsApp({ debug })
      await enterAnew(app)
      const codes = app.codes('debug')
      expect([codes.includes('authentication'), codes.includes('adapter')]).toEqual([
        debug === true,
        debug === true,
      ])
    }
  })

  it('`events` is empty by default', async () => {
    const app = makeApp({ events: undefined })
    await app.browser().signIn(login)
    expect(app.codes('error')).toEqual([])
  })

  it('`experimental.enableWebAuthn` is off by default and prints a warning when it is on', async () => {
    for (const enableWebAuthn of [undefined, true]) {
      const app = makeApp({ experimental: { enableWebAuthn } })
      await app.browser().fetch('/auth/signin')
      expect(app.codes('warn')).toEqual(enableWebAuthn ? ['experimental-webauthn'] : [])
    }
  })

  it('`jwt` tokens are used without an adapter, and are encrypted', async () => {
    const browser = makeApp().browser()
    await browser.signIn(login)
    const [header = ''] = (browser.cookie(sessionCookie) ?? '').split('.')
    expect(JSON.parse(atob(header))).toMatchObject({ alg: 'dir', enc: 'A256CBC-HS512' })
  })

  it('`jwt.encode` and `jwt.decode` replace the encryption', async () => {
    const jwt: AuthConfig['jwt'] = {
      encode: ({ token }) => btoa(JSON.stringify(token)),
      decode: ({ token }) => JSON.parse(atob(token ?? '')) as Record<string, unknown>,
    }
    const browser = makeApp({ jwt }).browser()
    await browser.signIn(login)
    const token = decodeURIComponent(browser.cookie(sessionCookie) ?? '')
    expect(JSON.parse(atob(token))).toMatchObject({ name: 'Ada' })
    browser.plant(sessionCookie, btoa(JSON.stringify({ sub: '1', name: 'Bob' })))
    expect((await browser.session())?.user).toMatchObject({ name: 'Bob' })
  })

  it('`logger` overrides levels, which take a code and more; a level that is left out is the console', async () => {
    const error = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const warned: unknown[][] = []
    const logger = { warn: (...line: unknown[]): void => void warned.push(line) }
    const callbacks = { jwt: (): never => expect.fail('broken') }
    await makeApp({ logger, debug: true, callbacks }).browser().signIn(login)
    expect(warned[0]).toEqual(['debug-enabled', expect.any(String)])
    expect(error).toHaveBeenCalled()
  })

  it.each(['error', 'warn', 'debug'] as const)(
    '`logger.%s` is given a code and the message, and replaces the console',
    async (level) => {
      const printed = vi.spyOn(console, level).mockImplementation(() => undefined)
      const lines: unknown[][] = []
      const logger = { [level]: (...line: unknown[]): void => void lines.push(line) }
      for (const other of ['error', 'warn', 'debug'] as const) {
        if (other !== level) vi.spyOn(console, other).mockImplementation(() => undefined)
      }
      const callbacks = { signIn: (): never => expect.fail('broken') }
      await makeApp({ logger, debug: true, callbacks }).browser().signIn(login)
      expect(lines[0]).toEqual([expect.any(String), expect.anything()])
      expect(printed).not.toHaveBeenCalled()
    },
  )

  it.each(['signIn', 'signOut', 'error', 'verifyRequest'] as const)(
    '`pages.%s` replaces the built-in page',
    async (page) => {
      const routes = {
        signIn: 'signin',
        signOut: 'signout',
        error: 'error',
        verifyRequest: 'verify-request',
      }
      const app = makeApp({ pages: { [page]: '/mine' } })
      const response = await app.browser().fetch(`/auth/${routes[page]}`)
      const { pathname } = new URL(response.headers.get('location') ?? '')
      expect([response.status, pathname]).toEqual([302, '/mine'])
    },
  )

  it('`pages.newUser` is where a new user goes', async () => {
    const app = await makeAccountsApp({ pages: { newUser: '/hello' } })
    const browser = app.browser()
    const url = app.op.authorize(await start(browser))
    const response = await browser.send(`${url.redirectUri}?${url.params}`)
    expect(response.headers.get('location')).toContain('https://app.test/hello')
  })

  it('`providers` may be in any order, built in or custom', async () => {
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake), passwordProvider])
    const listed = await (await app.browser().fetch('/auth/providers')).json()
    expect(Object.keys(listed as object)).toEqual(['op', 'credentials'])
  })

  it('`redirectProxyUrl` is the base of `redirect_uri`, from `AUTH_REDIRECT_PROXY_URL` by default', async () => {
    const config: AuthConfig = { providers: [] }
    const url = 'https://proxy.test/auth'
    setEnvDefaults(
      { get: (name) => (name === 'AUTH_REDIRECT_PROXY_URL' ? url : undefined) },
      config,
    )
    expect(config.redirectProxyUrl).toBe(url)
    const fake = await makeProvider()
    const app = makeOAuthApp([oidc(fake, { checks: ['none'] })], {
      redirectProxyUrl: url,
      redirectProxyOrigins: ['https://app.test'],
    })
    const { searchParams } = new URL(await start(app.browser()))
    expect(searchParams.get('redirect_uri')).toBe('https://proxy.test/auth/callback/op')
    expect(searchParams.get('state')).toBeTruthy()
  })

  it('`secret` may be a list: the first one seals, and all of them open', async () => {
    const before = makeApp({ secret: olderSecret }).browser()
    await before.signIn(login)
    const token = before.cookie(sessionCookie) ?? ''
    const rotated = makeApp({ secret: [secret, olderSecret] }).browser()
    rotated.plant(sessionCookie, token)
    expect(await rotated.session()).not.toBeNull()
    const fresh = makeApp({ secret: [secret, olderSecret] }).browser()
    await fresh.signIn(login)
    const single = makeApp({ secret }).browser()
    single.plant(sessionCookie, fresh.cookie(sessionCookie) ?? '')
    expect(await single.session()).not.toBeNull()
  })

  it('`skipCSRFCheck` skips the CSRF check', async () => {
    for (const marker of [undefined, skipCSRFCheck] as const) {
      const browser = makeApp({ skipCSRFCheck: marker }).browser()
      await browser.postJson('/auth/callback/credentials', login)
      expect((await browser.session()) !== null).toBe(marker !== undefined)
    }
  })

  it('`theme` changes the built-in pages', async () => {
    const theme = { brandColor: '#123456', colorScheme: 'dark' } as const
    const response = await makeApp({ theme }).browser().fetch('/auth/signin')
    expect(await response.text()).toContain('#123456')
  })

  it('`trustHost` must be true for a host that no option names', async () => {
    const options = { trustHost: undefined, logger: { error: () => undefined } }
    expect((await makeApp(options).browser().fetch('/auth/signin')).status).toBe(500)
    expect((await makeApp({ trustHost: true }).browser().fetch('/auth/signin')).status).toBe(200)
  })

  it.each(['VERCEL', 'CF_PAGES', 'AUTH_TRUST_HOST'])(
    '`trustHost` is set by `%s`, which its platform sets',
    (variable) => {
      const config: AuthConfig = { providers: [] }
      setEnvDefaults({ get: (name) => (name === variable ? '1' : undefined) }, config)
      expect(config.trustHost).toBe(true)
    },
  )

  it.each([
    ['https://app.test', undefined, true],
    ['http://app.test', undefined, false],
    ['https://app.test', false, false],
  ])('`useSecureCookies` on %s as %s makes secure cookies: %s', async (origin, given, secure) => {
    const browser = makeApp({ useSecureCookies: given }).browser(origin)
    await browser.signIn(login)
    const cookie = browser.cookies.find(({ name }) => name.endsWith('authjs.session-token'))
    expect(cookie?.secure ?? false).toBe(secure)
  })

  it('an adapter makes `database` the default strategy', async () => {
    const app = makeApp({ adapter: memoryAdapter() })
    await app.config.adapter?.createUser?.({ id: 'user-1', email: 'a@b.test', emailVerified: null })
    const browser = app.browser()
    await browser.signIn(login)
    expect(browser.cookie(sessionCookie)).not.toContain('.')
  })
})

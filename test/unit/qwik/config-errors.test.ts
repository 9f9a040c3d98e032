import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { FrameworkAuthConfig } from '../../../src/qwik/index.js'
import { login, makeApp, passwordProvider, secret, sessionCookie } from '../../support/apps/app.js'
import { auth } from './auth.js'
import { idOf, openSite, plainPage, type SiteOptions } from './site.js'
import { resultOf } from './visitor.js'

const form = { providerId: 'credentials', ...login }
const providers = [passwordProvider]
const logger = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }
const usable = { secret, providers, logger, trustHost: true }

/** What the console is told where no logger of the application can be had. */
const consoleError = vi.spyOn(console, 'error')

beforeEach(() => {
  consoleError.mockImplementation(() => {})
})
afterEach(() => {
  vi.clearAllMocks()
})

const broken: readonly [string, SiteOptions, code: string][] = [
  ['a config function that throws', { config: thrower('Vault is sealed.') }, 'InvalidConfig'],
  [
    'a config function that rejects',
    { config: async () => Promise.reject(new Error('Vault is on fire.')) },
    'InvalidConfig',
  ],
  [
    'a config function that returns nothing',
    { config: () => undefined as unknown as FrameworkAuthConfig },
    'InvalidConfig',
  ],
  [
    'a config without providers',
    { config: () => ({ secret, logger }) as unknown as FrameworkAuthConfig },
    'MissingProviders',
  ],
  ['no secret', { config: () => ({ providers, logger, trustHost: true }) }, 'MissingSecret'],
  ['a short secret', { config: () => ({ ...usable, secret: 'changeme' }) }, 'WeakSecret'],
  // Before any config of the instance is good as a whole: from then on sessions do not ask for more.
  [
    'two providers of one id',
    { config: () => ({ ...usable, providers: [passwordProvider, passwordProvider] }) },
    'DuplicateProvider',
  ],
  [
    'a host that is not trusted',
    { config: () => ({ secret, providers, logger }) },
    'UntrustedHost',
  ],
  [
    'S7: a host that AUTH_TRUST_HOST=false does not trust',
    { config: () => ({ secret, providers, logger }), env: { AUTH_TRUST_HOST: 'false' } },
    'UntrustedHost',
  ],
  ['a wrong base path', { config: () => ({ ...usable, basePath: 'auth' }) }, 'InvalidBasePath'],
]

describe.each(broken)('%s', (_, options, code) => {
  it('F12: breaks the routes, in words that tell nothing, and the log names the cause', async () => {
    const visitor = openSite(options).visitor()
    for (const path of ['/auth/signin', '/auth/error', '/auth/session', '/auth/providers']) {
      const { status, response } = await visitor.open(path)
      expect([path, status]).toEqual([path, 500])
      const text = await response.text()
      expect(text).not.toContain('Vault')
      expect(text).not.toContain(code)
    }
    const lines = [...logger.error.mock.calls, ...consoleError.mock.calls].map(([first]) => first)
    expect(lines).toContainEqual(expect.stringContaining(code))
  })

  it('F12: leaves every page as it is, without a session', async () => {
    const visitor = openSite(options).visitor()
    visitor.plant(sessionCookie, 'eyJhbGciOiJkaXIifQ..a.b.c')
    for (const path of ['/', '/login/', '/q-data.json']) {
      const answer = await visitor.open(path)
      expect([path, answer.status, answer.session]).toEqual([path, 200, null])
      expect(answer.visit.shared.get('session')).toBeNull()
      expect(answer.setCookies).toEqual([])
    }
    expect(visitor.cookie(sessionCookie)).toBeDefined()
  })

  it('gives programs no session, rather than an object that could pass for one', async () => {
    const visitor = openSite(options).visitor()
    const response = await visitor.fetch('/auth/session', { headers: { accept: '*/*' } })
    expect(await response.json()).toBeNull()
  })

  it('makes the actions fail in words, and throws nothing', async () => {
    const visitor = openSite(options).visitor()
    const told = { failed: true, fieldErrors: {}, formErrors: [expect.any(String)] }
    for (const [action, fields] of [
      [auth.useSignIn, form],
      [auth.useSignOut, {}],
    ] as const) {
      const answer = await visitor.post(action, fields)
      expect([answer.status, answer.visit.error]).toEqual([500, undefined])
      expect(resultOf(action, answer)).toEqual(told)
      expect((await visitor.submit(action, fields)).result).toEqual(told)
    }
  })
})

describe('a host that is not in the list', () => {
  const config = () => ({ ...usable, origin: ['https://a.test', 'https://b.test'] })

  it('finds our routes misdirected, and every page as it is', async () => {
    const visitor = openSite({ config }).visitor()
    visitor.plant(sessionCookie, 'eyJhbGciOiJkaXIifQ..a.b.c')
    expect((await visitor.open('/auth/signin')).status).toBe(421)
    const page = await visitor.open('/')
    expect([page.status, page.session]).toEqual([200, null])
    expect((await visitor.post(auth.useSignIn, form)).status).toBe(421)
  })
})

describe('a config with a base path of its own that is broken elsewhere', () => {
  const config = () => ({ providers, logger, trustHost: true, basePath: '/a/b/auth' })

  it('F12: breaks the routes under that path', async () => {
    const visitor = openSite({ config }).visitor()
    expect((await visitor.open('/a/b/auth/signin')).status).toBe(500)
  })

  it('F12: leaves a page of the application under /auth alone', async () => {
    const visitor = openSite({ config, pages: { '/auth/signin/': plainPage } }).visitor()
    expect((await visitor.open('/auth/signin/')).status).toBe(200)
  })
})

describe('a config that is made whole by the environment', () => {
  const config = (): FrameworkAuthConfig => ({ providers, logger })

  it('S7: trusts the host when AUTH_TRUST_HOST says so', async () => {
    const env = { AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' }
    expect((await openSite({ config, env }).visitor().open('/auth/signin')).status).toBe(200)
  })

  it('takes the secret, the origin and the base path from it', async () => {
    const env = { AUTH_SECRET: secret, AUTH_URL: 'https://app.test/api/auth' }
    const visitor = openSite({ config, env }).visitor()
    expect((await visitor.open('/api/auth/signin')).status).toBe(200)
    const { status, location } = await visitor.post(auth.useSignIn, { ...form, redirectTo: '/' })
    expect([status, location]).toEqual([302, '/'])
  })

  it('knows its public origin behind a proxy that the framework does not know about', async () => {
    const env = { AUTH_SECRET: secret, AUTH_URL: 'https://public.test' }
    const site = openSite({ config, env, checkOrigin: false })
    const request = new Request(`http://internal.test/login/?qaction=${idOf(auth.useSignIn)}`, {
      method: 'POST',
      headers: { origin: 'https://public.test' },
      body: new URLSearchParams({ ...form, redirectTo: 'https://public.test/x' }),
    })
    const { status, headers } = await site.serve(request)
    expect([status, headers.get('location')]).toEqual([302, '/x'])
    expect(headers.getSetCookie()[0]).toContain(`${sessionCookie}=`)
  })
})

describe('warnings of a config', () => {
  it('come once, not at every request', async () => {
    const app = makeApp({ debug: true })
    const visitor = openSite({ config: () => ({ ...app.config }) }).visitor()
    await visitor.open('/')
    await visitor.open('/')
    await visitor.open('/auth/signin')
    expect(app.codes('warn')).toEqual(['debug-enabled'])
  })

  it('about a broken config come once too', async () => {
    const visitor = openSite({ config: () => ({ providers, logger, trustHost: true }) }).visitor()
    for (const path of ['/', '/', '/auth/signin']) await visitor.open(path)
    expect(logger.error.mock.calls.length).toBeLessThanOrEqual(1)
  })
})

function thrower(message: string): () => never {
  return () => {
    throw new Error(message)
  }
}

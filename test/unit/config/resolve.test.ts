import { afterEach, describe, expect, it, vi } from 'vitest'
import {
  Auth,
  prepareConfig,
  readSession,
  skipCSRFCheck,
  updateSession,
  type AuthConfig,
} from '../../../src/core.js'
import { encode } from '../../../src/jwt.js'
import {
  login,
  makeApp,
  passwordProvider,
  recordInto,
  secret,
  sessionCookie as cookie,
  type LogLine,
} from '../../support/apps/app.js'

afterEach(() => void vi.restoreAllMocks())

function requestSession(config: AuthConfig): Promise<Response> {
  return Auth(new Request('https://app.test/auth/session'), config)
}

describe('warnings', () => {
  const rows: readonly (readonly [string, Partial<AuthConfig>])[] = [
    ['debug-enabled', { debug: true }],
    ['experimental-webauthn', { experimental: { enableWebAuthn: true } }],
    ['csrf-disabled', { skipCSRFCheck }],
    ...[
      { logo: 'logo.png' },
      { brandColor: 'oklch(0.6 0.1 180)' },
      { colorScheme: 'dim' as 'dark' },
    ].map((theme) => ['theme-value-ignored', { theme }] as const),
    ['theme-value-ignored', { theme: { brandColor: 'teal', buttonText: 'whitish' } }],
    ...['callbackUrl', 'pkceCodeVerifier', 'state', 'nonce'].map(
      (key) => [`cookie-without-effect:${key}`, { cookies: { [key]: { name: 'x' } } }] as const,
    ),
  ]

  it.each(rows)('%s comes once a config', async (code, config) => {
    const [one, two] = [makeApp(config), makeApp(config)]
    for (let round = 0; round < 3; round++) {
      await requestSession(one.config)
      await one.browser().fetchPage('/auth/signin')
    }
    expect(one.codes('warn')).toEqual([code])
    await requestSession(two.config)
    expect(two.codes('warn')).toEqual([code])
  })

  it('do not come of a CSRF check that is on', async () => {
    const app = makeApp({ skipCSRFCheck: true as never })
    const response = await app.browser().fetch('/auth/csrf')
    expect(response.status).toBe(200)
    expect(app.logs).toEqual([])
  })

  it('do not come without a reason', async () => {
    const app = makeApp({ debug: false, experimental: {}, cookies: {}, skipCSRFCheck: undefined })
    await requestSession(app.config)
    expect(app.logs).toEqual([])
  })
})

describe('a config object', () => {
  it('is not written to', async () => {
    const deepFreeze = <T>(value: T): T => {
      if (typeof value === 'object' && value !== null) {
        for (const member of Object.values(value)) deepFreeze(member)
        Object.freeze(value)
      }
      return value
    }
    const config: AuthConfig = deepFreeze({
      secret: [secret],
      trustHost: true,
      providers: [{ ...passwordProvider }],
      session: { maxAge: 60 },
      pages: { error: '/e' },
      theme: {},
      autoRedirect: false,
      callbacks: {},
      events: {},
      cookies: { sessionToken: { options: {} } },
      logger: { error: () => undefined },
    })
    expect((await requestSession(config)).status).toBe(200)
  })

  it('makes its providers once', async () => {
    let made = 0
    const app = makeApp({
      providers: [
        () => {
          made++
          return passwordProvider
        },
      ],
    })
    const browser = app.browser()
    await browser.signIn(login)
    await browser.session()
    expect(made).toBe(1)
  })
})

describe('prepareConfig', () => {
  const env = { get: (name: string) => ({ AUTH_SECRET: secret, AUTH_TRUST_HOST: 'true' })[name] }
  const given = (): AuthConfig => ({ providers: [passwordProvider] })

  it('gives a copy with the defaults of the environment', async () => {
    const config = given()
    const prepared = await prepareConfig(() => config, env, {})
    expect(prepared).toMatchObject({ secret: [secret], trustHost: true, basePath: '/auth' })
    expect(config).toEqual(given())
    expect((await requestSession(prepared)).status).toBe(200)
  })

  it('waits for a loader that takes its time', async () => {
    const prepared = await prepareConfig(async () => Promise.resolve(given()), env, {})
    expect((await requestSession(prepared)).status).toBe(200)
  })

  it('waits for a loader that returns a promise of another library', async () => {
    const pending: PromiseLike<AuthConfig> = {
      // oxlint-disable-next-line no-thenable -- This is the promise of another library.
      then: (onFulfilled, onRejected) => Promise.resolve(given()).then(onFulfilled, onRejected),
    }
    const prepared = await prepareConfig(() => pending, env, {})
    expect((await requestSession(prepared)).status).toBe(200)
  })

  it('warns once an owner, however many configs it makes', async () => {
    const logs: LogLine[] = []
    const load = (): AuthConfig => ({ ...given(), debug: true, logger: recordInto(logs) })
    const owner = {}
    for (let round = 0; round < 3; round++)
      await requestSession(await prepareConfig(load, env, owner))
    expect(logs.map(({ code }) => code)).toEqual(['debug-enabled'])
    await requestSession(await prepareConfig(load, env, {}))
    expect(logs).toHaveLength(2)
  })

  it('finds a mistake in any later config of an owner, also when a session is only read', async () => {
    const logs: LogLine[] = []
    const lifetimes = [60, 60, -1, 60]
    const load = (): AuthConfig => ({
      ...given(),
      session: { maxAge: lifetimes.shift() ?? 0 },
      logger: recordInto(logs),
    })
    const owner = {}
    const request = new Request('https://app.test/', { headers: { cookie: `${cookie}=x` } })
    for (let round = 0; round < 4; round++) {
      await readSession(request, await prepareConfig(load, env, owner))
    }
    expect(logs.map(({ code }) => code)).toEqual(['InvalidSessionOptions'])
  })

  it('finds a mistake in options that the app changes after they were valid', async () => {
    const logs: LogLine[] = []
    const session = { maxAge: 60 }
    const load = (): AuthConfig => ({ ...given(), session, logger: recordInto(logs) })
    const owner = {}
    const request = new Request('https://app.test/', { headers: { cookie: `${cookie}=x` } })
    for (let round = 0; round < 3; round++) {
      await readSession(request, await prepareConfig(load, env, owner))
    }
    session.maxAge = -1
    await readSession(request, await prepareConfig(load, env, owner))
    expect(logs.map(({ code }) => code)).toEqual(['InvalidSessionOptions'])
  })

  it('has no providers if the config function threw, so that it differs from an empty config', async () => {
    const load = (): never => {
      throw new Error('no database')
    }
    const prepared = await prepareConfig(load, env, {})
    expect(prepared.providers).toBeUndefined()
  })

  it('does not read the variables of the providers for a session', async () => {
    const names: string[] = []
    const counting = {
      get: (name: string) => {
        names.push(name)
        return env.get(name)
      },
    }
    const load = (): AuthConfig => ({
      providers: [{ id: 'hub', name: 'Hub', type: 'oauth', issuer: 'https://hub.test' } as never],
    })
    const owner = {}
    const request = new Request('https://app.test/', { headers: { cookie: `${cookie}=x` } })
    await readSession(request, await prepareConfig(load, counting, owner))
    expect(names).toContain('AUTH_HUB_ID')
    names.length = 0
    const prepared = await prepareConfig(load, counting, owner)
    await readSession(request, prepared)
    expect(names).not.toContain('AUTH_HUB_ID')
    await Auth(new Request('https://app.test/auth/providers'), prepared)
    expect(names).toContain('AUTH_HUB_ID')
  })

  it('gives the variables of the providers to a copy of the config too', async () => {
    const load = (): AuthConfig => ({
      providers: [{ id: 'hub', name: 'Hub', type: 'oauth', issuer: 'https://hub.test' } as never],
    })
    const names: string[] = []
    const counting = {
      get: (name: string) => {
        names.push(name)
        return env.get(name)
      },
    }
    const prepared = await prepareConfig(load, counting, {})
    names.length = 0
    const copy = { ...prepared, theme: { colorScheme: 'dark' as const } }
    await Auth(new Request('https://app.test/auth/providers'), copy)
    expect(names).toContain('AUTH_HUB_ID')
  })

  it('reports mistakes once an owner', async () => {
    const logs: LogLine[] = []
    const load = (): AuthConfig => ({ ...given(), secret: 'short', logger: recordInto(logs) })
    const owner = {}
    for (let round = 0; round < 3; round++) {
      expect((await requestSession(await prepareConfig(load, env, owner))).status).toBe(500)
    }
    expect(logs.map(({ code }) => code)).toEqual(['WeakSecret'])
  })

  it.each<readonly [string, () => AuthConfig | Promise<AuthConfig>, string]>([
    ['throws', () => fail(), 'InvalidConfig'],
    ['rejects', async () => fail(), 'InvalidConfig'],
    ['gives nothing', () => undefined as never, 'InvalidConfig'],
    ['gives no providers', () => ({ secret }) as never, 'MissingProviders'],
  ])('fails closed when the loader %s, and says so once', async (_how, load, code) => {
    const print = vi.spyOn(console, 'error').mockImplementation(() => undefined)
    const owner = {}
    for (let round = 0; round < 2; round++) {
      const response = await requestSession(await prepareConfig(load, env, owner))
      expect([response.status, await response.json()]).toEqual([500, null])
    }
    expect(print.mock.calls.map(([first]) => first as string)).toEqual([`[latchkey] ${code}`])
  })

  function fail(): never {
    throw new Error('no database')
  }

  describe('for a session', () => {
    const incomplete = { type: 'oauth', id: 'incomplete' } as never
    const weak = { secret: 'short' }

    async function signedIn(): Promise<Request> {
      const token = await encode({ token: { sub: '1', name: 'Ada' }, secret, salt: cookie })
      return new Request('https://app.test/', { headers: { cookie: `${cookie}=${token}` } })
    }

    async function namesIn(config: AuthConfig): Promise<readonly unknown[]> {
      const read = await readSession(await signedIn(), config)
      const updated = await updateSession(await signedIn(), config, {})
      return [read.data?.user?.name, updated.data?.user?.name]
    }

    it('looks at the providers until a config of the owner was good', async () => {
      const logs: LogLine[] = []
      const owner = {}
      const load = (): AuthConfig => ({ providers: [incomplete], logger: recordInto(logs) })
      for (let round = 0; round < 2; round++) {
        expect(await namesIn(await prepareConfig(load, env, owner))).toEqual([undefined, undefined])
      }
      expect(logs.map(({ code }) => code)).toEqual(['InvalidProviderConfig'])
    })

    it('leaves them alone afterwards, and says at a sign-in what is wrong with them', async () => {
      const logs: LogLine[] = []
      const owner = {}
      await prepareConfig(given, env, owner)
      const load = (): AuthConfig => ({ providers: [incomplete], logger: recordInto(logs) })
      const later = await prepareConfig(load, env, owner)
      expect(await namesIn(later)).toEqual(['Ada', 'Ada'])
      expect(logs).toEqual([])
      expect((await requestSession(later)).status).toBe(500)
      expect(logs.map(({ code }) => code)).toEqual(['InvalidProviderConfig'])
      // What is known of it by now counts.
      expect(await namesIn(later)).toEqual([undefined, undefined])
    })

    it('refuses whatever else is wrong, also afterwards', async () => {
      const logs: LogLine[] = []
      const owner = {}
      await prepareConfig(given, env, owner)
      const load = (): AuthConfig => ({ ...given(), ...weak, logger: recordInto(logs) })
      expect(await namesIn(await prepareConfig(load, env, owner))).toEqual([undefined, undefined])
      expect(logs.map(({ code }) => code)).toEqual(['WeakSecret'])
    })

    it('asks of an adapter what sessions need', async () => {
      const logs: LogLine[] = []
      const owner = {}
      await prepareConfig(given, env, owner)
      const load = (): AuthConfig => ({ ...given(), adapter: {}, logger: recordInto(logs) })
      expect(await namesIn(await prepareConfig(load, env, owner))).toEqual([undefined, undefined])
      expect(logs.map(({ code }) => code)).toEqual(['MissingAdapterMethods'])
    })
  })
})

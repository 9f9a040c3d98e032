import { describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  createRuntime,
  listAccounts,
  listSessions,
  readSession,
  withRuntime,
  type AuthConfig,
} from '../../../src/core.js'
import { decode } from '../../../src/jwt.js'
import { inbox, signInAs, type SignInAsOptions, type TestUser } from '../../../src/testing.js'
import { makeApp, secret } from '../../support/apps/app.js'

const ada = { id: 'user-1', name: 'Ada', email: 'ada@example.test' }
const origin = 'https://app.test'

/** Reads the session of a request that carries the kit's cookies. */
async function sessionOf(
  config: AuthConfig,
  user: TestUser = ada,
  options: SignInAsOptions = { origin },
): Promise<unknown> {
  const { cookie } = await signInAs(config, user, options)
  const request = new Request(options.origin ?? 'http://localhost', { headers: { cookie } })
  return (await readSession(request, config)).data
}

describe('a sign-in in a process with NODE_ENV=production', () => {
  it('is refused before anything is stored', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const createUser = vi.fn()
    const { config } = makeApp({ adapter: { ...memoryAdapter(), createUser } })
    try {
      await expect(signInAs(config, ada, { origin })).rejects.toThrow(
        '`signInAs` signs a user in without a password, and NODE_ENV is "production". Call it in tests only.',
      )
    } finally {
      vi.unstubAllEnvs()
    }
    expect(createUser).not.toHaveBeenCalled()
  })

  it('is possible with `allowInProduction`', async () => {
    vi.stubEnv('NODE_ENV', 'production')
    const { config } = makeApp()
    try {
      const options = { origin, allowInProduction: true }
      expect(await sessionOf(config, ada, options)).toMatchObject({ user: { name: 'Ada' } })
    } finally {
      vi.unstubAllEnvs()
    }
  })
})

describe('a sign-in with session tokens', () => {
  it('a request with the cookie has the session of the user', async () => {
    const { config } = makeApp()
    expect(await sessionOf(config)).toMatchObject({ user: { name: 'Ada', email: ada.email } })
  })

  it('callbacks receive what they receive in a real sign-in', async () => {
    const asked: unknown[] = []
    const { config } = makeApp({
      callbacks: {
        signIn: ({ user, account }) => asked.push(['signIn', user.id, account?.provider]) > 0,
        jwt: ({ token, user, account, profile, trigger }) => {
          if (trigger) asked.push(['jwt', trigger, user?.id, account?.access_token, profile?.sub])
          return user ? { ...token, role: Reflect.get(user, 'role') } : token
        },
        session: ({ session, token }) => ({ ...session, role: token['role'] }),
      },
    })
    const options = { origin, account: { access_token: 'a-token' }, profile: { sub: 'subject-1' } }
    expect(await sessionOf(config, { ...ada, role: 'admin' }, options)).toMatchObject({
      role: 'admin',
      user: { name: 'Ada' },
    })
    expect(asked).toEqual([
      ['signIn', 'user-1', 'credentials'],
      ['jwt', 'signIn', 'user-1', 'a-token', 'subject-1'],
    ])
  })

  it('the cookie has the name, the attributes and the secret of the config', async () => {
    const { config } = makeApp({
      cookies: {
        sessionToken: { name: 'own', options: { domain: 'app.test', sameSite: 'strict' } },
      },
    })
    const { cookies, storageState } = await signInAs(config, ada, {
      origin: 'https://www.app.test',
    })
    const [session] = cookies
    expect(session).toMatchObject({ name: 'own', attributes: { domain: 'app.test', secure: true } })
    const claims = await decode({ token: session?.value ?? '', secret, salt: 'own' })
    expect(claims).toMatchObject({ sub: 'user-1' })
    expect(storageState.cookies[0]).toMatchObject({
      name: 'own',
      domain: '.app.test',
      sameSite: 'Strict',
    })
  })

  it.each([
    ['http://localhost:5173', {}, 'authjs.session-token', false],
    ['https://app.test', {}, '__Host-authjs.session-token', true],
    ['http://localhost', { useSecureCookies: true }, '__Host-authjs.session-token', true],
  ])('at %s with %j the cookie is %s', async (at, options, name, secure) => {
    const { config } = makeApp(options)
    const { storageState } = await signInAs(config, ada, { origin: at })
    expect(storageState.cookies[0]).toMatchObject({
      name,
      secure,
      domain: new URL(at).hostname,
      path: '/',
      httpOnly: true,
      sameSite: 'Lax',
    })
    expect(storageState.origins).toEqual([])
  })

  it('a large session is split into several cookies that are read again', async () => {
    const { config } = makeApp({
      callbacks: { jwt: ({ token }) => ({ ...token, note: 'n'.repeat(5000) }) },
    })
    const { cookies } = await signInAs(config, ada, { origin })
    expect(cookies.filter(({ name }) => name.includes('session-token')).length).toBeGreaterThan(1)
    expect(await sessionOf(config)).not.toBeNull()
  })

  it('the value in the storage state is encoded as in the Cookie header', async () => {
    const { config } = makeApp({
      jwt: { encode: () => 'a value; with=odd characters', decode: () => null },
    })
    const { cookie, storageState } = await signInAs(config, ada, { origin })
    const [first] = storageState.cookies
    expect(cookie.split('; ')[0]).toBe(`${first?.name}=${first?.value}`)
    expect(first?.value).not.toMatch(/[; ]/)
  })
})

describe('a sign-in with a database', () => {
  it('stores the user, the account and the session', async () => {
    const { config } = makeApp({ adapter: memoryAdapter(), providers: [github] })
    const { cookie, user } = await signInAs(config, ada, { origin })
    const request = new Request(origin, { headers: { cookie } })
    expect(user).toMatchObject({ name: 'Ada', email: ada.email, emailVerified: null })
    expect(await listSessions(request, config)).toMatchObject([
      { isCurrent: true, provider: 'github' },
    ])
    expect(await listAccounts(request, config)).toMatchObject([{ provider: 'github' }])
  })

  it('finds a stored user by id or address, and applies the fields that differ', async () => {
    const adapter = memoryAdapter()
    const { config } = makeApp({ adapter })
    const first = await signInAs(config, ada, { origin })
    const second = await signInAs(config, { email: ada.email, name: 'Lady Ada' }, { origin })
    expect(second.user.id).toBe(first.user.id)
    expect(await adapter.getUser?.('user-1')).toMatchObject({ name: 'Lady Ada' })
  })

  it('works with passwords, whose users callbacks see as `authorize` returned them', async () => {
    const roles: unknown[] = []
    const { config } = makeApp({
      adapter: memoryAdapter(),
      events: { signIn: ({ user }) => void roles.push(Reflect.get(user, 'role')) },
    })
    expect(await sessionOf(config, { ...ada, role: 'admin' })).toMatchObject({
      user: { name: 'Ada' },
    })
    expect(roles).toEqual(['admin'])
  })

  it('a sign-in by mail proves the address', async () => {
    const { config } = makeApp({ adapter: memoryAdapter(), providers: [inbox().provider()] })
    const { user } = await signInAs(config, { email: ada.email }, { origin })
    expect(Reflect.get(user, 'emailVerified')).toBeInstanceOf(Date)
  })

  it('emits the events of a sign-up once', async () => {
    const told: string[] = []
    const tell = (name: string) => () => void told.push(name)
    const { config } = makeApp({
      adapter: memoryAdapter(),
      providers: [github],
      events: {
        createUser: tell('createUser'),
        linkAccount: tell('linkAccount'),
        signIn: tell('signIn'),
      },
    })
    await signInAs(config, ada, { origin })
    await signInAs(config, ada, { origin })
    expect(told).toEqual(['createUser', 'linkAccount', 'signIn', 'signIn'])
  })

  it('leaves no work behind, so that a test can close its database', async () => {
    const calls: string[] = []
    const adapter = {
      ...memoryAdapter(),
      deleteExpired: async () => void calls.push('deleteExpired'),
    }
    await signInAs(makeApp({ adapter }).config, ada, { origin })
    expect(calls).toEqual([])
  })

  it('a second user cannot take the account of the first', async () => {
    const { config } = makeApp({ adapter: memoryAdapter(), providers: [github] })
    const account = { providerAccountId: 'octocat' }
    await signInAs(config, ada, { origin, account })
    const second = signInAs(config, { id: 'user-2', email: 'b@example.test' }, { origin, account })
    await expect(second).rejects.toMatchObject({ type: 'AccountNotLinked' })
  })
})

describe.each([
  ['session tokens', {}],
  ['a database', { adapter: memoryAdapter() }],
])('the expiry with %s', (_name, options) => {
  const now = Date.UTC(2030, 0, 1)
  const month = 30 * 24 * 60 * 60 * 1000
  const { config: plain } = makeApp(options)
  const config = withRuntime(plain, createRuntime({ clock: () => now }))

  it('a session can end sooner', async () => {
    const expires = new Date(now + 60_000)
    const { storageState } = await signInAs(config, ada, { origin, expires })
    expect(storageState.cookies[0]?.expires).toBe(expires.getTime() / 1000)
    expect(await sessionOf(config, ada, { origin, expires })).not.toBeNull()
  })

  it('a session whose time is over is no session', async () => {
    expect(await sessionOf(config, ada, { origin, expires: new Date(now - 60_000) })).toBeNull()
  })

  it('a session cannot outlive `session.maxAge`', async () => {
    const late = signInAs(config, ada, { origin, expires: new Date(now + month + 1000) })
    await expect(late).rejects.toThrow('at most 2592000 seconds from now')
  })
})

describe('what cannot be signed in', () => {
  it.each([
    ['false', () => false, 'AccessDenied'],
    ['a URL', () => '/waiting-list', 'redirected to https://app.test/waiting-list'],
  ])('is refused if the `signIn` callback returns %s', async (_name, signIn, message) => {
    const { config } = makeApp({ callbacks: { signIn } })
    const refused = signInAs(config, ada, { origin }).catch((error: unknown) => String(error))
    expect(await refused).toContain(message)
  })

  it('is refused if the `jwt` callback returns null', async () => {
    const { config } = makeApp({ callbacks: { jwt: () => null } })
    await expect(signInAs(config, ada, { origin })).rejects.toMatchObject({ type: 'AccessDenied' })
  })

  it('names the providers if the id is unknown', async () => {
    const { config } = makeApp()
    await expect(signInAs(config, ada, { origin, provider: 'google' })).rejects.toThrow(
      'There is no provider "google". The config has "credentials".',
    )
  })

  it('reports an invalid config', async () => {
    const { config } = makeApp({ secret: 'short' })
    await expect(signInAs(config, ada, { origin })).rejects.toMatchObject({ type: 'WeakSecret' })
  })

  it('refuses an origin that the config does not have', async () => {
    const { config } = makeApp({ origin: 'https://app.test' })
    const elsewhere = signInAs(config, ada, { origin: 'https://other.test' })
    await expect(elsewhere).rejects.toMatchObject({ type: 'MisdirectedRequest' })
  })
})

describe('the environment', () => {
  it('gives the secret and the origin that the config leaves out', async () => {
    vi.stubEnv('AUTH_SECRET', secret)
    vi.stubEnv('AUTH_URL', 'https://from-env.test')
    const config = makeApp({ secret: undefined }).config
    const { storageState } = await signInAs(config, ada)
    vi.unstubAllEnvs()
    expect(storageState.cookies[0]?.domain).toBe('from-env.test')
    expect(config.secret).toBeUndefined()
  })

  it('is not needed on localhost', async () => {
    expect(await sessionOf(makeApp().config, ada, {})).not.toBeNull()
  })
})

const github = {
  id: 'github',
  name: 'GitHub',
  type: 'oauth',
  clientId: 'id',
  clientSecret: 'secret',
  authorization: 'https://github.test/authorize',
  token: 'https://github.test/token',
  userinfo: 'https://github.test/user',
} as const

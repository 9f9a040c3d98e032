import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { prepareConfig } from '../../../src/config/resolve.js'
import { Auth, signIn } from '../../../src/core.js'
import { logText, requestFrom } from '../../support/apps/accounts-app.js'
import { Browser } from '../../support/browser.js'
import { recordingProvider } from '../../support/apps/mail-app.js'
import type { VerificationRequestParams } from '../../../src/model/email.js'
import { attempt, makeLimitApp, type LimitApp } from './limit-app.js'

const open = 302
const held = 429
const client = { attempts: 3, seconds: 60 }

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

let name = 0

/** An attempt with a name that was not tried before. */
async function tryFrom(
  app: LimitApp,
  address: string | undefined,
  headers: Readonly<Record<string, string>> = {},
): Promise<number> {
  name += 1
  const fields = { username: `user-${name}`, password: 'x' }
  return (await attempt(app.from(address, headers), fields)).status
}

async function tryAll(
  app: LimitApp,
  visits: readonly (readonly [string | undefined, Readonly<Record<string, string>>?])[],
): Promise<readonly number[]> {
  const statuses: number[] = []
  for (const [address, headers] of visits) statuses.push(await tryFrom(app, address, headers))
  return statuses
}

const fourth = [open, open, open, held]
const none = [open, open, open, open]

describe('EM5, PW2: attempts of one client', () => {
  it('are held up after sixty in five minutes', async () => {
    const app = makeLimitApp()
    for (let count = 0; count < 60; count++) expect(await tryFrom(app, '203.0.113.1')).toBe(open)
    expect(await tryFrom(app, '203.0.113.1')).toBe(held)
    expect(await tryFrom(app, '203.0.113.2')).toBe(open)
    vi.setSystemTime(Date.now() + 300_000)
    expect(await tryFrom(app, '203.0.113.1')).toBe(open)
  })

  it('are as many as the application wants', async () => {
    const app = makeLimitApp({ limits: { client } })
    const ip = ['203.0.113.1'] as const
    expect(await tryAll(app, [ip, ip, ip, ip])).toEqual(fourth)
  })

  it('do not call `authorize` when they are too many, and do not lock a name', async () => {
    const app = makeLimitApp({ limits: { client, identifier: { attempts: 5, seconds: 60 } } })
    const fields = { username: 'ada', password: 'x' }
    for (let count = 0; count < 20; count++) await attempt(app.from('203.0.113.1'), fields)
    expect(app.tried).toHaveLength(3)
    expect((await attempt(app.from('203.0.113.2'), fields)).status).toBe(open)
  })

  it.each([
    ['X-Forwarded-For', 'x-forwarded-for'],
    ['Forwarded', 'forwarded'],
    ['X-Real-IP', 'x-real-ip'],
    ['CF-Connecting-IP', 'cf-connecting-ip'],
    ['True-Client-IP', 'true-client-ip'],
  ])('count together whatever %s says', async (_, header) => {
    const app = makeLimitApp({ limits: { client } })
    const visits = [1, 2, 3, 4].map(
      (at) => ['203.0.113.1', { [header]: `198.51.100.${at}` }] as const,
    )
    expect(await tryAll(app, visits)).toEqual(fourth)
  })

  it('behind one proxy go by what it wrote last', async () => {
    const app = makeLimitApp({ limits: { client }, trustedProxies: 1 })
    const visits = [1, 2, 3, 4].map((at) => {
      const list = `198.51.100.${at}, 203.0.113.1`
      return [`10.0.0.${at}`, { 'x-forwarded-for': list }] as const
    })
    expect(await tryAll(app, visits)).toEqual(fourth)
    expect(await tryFrom(app, '10.0.0.1', { 'x-forwarded-for': '203.0.113.2' })).toBe(open)
  })

  it('behind two proxies go by what the first of them wrote', async () => {
    const app = makeLimitApp({ limits: { client }, trustedProxies: 2 })
    const visits = [1, 2, 3, 4].map((at) => {
      const list = `198.51.100.${at}, 203.0.113.1, 10.1.1.${at}`
      return ['10.0.0.1', { 'x-forwarded-for': list }] as const
    })
    expect(await tryAll(app, visits)).toEqual(fourth)
    const other = { 'x-forwarded-for': '203.0.113.1, 203.0.113.2, 10.1.1.1' }
    expect(await tryFrom(app, '10.0.0.1', other)).toBe(open)
  })

  it('B15: from one network of 64 bits count together, from another apart', async () => {
    const app = makeLimitApp({ limits: { client } })
    const addresses = [
      '2001:db8:1:2::1',
      '2001:DB8:1:2::2',
      '2001:0db8:1:2:ffff::',
      '2001:db8:1:2:3:4:5:6',
    ]
    expect(
      await tryAll(
        app,
        addresses.map((one) => [one] as const),
      ),
    ).toEqual(fourth)
    expect(await tryFrom(app, '2001:db8:1:3::1')).toBe(open)
  })

  it('B15: from an IPv4 address count together with those from it by IPv6', async () => {
    const app = makeLimitApp({ limits: { client } })
    const addresses = [
      '203.0.113.1',
      '::ffff:203.0.113.1',
      '::FFFF:203.0.113.1',
      '::ffff:cb00:7101',
    ]
    expect(
      await tryAll(
        app,
        addresses.map((one) => [one] as const),
      ),
    ).toEqual(fourth)
  })

  it.each([undefined, 'unknown', '10.0.0.1'])(
    'are not counted if the client cannot be identified: %s',
    async (address) => {
      const app = makeLimitApp({ limits: { client } })
      const visit = [address] as const
      expect(await tryAll(app, [visit, visit, visit, visit])).toEqual(none)
    },
  )

  it('of every kind count together: passwords, mails and codes', async () => {
    const sent: VerificationRequestParams[] = []
    const mail = recordingProvider(sent, { codeLength: 6 })
    const { config } = makeLimitApp()
    const app = makeLimitApp({
      providers: [...config.providers, mail],
      adapter: memoryAdapter(),
      limits: { client },
    })
    const browser = app.from('203.0.113.1')
    const csrfToken = await browser.csrfToken()
    const post = async (path: string, fields: object): Promise<number> =>
      (await browser.postJson(path, { csrfToken, ...fields })).status
    const passwords = { username: 'zed', password: 'x' }
    const ask = { email: 'zed@example.test' }
    expect(await post('/auth/callback/credentials', passwords)).toBe(open)
    expect(await post('/auth/signin/mail', ask)).toBe(open)
    expect(await post('/auth/callback/mail', { code: '000000' })).toBe(open)
    expect(await post('/auth/callback/mail', { code: '000000' })).toBe(held)
    expect(await post('/auth/signin/mail', ask)).toBe(held)
    expect(await post('/auth/callback/credentials', passwords)).toBe(held)
    expect(sent).toHaveLength(1)
  })

  it('are counted for calls in the process by the address that they are given', async () => {
    const app = makeLimitApp({ limits: { client } })
    const call = async (clientAddress: string): Promise<string> => {
      name += 1
      const fields = { username: `user-${name}`, password: 'x' }
      const given = { providerId: 'credentials', fields, clientAddress }
      const { data } = await signIn(requestFrom(app.browser()), app.config, given)
      return data.ok ? 'ok' : data.error.type
    }
    const kinds: string[] = []
    for (let count = 0; count < 4; count++) kinds.push(await call('203.0.113.1'))
    expect(kinds).toEqual([
      'CredentialsSignin',
      'CredentialsSignin',
      'CredentialsSignin',
      'TooManyRequests',
    ])
    expect(await call('203.0.113.2')).toBe('CredentialsSignin')
  })

  it('are told in the log, with what to do if they are everybody’s', async () => {
    const app = makeLimitApp({ limits: { client } })
    const ip = ['203.0.113.1'] as const
    await tryAll(app, [ip, ip, ip])
    expect(app.codes('warn')).toEqual([])
    await tryAll(app, [ip])
    expect(app.codes('warn')).toEqual(['client-limit-reached'])
    expect(logText(app)).toMatch(/203\.0\.113\.1.*`trustedProxies`/)
  })

  const hint = 'client-address-unknown'

  it.each<[string, string | undefined, number, Readonly<Record<string, string>>, RegExp]>([
    ['behind an undeclared proxy', '10.0.0.1', 0, {}, /`trustedProxies`/],
    ['when the server tells no address', undefined, 0, {}, /`trustedProxies`/],
    ['when a declared proxy adds no entry', '10.0.0.1', 1, {}, /`trustedProxies` is 1/],
    [
      'when there are fewer proxies than declared',
      '10.0.0.1',
      2,
      { 'x-forwarded-for': '203.0.113.1' },
      /`trustedProxies` is 2/,
    ],
  ])('are not counted %s, and the log says so once', async (_, address, proxies, headers, cure) => {
    const app = makeLimitApp({ limits: { client }, trustedProxies: proxies })
    expect(app.codes('warn')).toEqual([])
    const visit = [address, headers] as const
    expect(await tryAll(app, [visit, visit, visit, visit])).toEqual(none)
    expect(app.codes('warn')).toEqual([hint])
    expect(logText(app)).toMatch(cure)
    expect(logText(app)).not.toContain('10.0.0.1')
  })

  it('are not counted in development, where the log says nothing', async () => {
    const app = makeLimitApp({ limits: { client } })
    for (const origin of ['http://localhost:5173', 'http://127.0.0.1:3000']) {
      await attempt(app.browser(origin), { username: 'ada', password: 'x' })
    }
    expect(app.codes('warn')).toEqual([])
  })

  it('are not missed where the application wants no limits', async () => {
    const app = makeLimitApp({ limits: false })
    await tryFrom(app, undefined)
    expect(app.codes('warn')).toEqual([])
  })

  it('are missed once an initializer, though each request has a config of its own', async () => {
    const app = makeLimitApp({ limits: { client } })
    const owner = {}
    for (let request = 0; request < 3; request++) {
      const prepared = await prepareConfig(
        () => ({ ...app.config }),
        { get: () => undefined },
        owner,
      )
      const browser = new Browser((one) => Auth(one, prepared))
      await attempt(browser, { username: `user-${request}`, password: 'x' })
    }
    expect(app.codes('warn')).toEqual([hint])
  })

  it('do not limit requests that only read', async () => {
    const app = makeLimitApp({ limits: { client } })
    const ip = ['203.0.113.1'] as const
    await tryAll(app, [ip, ip, ip, ip])
    const browser = app.from('203.0.113.1')
    for (const path of ['/auth/signin', '/auth/session', '/auth/csrf', '/auth/providers'])
      expect((await browser.fetch(path)).status).toBe(200)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createMemoryLimits } from '../../../src/config/memory-limits.js'
import { Auth } from '../../../src/core.js'
import type { Attempt, AttemptCount, LimitsOptions } from '../../../src/model/limits.js'
import { connectionLost, watch, without } from '../../support/adapters/watched-adapter.js'
import { logText } from '../../support/apps/accounts-app.js'
import { makeApp, olderSecret, type App } from '../../support/apps/app.js'
import { attempt, attemptAll, makeLimitApp, times } from './limit-app.js'

const open = 302
const held = 429
const rate = { attempts: 2, seconds: 60 }
const jwt = { strategy: 'jwt' } as const

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

/** A name that no other test counts: the memory of the process is one. */
function someone(): { readonly username: string; readonly password: string } {
  return { username: crypto.randomUUID(), password: 'x' }
}

describe('the store that counts attempts', () => {
  it('is the store of the application, which learns no names', async () => {
    const store = watch(memoryAdapter())
    const app = makeLimitApp({ adapter: store.adapter, session: jwt, limits: { identifier: rate } })
    const browser = app.from('203.0.113.1')
    const fields = { username: 'somebody', password: 'x' }
    expect(await attemptAll(browser, times(3, fields))).toEqual([open, open, held])
    expect(store.count('countAttempt')).toBe(0)
    expect(app.counts.attempts).toHaveLength(6)
    const [client, identifier] = app.counts.attempts
    expect(client?.key).not.toBe(identifier?.key)
    expect(identifier).toEqual({
      key: expect.stringMatching(/^[\w-]{43,64}$/),
      now: new Date(Date.now()),
      expires: new Date(Date.now() + 60_000),
    })
    const bytes = await crypto.subtle.digest(
      'SHA-256',
      new TextEncoder().encode(JSON.stringify(['client', '/auth', '203.0.113.1'])),
    )
    expect(client?.key).not.toBe(Buffer.from(bytes).toString('hex'))
    expect(JSON.stringify(app.counts.attempts)).not.toMatch(/somebody|203\.0/)
  })

  it('is called as a method', async () => {
    class Store {
      readonly inner = createMemoryLimits()
      async countAttempt(attempt_: Attempt): Promise<AttemptCount> {
        return this.inner.countAttempt(attempt_)
      }
    }
    const app = makeLimitApp({ limits: { identifier: rate, store: new Store() } })
    expect(await attemptAll(app.browser(), times(3, someone()))).toEqual([open, open, held])
    expect(app.codes('error')).toEqual([])
  })

  it('is the adapter that can count', async () => {
    const store = watch(memoryAdapter())
    const limits = { identifier: rate, store: undefined }
    const app = makeLimitApp({ adapter: store.adapter, session: jwt, limits })
    expect(await attemptAll(app.browser(), times(3, someone()))).toEqual([open, open, held])
    expect(store.count('countAttempt')).toBe(3)
  })

  it('is the memory of the process with an adapter that cannot, and without any', async () => {
    const fields = someone()
    const limits = { identifier: rate, store: undefined }
    const one = makeLimitApp({ limits })
    const adapter = without(memoryAdapter(), 'countAttempt')
    const two = makeLimitApp({ limits, adapter, session: jwt })
    expect((await attempt(one.browser(), fields)).status).toBe(open)
    expect((await attempt(two.browser(), fields)).status).toBe(open)
    expect((await attempt(one.browser(), fields)).status).toBe(held)
  })

  it('counts separately for each app of the process and each base path', async () => {
    const fields = someone()
    const limits = { identifier: rate, store: undefined }
    const one = makeLimitApp({ limits })
    await attemptAll(one.browser(), times(3, fields))
    const two = makeLimitApp({ limits, secret: olderSecret })
    expect((await attempt(two.browser(), fields)).status).toBe(open)
    const three = makeLimitApp({ limits, basePath: '/other' })
    const browser = three.browser()
    const { csrfToken } = (await (await browser.fetch('/other/csrf')).json()) as Record<
      string,
      string
    >
    const response = await browser.postJson('/other/callback/credentials', { csrfToken, ...fields })
    expect(response.status).toBe(open)
  })

  it('is the memory of the process while the store is away, and the log says so', async () => {
    const limits = { identifier: rate, store: { countAttempt: connectionLost } }
    const app = makeLimitApp({ limits })
    const fields = someone()
    expect(await attemptAll(app.browser(), times(3, fields))).toEqual([open, open, held])
    expect(app.codes('error').length).toBe(3)
    expect(logText(app)).toContain('ECONNREFUSED')
  })

  it('is the memory of the process when the store rejects', async () => {
    const store = { countAttempt: () => Promise.reject(new Error('away')) }
    const app = makeLimitApp({ limits: { identifier: rate, store } })
    expect(await attemptAll(app.browser(), times(3, someone()))).toEqual([open, open, held])
  })

  it.each<[string, unknown]>([
    ['nothing', undefined],
    ['null', null],
    ['no count', { expires: new Date() }],
    ['a count in words', { count: 'x', expires: new Date() }],
    ['no end', { count: 3 }],
    ['an end that is no date', { count: 3, expires: 'soon' }],
  ])('is the memory of the process when the store answers with %s', async (_, answer) => {
    const store = { countAttempt: () => answer as AttemptCount }
    const app = makeLimitApp({ limits: { identifier: rate, store } })
    const browser = app.browser()
    const fields = someone()
    expect(await attemptAll(browser, times(2, fields))).toEqual([open, open])
    const response = await attempt(browser, fields)
    expect(response.status).toBe(held)
    expect(response.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(app.codes('error').length).toBeGreaterThan(0)
  })

  it.each([
    ['text', (date: Date) => date.toISOString()],
    ['milliseconds', (date: Date) => date.getTime()],
  ])('may return its end as %s', async (_, write) => {
    const inner = createMemoryLimits()
    const store = {
      countAttempt: async (one: Attempt): Promise<AttemptCount> => {
        const { count, expires } = await inner.countAttempt(one)
        return { count, expires: write(expires) as unknown as Date }
      },
    }
    const app = makeLimitApp({ limits: { identifier: rate, store } })
    const browser = app.browser()
    await attemptAll(browser, times(2, wrongOf('ada')))
    const response = await attempt(browser, wrongOf('ada'))
    expect([response.status, response.headers.get('retry-after')]).toEqual([held, '60'])
  })

  it('asks the client to wait one second, not zero, when the end has just come', async () => {
    const store = { countAttempt: () => ({ count: 99, expires: new Date(Date.now() - 5000) }) }
    const app = makeLimitApp({ limits: { store } })
    const response = await attempt(app.browser(), someone())
    expect(response.headers.get('retry-after')).toBe('1')
  })
})

function wrongOf(username: string): { readonly username: string; readonly password: string } {
  return { username, password: 'wrong' }
}

describe('the memory of the process', () => {
  const at = (now: number, key = 'a'): Attempt => ({
    key,
    now: new Date(now),
    expires: new Date(now + 1000),
  })

  it('counts until the end that the first attempt set, and begins again', async () => {
    const limits = createMemoryLimits()
    expect(await limits.countAttempt(at(0))).toEqual({ count: 1, expires: new Date(1000) })
    expect(await limits.countAttempt(at(999))).toEqual({ count: 2, expires: new Date(1000) })
    expect(await limits.countAttempt(at(1000))).toEqual({ count: 1, expires: new Date(2000) })
  })

  it('counts keys apart', async () => {
    const limits = createMemoryLimits()
    await limits.countAttempt(at(0))
    expect((await limits.countAttempt(at(0, 'b'))).count).toBe(1)
    expect((await limits.countAttempt(at(0))).count).toBe(2)
  })

  it('forgets what fifty thousand others came after, and nothing that is tried now', async () => {
    const limits = createMemoryLimits()
    const flood = (from: number, to: number): void => {
      for (let key = from; key < to; key++) void limits.countAttempt(at(0, `${key}`))
    }
    await limits.countAttempt(at(0, 'old'))
    await limits.countAttempt(at(0, 'busy'))
    flood(0, 20_000)
    expect((await limits.countAttempt(at(0, 'busy'))).count).toBe(2)
    flood(20_000, 40_000)
    expect((await limits.countAttempt(at(0, 'busy'))).count).toBe(3)
    flood(40_000, 50_010)
    expect((await limits.countAttempt(at(0, 'old'))).count).toBe(1)
    expect((await limits.countAttempt(at(0, 'busy'))).count).toBe(4)
  })
})

describe('limits with mistakes', () => {
  async function refusal(overrides: Partial<App['config']>): Promise<string> {
    const app = makeApp(overrides)
    const response = await Auth(new Request('https://app.test/auth/signin'), app.config)
    expect(response.status).toBe(500)
    expect(new Set(app.codes('error'))).toEqual(new Set(['InvalidConfig']))
    return logText(app)
  }

  it.each([null, true, 5, 'no', () => ({})])('are refused when they are %j', async (limits) => {
    expect(await refusal({ limits: limits as never })).toMatch(/`limits`.*an object or false, got/)
  })

  const names = ['identifier', 'client', 'mail', 'allMails'] as const
  const rates = [
    null,
    5,
    {},
    { attempts: 5 },
    { seconds: 5 },
    { attempts: 0, seconds: 5 },
    { attempts: 5, seconds: 0 },
    { attempts: -1, seconds: 5 },
    { attempts: 1.5, seconds: 5 },
    { attempts: 5, seconds: 1.5 },
    { attempts: '5', seconds: 5 },
    { attempts: Infinity, seconds: 5 },
    { attempts: Number.NaN, seconds: 5 },
  ]
  it.each(names.flatMap((name) => rates.map((given) => [name, given] as const)))(
    'are refused when `%s` is %j',
    async (name, given) => {
      const limits = { [name]: given } as unknown as LimitsOptions
      expect(await refusal({ limits })).toContain(`\`limits.${name}\``)
    },
  )

  it.each([null, {}, 5, { countAttempt: 5 }])('are refused when the store is %j', async (store) => {
    expect(await refusal({ limits: { store: store as never } })).toMatch(
      /`limits\.store`.*`countAttempt`/,
    )
  })

  it('are all named at once', async () => {
    const text = await refusal({
      limits: { mail: {} as never, client: {} as never },
      trustedProxies: -1,
    })
    for (const name of ['limits.mail', 'limits.client', 'trustedProxies'])
      expect(text).toContain(name)
  })

  it.each([-1, 1.5, true, '1', null, Infinity])(
    'are refused when `trustedProxies` is %j',
    async (given) => {
      expect(await refusal({ trustedProxies: given as never })).toMatch(
        /`trustedProxies` to be how many proxies there are, got/,
      )
    },
  )

  it.each<Partial<App['config']>>([
    { limits: undefined, trustedProxies: undefined },
    { limits: false, trustedProxies: 0 },
    { limits: {}, trustedProxies: 2 },
    { limits: { identifier: undefined, mail: { attempts: 1, seconds: 1 } } },
  ])('are accepted if they are valid: %j', async (overrides) => {
    const app = makeApp(overrides)
    const response = await Auth(new Request('https://app.test/auth/signin'), app.config)
    expect(response.status).toBe(200)
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { makeApp } from '../../support/apps/app.js'
import { openDatabase } from './database.js'
import { openSite, pass, postForm, sessionAt, signInAt, type Site } from './side-by-side.js'

const day = 24 * 60 * 60
const origin = 'https://app.test'

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] })
})

afterEach(() => {
  vi.useRealTimers()
})

describe.each(['jwt', 'database'] as const)(
  'servers behind a proxy that ends TLS, with the strategy %s',
  (strategy) => {
    const open = (useSecureCookies?: boolean): Promise<Site> =>
      openSite({
        origin,
        hasTlsProxy: true,
        adapter: memoryAdapter(),
        strategy,
        ours: { origin, useSecureCookies },
      })

    it.each(['old', 'new'] as const)(
      'share the session of a sign-in at the %s server with useSecureCookies: false',
      async (first) => {
        const site = await open(false)
        await signInAt(site, first, first)
        for (const server of ['new', 'old', 'new', 'old', 'old'] as const) {
          pass(2 * day)
          expect(await sessionAt(site, server), server).not.toBeNull()
          expect(site.sessionCookies()).toEqual(['authjs.session-token'])
        }
        site.turnTo('new')
        await postForm(site, '/auth/signout', { csrfToken: await site.browser.csrfToken() })
        expect(site.sessionCookies()).toEqual([])
        expect(await sessionAt(site, 'old')).toBeNull()
      },
    )

    it('do not share a session without that option', async () => {
      const site = await open()
      await signInAt(site, 'new', 'new')
      expect(await sessionAt(site, 'old')).toBeNull()
    })
  },
)

describe('a database session of Auth.js before 0.19', () => {
  it.each([
    ['https://app.test', '__Secure-next-auth.session-token'],
    ['http://localhost:3000', 'next-auth.session-token'],
  ])('is kept on %s if the config names its cookie', async (at, name) => {
    const adapter = await openDatabase()
    const user = { id: crypto.randomUUID(), email: 'ada@example.test', emailVerified: null }
    const { id: userId = '' } = (await adapter.createUser?.(user)) ?? {}
    const sessionToken = crypto.randomUUID()
    const expires = new Date(Date.now() + 30 * day * 1000)
    await adapter.createSession?.({ sessionToken, userId, expires })

    const sessionOf = async (cookies: object): Promise<object | null> => {
      const browser = makeApp({ adapter, cookies, session: { strategy: 'database' } }).browser(at)
      browser.plant(name, sessionToken)
      return browser.session()
    }
    expect(await sessionOf({})).toBeNull()
    const session = await sessionOf({ sessionToken: { name } })
    expect(session).toMatchObject({ user: { email: 'ada@example.test' } })
  })
})

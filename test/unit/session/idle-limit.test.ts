import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AuthConfig } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { ada, login, makeApp } from '../../support/apps/app.js'
import { isLong } from '../../support/long-run.js'

const minute = 60
const hour = 60 * minute
const day = 24 * hour

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) }))
afterEach(() => void vi.useRealTimers())

type SessionConfig = NonNullable<AuthConfig['session']>
type Kind = 'jwt' | 'jwt with an adapter' | 'database'

const kinds: readonly Kind[] = ['jwt', 'jwt with an adapter', 'database']
const maxAges = [20, minute, 10 * minute, hour, day, 7 * day, undefined]
const updateAges = [undefined, 0, 1, minute, hour, day, 60 * day]
/** How much of the idle time passes between two visits. */
const pauses = isLong ? [0.05, 0.2, 0.34, 0.5, 0.75, 0.95] : [0.34, 0.75, 0.95]
/** How much of the idle time passes before the first visit. */
const firstPauses = isLong ? [0.1, 0.24, 0.25, 0.4, 0.6, 0.9] : [0.24, 0.25, 0.9]

async function signIn(
  kind: Kind,
  session: SessionConfig,
  cookies?: AuthConfig['cookies'],
): Promise<Browser> {
  const strategy = kind === 'database' ? 'database' : 'jwt'
  const adapter = kind === 'jwt' ? undefined : memoryAdapter()
  await adapter?.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  const browser = makeApp({ adapter, cookies, session: { strategy, ...session } }).browser()
  await browser.signIn(login)
  return browser
}

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

async function isSignedIn(browser: Browser): Promise<boolean> {
  return (await (await browser.fetch('/auth/session')).json()) !== null
}

describe.each(kinds)('`session.maxAge` with sessions of the kind "%s"', (kind) => {
  it('a visit every ten minutes keeps a session with `maxAge: 3600` for three days', async () => {
    const browser = await signIn(kind, { maxAge: hour })
    for (let passed = 0; passed < 3 * day; passed += 10 * minute) {
      wait(10 * minute)
      expect(await isSignedIn(browser), `after ${passed} s`).toBe(true)
    }
    wait(hour + minute)
    expect(await isSignedIn(browser)).toBe(false)
  })

  describe.each(maxAges)('%s seconds', (maxAge) => {
    const idle = maxAge ?? 30 * day

    it.each(updateAges)(
      'regular visits keep the session when `updateAge` is %s',
      async (updateAge) => {
        for (const share of pauses) {
          const browser = await signIn(kind, { maxAge, updateAge })
          const pause = Math.floor(idle * share)
          for (let visit = 1; visit * pause < Math.min(4 * idle, 360 * day); visit++) {
            wait(pause)
            expect(await isSignedIn(browser), `visit ${visit}, every ${pause} s`).toBe(true)
          }
          wait(idle + minute)
          expect(await isSignedIn(browser)).toBe(false)
        }
      },
    )

    it.each(updateAges)(
      'three quarters of it may pass after any visit when `updateAge` is %s',
      async (updateAge) => {
        for (const share of firstPauses) {
          const browser = await signIn(kind, { maxAge, updateAge })
          wait(Math.floor(idle * share))
          expect(await isSignedIn(browser)).toBe(true)
          wait(Math.floor(idle * 0.75) - 1)
          expect(await isSignedIn(browser), `first visit after ${share} of it`).toBe(true)
        }
      },
    )
  })
})

describe.each(kinds)(
  'a session cookie with its own `maxAge` and sessions of the kind "%s"',
  (kind) => {
    const cookies = { sessionToken: { options: { maxAge: hour } } }

    it('a visit every ten minutes keeps the session, also near its absolute end', async () => {
      const browser = await signIn(kind, { absoluteMaxAge: 2 * day }, cookies)
      for (let passed = 0; passed < 2 * day - 20 * minute; passed += 10 * minute) {
        wait(10 * minute)
        expect(await isSignedIn(browser), `after ${passed} s`).toBe(true)
      }
    })

    it('the session ends with the cookie', async () => {
      const browser = await signIn(kind, {}, cookies)
      const { expires } = (await browser.session()) ?? {}
      expect(expires).toBe(new Date(Date.now() + hour * 1000).toISOString())
      wait(hour + minute)
      expect(await isSignedIn(browser)).toBe(false)
    })

    it('a cookie that outlives `session.maxAge` does not extend the session', async () => {
      const browser = await signIn(kind, { maxAge: 10 * minute }, cookies)
      wait(11 * minute)
      expect(await isSignedIn(browser)).toBe(false)
    })
  },
)

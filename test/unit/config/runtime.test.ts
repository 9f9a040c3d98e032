import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  createRuntime,
  prepareConfig,
  revokeSessionsOfUser,
  withRuntime,
  type AuthConfig,
} from '../../../src/core.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { ada, login, passwordProvider, secret, sessionCookie } from '../../support/apps/app.js'

const day = 24 * 60 * 60
const begin = Date.UTC(2030, 0, 1)

const given: AuthConfig = {
  secret,
  trustHost: true,
  providers: [passwordProvider],
  session: { strategy: 'jwt' },
}

/** A clock that a test moves. */
function createClock() {
  let now = begin
  return {
    read: () => now,
    wait: (seconds: number) => void (now += seconds * 1000),
  }
}

/** A browser in which Ada has signed in. */
async function enter(config: AuthConfig): Promise<Browser> {
  const browser = openBrowser(config)
  await browser.signIn(login)
  expect(browser.cookie(sessionCookie)).toBeDefined()
  return browser
}

/** The same token in front of another config. */
function copyInto(config: AuthConfig, browser: Browser): Browser {
  const copy = openBrowser(config)
  copy.plant(sessionCookie, decodeURIComponent(browser.cookie(sessionCookie) ?? ''))
  return copy
}

describe('a runtime', () => {
  it('has the clock that a test passes', async () => {
    const clock = createClock()
    const config = withRuntime(given, createRuntime({ clock: clock.read }))
    const browser = await enter(config)
    const token = browser.cookie(sessionCookie)
    expect((await browser.session())?.expires).toBe(new Date(begin + 30 * day * 1000).toISOString())
    clock.wait(2 * day)
    await browser.session()
    expect(browser.cookie(sessionCookie)).not.toBe(token)
    const copy = copyInto(config, browser)
    clock.wait(31 * day)
    expect(await copy.session()).toBeNull()
  })

  it('has the random bytes that a test passes', async () => {
    const adapter = memoryAdapter()
    await adapter.createUser({ ...ada, email: ada.email ?? '', emailVerified: null })
    const random = (bytes: number): Uint8Array => new Uint8Array(bytes).fill(7)
    const clock = createClock()
    const runtime = createRuntime({ random, clock: clock.read })
    const browser = await enter(
      withRuntime({ ...given, adapter, session: { strategy: 'database' } }, runtime),
    )
    expect(browser.cookie(sessionCookie)).toMatch(new RegExp(`^${'07'.repeat(32)}[\\da-f]{8}$`))
  })

  it('keeps what it knows about a database to itself, as another process does', async () => {
    const clock = createClock()
    const adapter = memoryAdapter()
    await adapter.createUser({ ...ada, email: ada.email ?? '', emailVerified: null })
    const [one, other] = [0, 1].map(() =>
      withRuntime({ ...given, adapter }, createRuntime({ clock: clock.read })),
    )
    if (!one || !other) throw new Error('There are two.')
    const browser = await enter(one)
    expect(await browser.session()).not.toBeNull()
    await revokeSessionsOfUser(other, ada.id)
    clock.wait(59)
    expect(await browser.session()).not.toBeNull()
    clock.wait(1)
    expect(await browser.session()).toBeNull()
  })

  it('is that of every copy of its config', async () => {
    const clock = createClock()
    const config = withRuntime(given, createRuntime({ clock: clock.read }))
    const browser = await enter({ ...config })
    clock.wait(31 * day)
    expect(await copyInto({ ...config }, browser).session()).toBeNull()
  })

  it('counts attempts for its owner, whatever config a request brings', async () => {
    const attempt = async (config: AuthConfig): Promise<number> => {
      const browser = openBrowser(config)
      const csrfToken = await browser.csrfToken()
      const fields = { ...login, password: 'wrong', csrfToken }
      return (await browser.postJson('/auth/callback/credentials', fields)).status
    }
    const load = (owner: object): Promise<AuthConfig> =>
      prepareConfig(() => ({ ...given }), { get: () => undefined }, owner)
    const [one, other] = [{}, {}]
    const statuses: number[] = []
    for (let at = 0; at < 11; at++) statuses.push(await attempt(await load(one)))
    expect(statuses.slice(0, 10)).not.toContain(429)
    expect(statuses[10]).toBe(429)
    expect(await attempt(await load(other))).not.toBe(429)
  })
})

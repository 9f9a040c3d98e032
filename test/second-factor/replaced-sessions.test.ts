import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { listSessions, revokeSession, setPassword, signOut } from '../../src/core.js'
import { authenticatorApp } from '../../src/factors.js'
import type { Adapter } from '../../src/model/adapter.js'
import Password from '../../src/providers/password.js'
import { requestFrom } from '../accounts/accounts-app.js'
import type { Browser } from '../browser.js'
import { makeApp, type App } from '../engine/app.js'
import { cheap, email, password } from '../passwords/password-app.js'
import { setUp, useClock } from './factor-app.js'

const clock = useClock()

interface Site {
  readonly app: App
  readonly adapter: Adapter
  /** Signs in with the password. */
  begin(): Promise<Browser>
  /** Does something just before the next session is written. */
  beforeNextSession(run: () => Promise<unknown>): void
  countSessions(browser: Browser): Promise<number>
}

async function makeSite(
  strategy: 'database' | 'jwt',
  change: (adapter: Adapter) => Adapter = (adapter) => adapter,
): Promise<Site> {
  const memory = memoryAdapter()
  let intrude: (() => Promise<unknown>) | undefined
  const adapter: Adapter = {
    ...change(memory),
    createSession: async (session) => {
      const run = intrude
      intrude = undefined
      await run?.()
      return memory.createSession(session)
    },
  }
  const user = await memory.createUser({ id: 'ada', email, emailVerified: new Date() })
  const app = makeApp({
    adapter,
    providers: [Password({ hasher: cheap })],
    secondFactor: { methods: [authenticatorApp()] },
    session: { strategy },
  })
  await setPassword(app.config, user.id, password)
  clock.advance(5)
  return {
    app,
    adapter: memory,
    begin: async () => {
      const browser = app.browser()
      await post(browser, { email, password }, '/auth/callback/password')
      return browser
    },
    beforeNextSession: (run) => void (intrude = run),
    countSessions: async (browser) => (await listSessions(requestFrom(browser), app.config)).length,
  }
}

async function post(
  browser: Browser,
  fields: Readonly<Record<string, string>>,
  path: string,
): Promise<string> {
  const csrfToken = await browser.csrfToken()
  const headers = { 'x-auth-return-redirect': '1' }
  const response = await browser.postJson(path, { csrfToken, ...fields }, headers)
  const { error, url = '' } = (await response.json()) as { error?: string; url?: string }
  return error ?? url
}

const confirm = (browser: Browser): Promise<string> => post(browser, { password }, '/auth/confirm')

/** An adapter that does not say what it deletes, as many for Auth.js. */
function silent(adapter: Adapter): Adapter {
  return {
    ...adapter,
    deleteSession: async (token) => void (await adapter.deleteSession?.(token)),
  }
}

/** Does something just after the next list of sessions was read. */
function afterNextList(adapter: Adapter, intruder: { run?: () => Promise<unknown> }): Adapter {
  return {
    ...adapter,
    listSessionsByUserId: async (userId) => {
      const rows = (await adapter.listSessionsByUserId?.(userId)) ?? []
      const { run } = intruder
      delete intruder.run
      await run?.()
      return rows
    },
  }
}

describe.each(['database', 'jwt'] as const)('a session of the strategy %s', (strategy) => {
  it('that the owner ends does not outlive that by a confirmation under way', async () => {
    const site = await makeSite(strategy)
    const [owner, thief] = [await site.begin(), await site.begin()]
    const { config } = site.app
    const listed = await listSessions(requestFrom(owner), config)
    const theirs = listed.find(({ isCurrent }) => !isCurrent)
    site.beforeNextSession(() => revokeSession(requestFrom(owner), config, theirs?.id ?? ''))
    expect(await confirm(thief)).toBe('SessionRequired')
    expect(await thief.session()).toBeNull()
    expect(await site.countSessions(owner)).toBe(1)
  })

  it('is not said to have ended if a confirmation replaces it first', async () => {
    const intruder: { run?: () => Promise<unknown> } = {}
    const site = await makeSite(strategy, (adapter) => afterNextList(adapter, intruder))
    const [owner, thief] = [await site.begin(), await site.begin()]
    const { config } = site.app
    const findTheirs = async (): Promise<string> =>
      (await listSessions(requestFrom(owner), config)).find(({ isCurrent }) => !isCurrent)?.id ?? ''
    const former = await findTheirs()
    intruder.run = () => confirm(thief)
    expect(await revokeSession(requestFrom(owner), config, former)).toBe(false)
    expect(await thief.session()).not.toBeNull()
    expect(await revokeSession(requestFrom(owner), config, await findTheirs())).toBe(true)
    expect(await thief.session()).toBeNull()
  })

  it('that ends here does not outlive that by a confirmation under way', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const copy = browser.copy()
    site.beforeNextSession(() => signOut(requestFrom(copy), site.app.config))
    expect(await confirm(browser)).toBe('SessionRequired')
    expect(await browser.session()).toBeNull()
    expect(await site.adapter.listSessionsByUserId?.('ada')).toEqual([])
  })

  it('that ends while it sets up a factor leaves no factor behind', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const page = await browser.fetchPage('/auth/add-factor')
    const copy = browser.copy()
    site.beforeNextSession(() => signOut(requestFrom(copy), site.app.config))
    await setUp(browser, page)
    expect(await browser.session()).toBeNull()
    expect(await site.adapter.listFactorsByUserId?.('ada')).toEqual([])
  })

  it('is replaced once by two confirmations, and the later answer keeps the cookie', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const copy = browser.copy()
    site.beforeNextSession(() => confirm(copy))
    const before = browser.cookieHeader()
    expect(await confirm(browser)).toBe('SessionRequired')
    expect(await copy.session()).not.toBeNull()
    expect(await site.countSessions(copy)).toBe(1)
    const tokenOf = (header: string): string | undefined =>
      /session-token[^=]*=([^;]+)/.exec(header)?.[1]
    expect(tokenOf(browser.cookieHeader())).toBe(tokenOf(before))
  })

  it('is confirmed with an adapter that does not say what it deletes', async () => {
    const site = await makeSite(strategy, silent)
    const browser = await site.begin()
    const former = browser.copy()
    expect(await confirm(browser)).toMatch(/^https:/)
    expect(await browser.session()).not.toBeNull()
    expect(await former.session()).toBeNull()
    const copy = browser.copy()
    site.beforeNextSession(() => signOut(requestFrom(copy), site.app.config))
    expect(await confirm(browser)).toBe('SessionRequired')
    expect(await browser.session()).toBeNull()
  })
})

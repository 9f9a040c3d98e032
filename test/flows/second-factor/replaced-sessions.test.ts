import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  listSessions,
  revokeSession,
  setPassword,
  signOut,
  updateSession,
} from '../../../src/core.js'
import { authenticatorApp } from '../../../src/factors.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { User } from '../../../src/model/records.js'
import Credentials from '../../../src/providers/credentials.js'
import Password from '../../../src/providers/password.js'
import { requestFrom } from '../../support/apps/accounts-app.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'
import type { Browser } from '../../support/browser.js'
import { makeApp, type App } from '../../support/apps/app.js'
import { cheap, email, password } from '../../support/apps/password-app.js'
import { setUp, useClock } from '../../support/apps/factor-app.js'

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
      await postAsScript(browser, { email, password }, '/auth/callback/password')
      return browser
    },
    beforeNextSession: (run) => void (intrude = run),
    countSessions: async (browser) => (await listSessions(requestFrom(browser), app.config)).length,
  }
}

async function postAsScript(
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

const confirm = (browser: Browser): Promise<string> =>
  postAsScript(browser, { password }, '/auth/confirm')

function tokenOf(cookieHeader: string): string | undefined {
  return /session-token[^=]*=([^;]+)/.exec(cookieHeader)?.[1]
}

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

  it('that was replaced does not clear the new cookie', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const late = browser.copy()
    expect(await confirm(browser)).toMatch(/^https:/)
    const before = late.cookieHeader()
    expect(await late.session()).toBeNull()
    expect(await updateSession(requestFrom(late), site.app.config, {})).toEqual({
      data: null,
      cookies: [],
    })
    expect(late.cookieHeader()).toBe(before)
    clock.advance(61)
    expect(await late.session()).toBeNull()
    expect(tokenOf(late.cookieHeader())).toBeUndefined()
    expect(await browser.session()).not.toBeNull()
  })

  it('that a set-up or a new sign-in replaces does not clear the new cookie', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const [late, page] = [browser.copy(), await browser.fetchPage('/auth/add-factor')]
    await setUp(browser, page)
    expect(await late.session()).toBeNull()
    expect(tokenOf(late.cookieHeader())).toBeDefined()
    const other = await makeSite(strategy)
    const again = await other.begin()
    const former = again.copy()
    await postAsScript(again, { email, password }, '/auth/callback/password')
    expect(await former.session()).toBeNull()
    expect(tokenOf(former.cookieHeader())).toBeDefined()
  })

  it('that a change of the password replaces does not clear the new cookie', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const late = browser.copy()
    const fields = { currentPassword: password, password: 'a new and quite long password' }
    expect(await postAsScript(browser, fields, '/auth/change-password')).toMatch(/^https:/)
    expect(await late.session()).toBeNull()
    expect(tokenOf(late.cookieHeader())).toBeDefined()
    expect(await browser.session()).not.toBeNull()
  })

  it('that is replaced while a read renews it does not clear the new cookie', async () => {
    let beforeUpdate: (() => Promise<unknown>) | undefined
    const site = await makeSite(strategy, (adapter) => ({
      ...adapter,
      updateSession: async (row) => {
        const run = beforeUpdate
        beforeUpdate = undefined
        await run?.()
        return (await adapter.updateSession?.(row)) ?? null
      },
    }))
    const browser = await site.begin()
    clock.advance(2 * 24 * 60 * 60)
    // A step-up in another tab, which the server sees after the read has found the row.
    const [tab, late] = [browser.copy(), browser.copy()]
    beforeUpdate = () => confirm(tab)
    const before = tokenOf(late.cookieHeader())
    expect(await late.session()).toBeNull()
    expect(tokenOf(late.cookieHeader())).toBe(before)
    expect(await tab.session()).not.toBeNull()
  })

  it('that was replaced does not clear the new cookie, with an adapter of Auth.js', async () => {
    const adapter = authJsAdapter()
    const authorize = async (): Promise<User> =>
      (await adapter.getUserByEmail?.(email)) ?? { id: 'nobody' }
    const app = makeApp({ adapter, providers: [Credentials({ authorize })], session: { strategy } })
    await adapter.createUser?.({ id: 'ada', email, emailVerified: new Date() })
    const browser = app.browser()
    await postAsScript(browser, {}, '/auth/callback/credentials')
    const late = browser.copy()
    await postAsScript(browser, {}, '/auth/callback/credentials')
    expect(await late.session()).toBeNull()
    expect(tokenOf(late.cookieHeader())).toBeDefined()
    expect(await browser.session()).not.toBeNull()
  })

  it('that was ended clears its cookie', async () => {
    const site = await makeSite(strategy)
    const browser = await site.begin()
    const copy = browser.copy()
    await signOut(requestFrom(copy), site.app.config)
    expect(await browser.session()).toBeNull()
    expect(tokenOf(browser.cookieHeader())).toBeUndefined()
  })

  it('is replaced, also if the replacement cannot be recorded', async () => {
    let isBroken = false
    const site = await makeSite(strategy, (adapter) => ({
      ...adapter,
      createSession: async (row) => {
        if (isBroken && row.sessionToken.startsWith('mark:')) throw new Error('No room is left.')
        return (await adapter.createSession?.(row)) ?? row
      },
    }))
    const browser = await site.begin()
    const late = browser.copy()
    isBroken = true
    expect(await confirm(browser)).toMatch(/^https:/)
    expect(await browser.session()).not.toBeNull()
    expect(await late.session()).toBeNull()
  })

  it('does not clear the cookie if the database cannot say whether it was replaced', async () => {
    let isBroken = false
    const site = await makeSite(strategy, (adapter) => ({
      ...adapter,
      getSessionAndUser: async (key) => {
        if (isBroken && key.startsWith('mark:')) throw new Error('The connection was lost.')
        return (await adapter.getSessionAndUser?.(key)) ?? null
      },
    }))
    const browser = await site.begin()
    const late = browser.copy()
    await confirm(browser)
    isBroken = true
    expect(await late.session()).toBeNull()
    expect(tokenOf(late.cookieHeader())).toBeDefined()
  })

  it('that has a row is read without asking whether it was replaced', async () => {
    const asked: string[] = []
    const site = await makeSite(strategy, (adapter) => ({
      ...adapter,
      getSessionAndUser: async (key) => {
        asked.push(key)
        return (await adapter.getSessionAndUser?.(key)) ?? null
      },
    }))
    const browser = await site.begin()
    asked.length = 0
    expect(await browser.session()).not.toBeNull()
    expect(asked.filter((key) => key.startsWith('mark:'))).toEqual([])
  })
})

import { describe, expect, it, vi } from 'vitest'
import { createRuntime, withRuntime } from '../../../src/core.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { start } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  logText,
  makeAccountsApp,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import type { Call } from '../../support/adapters/watched-adapter.js'

/** Refuses a call so many times, as a node of Galera does that did not certify a transaction. */
function refuse(app: AccountsApp, name: Call['name'], times: number): void {
  let left = times
  app.store.before = (call) => {
    if (call.name !== name || left === 0) return
    left -= 1
    throw Object.assign(new Error('Deadlock found'), { errno: 1213 })
  }
}

/** Its pauses are recorded instead of waited for. */
function browserWithoutPauses(app: AccountsApp): { browser: Browser; pauses: number[] } {
  const pauses: number[] = []
  const sleep = async (milliseconds: number): Promise<void> => void pauses.push(milliseconds)
  const runtime = createRuntime({ sleep, random: (bytes) => new Uint8Array(bytes).fill(128) })
  return { browser: openBrowser(withRuntime(app.config, runtime), 'https://app.test'), pauses }
}

describe('a sign-up in conflict with another transaction', () => {
  it('runs again as a whole, and is told once', async () => {
    const app = await makeAccountsApp()
    refuse(app, 'linkAccount', 2)
    const { browser, pauses } = browserWithoutPauses(app)
    const response = await enter(app, browser)
    expect(response.headers.get('location')).toBe('https://app.test/welcome')
    expect(pauses).toEqual([20, 40])
    expect(app.told.map(({ name }) => name)).toEqual(['createUser', 'linkAccount', 'signIn'])
    expect(await app.store.countUsers()).toBe(1)
  })

  it('asks the visitor to try again if it keeps failing, and leaves no user', async () => {
    const app = await makeAccountsApp()
    refuse(app, 'linkAccount', Infinity)
    const { browser } = browserWithoutPauses(app)
    const response = await enter(app, browser)
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.text()).toContain('Try again in a moment.')
    expect(await app.store.countUsers()).toBe(0)
    expect(app.told).toEqual([])
    expect(app.codes('error')).toContain('AdapterError')
  })

  it('answers a script with 503 and JSON', async () => {
    const app = await makeAccountsApp()
    refuse(app, 'linkAccount', Infinity)
    const { browser } = browserWithoutPauses(app)
    const { redirectUri, params } = app.op.authorize(await start(browser))
    const response = await browser.send(`${redirectUri}?${params}`, {
      headers: { 'x-auth-return-redirect': '1' },
    })
    expect(response.status).toBe(503)
    expect(response.headers.get('retry-after')).toBe('2')
    expect(await response.json()).toEqual({
      error: 'ServerBusy',
      message: 'The database is busy. Try again in a moment.',
    })
  })

  it('finds its user if only the answer of the commit was lost', async () => {
    const app = await makeAccountsApp()
    const lose = vi.fn(() => {
      throw Object.assign(new Error('read ECONNRESET'), { code: 'ECONNRESET' })
    })
    app.store.after = ({ name }) => {
      if (name === 'transaction' && lose.mock.calls.length === 0) lose()
    }
    const browser = await enterAnew(app)
    expect(lose).toHaveBeenCalledOnce()
    expect(await browser.session()).not.toBeNull()
    expect(await app.store.countUsers()).toBe(1)
  })
})

describe('a session read during a failover', () => {
  it('has no session, keeps the cookie and finds the session afterwards', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    app.store.before = () => {
      throw new Error("READONLY You can't write against a read only replica.")
    }
    expect(await browser.session()).toBeNull()
    app.store.before = () => undefined
    expect(await browser.session()).not.toBeNull()
  })

  it('is repeated once if its connection was cut', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    let left = 1
    app.store.before = () => {
      left -= 1
      if (left >= 0) throw new Error('Connection terminated unexpectedly')
    }
    expect(await browser.session()).not.toBeNull()
  })
})

describe('a database error that quotes what was written', () => {
  it('is logged without the key of the session', async () => {
    const app = await makeAccountsApp()
    const keys: string[] = []
    app.store.before = ({ name, args }) => {
      if (name !== 'createSession') return
      const { sessionToken } = args[0] as { readonly sessionToken: string }
      keys.push(sessionToken)
      throw new Error(`Duplicate entry '${sessionToken}' for key 'PRIMARY'`)
    }
    await enter(app, app.browser())
    expect(keys).toHaveLength(1)
    expect(logText(app)).toContain('Duplicate entry')
    expect(logText(app)).not.toContain(keys[0])
  })
})

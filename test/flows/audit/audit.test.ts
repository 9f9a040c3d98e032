import { afterEach, describe, expect, it, vi } from 'vitest'
import { resolveConfig } from '../../../src/config/resolve.js'
import { recordEvent } from '../../../src/context/record-event.js'
import { Auth, listSessions, signIn as signInCall } from '../../../src/core.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { enter, enterAnew, makeAccountsApp, requestFrom } from '../../support/apps/accounts-app.js'
import { openBrowser, type Browser } from '../../support/browser.js'
import { askForMail, makeMailApp } from '../../support/apps/mail-app.js'
import { login, sessionCookie } from '../../support/apps/app.js'
import { makeAuditedApp, start } from './audit-app.js'
import type { AuditRecord } from '../../../src/model/audit.js'

afterEach(() => {
  vi.useRealTimers()
})

const wrong = { ...login, password: 'wrong' }

describe('the audit trail', () => {
  it('has a record of a sign-in, with its version, id, time, user and provider', async () => {
    const { config, records } = makeAuditedApp()
    await openBrowser(config).signIn(login)
    expect(records).toEqual([
      {
        version: 1,
        id: expect.stringMatching(
          /^[\da-f]{8}-[\da-f]{4}-7[\da-f]{3}-[89ab][\da-f]{3}-[\da-f]{12}$/,
        ),
        time: new Date(start).toISOString(),
        event: 'signed-in',
        outcome: 'success',
        userId: 'user-1',
        provider: 'credentials',
      },
    ])
  })

  it('names the session by the id that the list of devices has', async () => {
    const records: AuditRecord[] = []
    for (const strategy of ['database', 'jwt'] as const) {
      const app = await makeAccountsApp({
        session: { strategy },
        audit: (record) => void records.push(record),
      })
      const browser = await enterAnew(app)
      const [device] = await listSessions(requestFrom(browser), app.config)
      expect(records.at(-1)).toMatchObject({ event: 'signed-in', sessionId: device?.id })
      const token = browser.cookie(sessionCookie) ?? 'no token'
      expect(JSON.stringify(records)).not.toContain(token)
    }
  })

  it('has a record of a sign-out that names the user and the session', async () => {
    const records: AuditRecord[] = []
    for (const strategy of ['database', 'jwt'] as const) {
      const app = await makeAccountsApp({
        session: { strategy },
        audit: (record) => void records.push(record),
      })
      const browser = await enterAnew(app)
      await browser.signOut()
      const [signedIn, signedOut] = records.splice(0).slice(-2)
      const { userId, sessionId } = signedIn ?? {}
      expect(signedOut).toMatchObject({ event: 'signed-out', userId, sessionId })
      expect(userId).toBeDefined()
    }
  })

  it('has a record of a sign-out if the adapter does not return the deleted row', async () => {
    const records: AuditRecord[] = []
    const adapter = memoryAdapter()
    const app = await makeAccountsApp({
      adapter: {
        ...adapter,
        deleteSession: async (token) => void (await adapter.deleteSession?.(token)),
      },
      audit: (record) => void records.push(record),
    })
    const browser = await enterAnew(app)
    await browser.signOut()
    expect(records.map(({ event }) => event)).toContain('signed-out')
  })

  it('has no record of a sign-out without a session', async () => {
    const { config, records } = makeAuditedApp()
    await openBrowser(config).signOut()
    expect(records).toEqual([])
  })

  it('has a record of a refused sign-in, from a page and from a call', async () => {
    const { config, records } = makeAuditedApp()
    const browser = openBrowser(config)
    await browser.signIn(wrong)
    await signInCall(requestFrom(browser), config, { providerId: 'credentials', fields: wrong })
    const refused = {
      event: 'refused',
      outcome: 'refused',
      code: 'CredentialsSignin',
      action: 'callback',
      provider: 'credentials',
    }
    expect(records).toEqual([expect.objectContaining(refused), expect.objectContaining(refused)])
  })

  it('says when the `signIn` callback redirected a visitor', async () => {
    const records: AuditRecord[] = []
    const audit = (record: AuditRecord): void => void records.push(record)
    const callbacks = { signIn: () => '/wait' }
    const app = await makeAccountsApp({ audit, callbacks })
    await enter(app, app.browser())
    await askForMail(makeMailApp({ audit, callbacks }).browser())
    expect(records).toMatchObject([
      { event: 'refused', code: 'Redirected', provider: 'op' },
      { event: 'refused', code: 'Redirected', provider: 'mail' },
    ])
  })

  it('tells a failure of the app from a refusal', async () => {
    const { config, records } = makeAuditedApp({
      callbacks: {
        jwt: () => {
          throw new TypeError('a bug')
        },
      },
    })
    await openBrowser(config).signIn(login)
    expect(records).toMatchObject([{ event: 'refused', outcome: 'failed' }])
  })

  it('does not record requests that lead nowhere', async () => {
    const { config, records } = makeAuditedApp()
    const browser = openBrowser(config)
    await browser.fetchPage('/auth/nowhere')
    await browser.fetchPage('/auth/signin/nowhere')
    await browser.fetchPage('/auth/callback/<script>')
    await browser.fetchPage('/auth/session')
    expect(records).toEqual([])
  })

  it('contains the client network and at most 256 characters of the user agent', async () => {
    const { config, records } = makeAuditedApp()
    const browser = openBrowser(config)
    const request = requestFrom(browser, {
      'user-agent': 'x'.repeat(1000),
    })
    await signInCall(request, config, {
      providerId: 'credentials',
      fields: login,
      clientAddress: '2001:db8:1:2:3:4:5:6',
    })
    expect(records).toMatchObject([
      { clientAddress: '2001:db8:1:2::/64', userAgent: 'x'.repeat(256) },
    ])
  })

  it('contains nothing that a visitor typed', async () => {
    const { config, records } = makeAuditedApp()
    const browser = openBrowser(config)
    await browser.signIn({ username: 'typed-name', password: 'typed-password' })
    await browser.signIn(login)
    expect(records).toHaveLength(2)
    expect(JSON.stringify(records)).not.toMatch(/typed|correct horse/)
    for (const { value } of browser.cookies) expect(JSON.stringify(records)).not.toContain(value)
  })

  it('has ids that sort in the order of the events', async () => {
    const { config, records } = makeAuditedApp()
    const browser = openBrowser(config)
    for (let n = 0; n < 5; n += 1) await browser.signIn(login)
    const ids = records.map(({ id }) => id)
    expect(ids).toEqual(ids.toSorted())
    expect(new Set(ids).size).toBe(5)
  })
})

describe('a sink that does not work', () => {
  const isSignedIn = (browser: Browser): boolean => browser.cookie(sessionCookie) !== undefined

  it.each([
    [
      'throws',
      () => {
        throw new TypeError('no disk')
      },
    ],
    [
      'rejects',
      async () => {
        throw new TypeError('no disk')
      },
    ],
  ])('does not stop a sign-in if it %s, and is logged once', async (_, audit) => {
    const app = makeAuditedApp({ audit })
    const browser = openBrowser(app.config)
    await browser.signIn(wrong)
    await browser.signIn(login)
    await browser.signIn(login)
    expect(isSignedIn(browser)).toBe(true)
    expect(app.codes('warn')).toEqual(['audit-failed'])
    expect(String(app.logs[0]?.message[1])).toContain('no disk')
  })

  it('delays only the first sign-in if it hangs, by five seconds', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const app = makeAuditedApp({ audit: () => new Promise(() => {}) })
    const browser = openBrowser(app.config)
    let isDone = false
    const first = browser.signIn(login).then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(4999)
    expect(isDone).toBe(false)
    await vi.advanceTimersByTimeAsync(1)
    await first
    expect(isSignedIn(browser)).toBe(true)
    await openBrowser(app.config).signIn(login)
    expect(app.codes('warn')).toEqual(['audit-slow'])
    expect(vi.getTimerCount()).toBe(0)
  })

  it('never delays a refusal', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const { config } = makeAuditedApp({ audit: () => new Promise(() => {}) })
    await openBrowser(config).signIn(wrong)
    expect(vi.getTimerCount()).toBe(0)
  })

  it('is waited for again after it has finished a record', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const release: (() => void)[] = []
    const { config } = makeAuditedApp({
      audit: () => new Promise<void>((resolve) => void release.push(resolve)),
    })
    const first = openBrowser(config).signIn(login)
    await vi.advanceTimersByTimeAsync(5000)
    await first
    release.pop()?.()
    await vi.advanceTimersByTimeAsync(0)
    let isDone = false
    const second = openBrowser(config)
      .signIn(login)
      .then(() => (isDone = true))
    await vi.advanceTimersByTimeAsync(100)
    expect(isDone).toBe(false)
    release.pop()?.()
    await second
  })

  it('keeps at most 1000 records in memory', async () => {
    let calls = 0
    const app = makeAuditedApp({
      audit: () => {
        calls += 1
        return new Promise(() => {})
      },
    })
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] })
    const first = openBrowser(app.config).signIn(login)
    await vi.advanceTimersByTimeAsync(5000)
    await first
    const { config: resolved } = resolveConfig(app.config)
    if (!resolved) throw new TypeError('The config is valid.')
    for (let n = 0; n < 1200; n += 1)
      await recordEvent({ config: resolved }, { event: 'signed-in' })
    expect(calls).toBe(1000)
    expect(app.codes('warn')).toEqual(['audit-slow', 'audit-records-lost'])
  })
})

describe('a flood of refused requests', () => {
  const refuse = async (browser: Browser, times: number): Promise<void> => {
    for (let n = 0; n < times; n += 1) await browser.signIn(wrong)
  }

  it('of one client leaves at most 20 records a minute, and a count of the others', async () => {
    const { config, records, pass } = makeAuditedApp()
    const browser = openBrowser(config)
    await refuse(browser, 50)
    expect(records).toHaveLength(20)
    pass(60_000)
    await browser.signIn(login)
    expect(records.slice(20)).toMatchObject([
      { event: 'refusals-omitted', outcome: 'refused', count: 30 },
      { event: 'signed-in' },
    ])
    await refuse(browser, 25)
    expect(records).toHaveLength(42)
  })

  it('of many clients leaves at most 300 records a minute', async () => {
    const { config, records } = makeAuditedApp({ trustedProxies: 1 })
    const headers = {
      origin: 'https://app.test',
      'content-type': 'application/x-www-form-urlencoded',
    }
    for (let n = 0; n < 400; n += 1) {
      const forwarded = { 'x-forwarded-for': `192.0.${n >> 8}.${n & 255}` }
      const request = new Request('https://app.test/auth/callback/credentials', {
        method: 'POST',
        headers: { ...headers, ...forwarded },
        body: 'username=a&password=b',
      })
      await Auth(request, config)
    }
    expect(records).toHaveLength(300)
    expect(records[0]).toMatchObject({ code: 'MissingCSRF', clientAddress: '192.0.0.0' })
  })
})

describe('the option `audit`', () => {
  it('must be a function', async () => {
    const app = makeAuditedApp({ audit: 'trail' as never })
    await openBrowser(app.config).fetchPage('/auth/session')
    expect(app.codes('error')).toEqual(['InvalidConfig'])
  })
})

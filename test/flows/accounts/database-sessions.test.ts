import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { Auth, readSession, revokeSessionsOfUser, updateSession } from '../../../src/core.js'
import type { Adapter, AdapterSession } from '../../../src/model/adapter.js'
import type { Browser } from '../../support/browser.js'
import { passwordProvider, sessionCookie } from '../../support/apps/app.js'
import { comeBack, start } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  errorOf,
  hashOf,
  logText,
  makeAccountsApp,
  requestFrom,
  storeAda,
  takeTold,
  tokenOf,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { authJsAdapter, connectionLost, without } from '../../support/adapters/watched-adapter.js'

const day = 24 * 60 * 60
const begin = Date.UTC(2030, 0, 1)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

const ways: readonly [string, (app: AccountsApp) => Promise<Browser>][] = [
  ['by a service', (app) => enterAnew(app)],
  [
    'by password',
    async (app) => {
      await storeAda(app)
      return enterByPassword(app)
    },
  ],
]

async function rowOf(app: AccountsApp, browser: Browser) {
  const found = await app.store.adapter.getSessionAndUser?.(await hashOf(tokenOf(browser)))
  return found?.session
}

/** Reads the session; says what the browser, the database and the answer hold, and what it cost. */
async function read(app: AccountsApp, browser: Browser) {
  app.store.take()
  const response = await browser.fetch('/auth/session')
  const calls = app.store.take()
  const session = (await response.json()) as { expires: string } | null
  const cookie = browser.cookies.find(({ name }) => name === sessionCookie)
  return {
    calls,
    session,
    issued: response.headers.getSetCookie().length > 0,
    ends: {
      answer: session?.expires,
      row: (await rowOf(app, browser))?.expires.toISOString(),
      cookie: cookie?.expires === undefined ? undefined : new Date(cookie.expires).toISOString(),
    },
  }
}

function inSeconds(seconds: number) {
  const at = new Date(Date.now() + seconds * 1000).toISOString()
  return { answer: at, row: at, cookie: at }
}

describe.each(ways)('a database session that began %s', (_, begin) => {
  it('lies in the database as a hash, and nothing else does', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const token = tokenOf(browser)
    expect(token).toMatch(/^[\da-f]{72}$/)
    expect(await rowOf(app, browser)).toBeDefined()
    expect(await app.store.adapter.getSessionAndUser?.(token)).toBeNull()
    const written = app.store.calls.filter(({ name }) => name === 'createSession')
    expect(written).toHaveLength(1)
    expect(JSON.stringify(written)).not.toContain(token)
  })

  it('costs one query a read, and no write inside of updateAge', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const ends = inSeconds(30 * day)
    expect(await read(app, browser)).toMatchObject({
      calls: ['getSessionAndUser'],
      issued: false,
      ends,
    })
    wait(day - 1)
    expect(await read(app, browser)).toMatchObject({
      calls: ['getSessionAndUser'],
      issued: false,
      ends,
    })
  })

  it('is extended once updateAge has passed: row, cookie and answer agree', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    wait(day)
    const first = await read(app, browser)
    expect(first.calls).toEqual(['getSessionAndUser', 'updateSession'])
    expect(first.ends).toEqual(inSeconds(30 * day))
    expect(await read(app, browser)).toMatchObject({ calls: ['getSessionAndUser'], issued: false })
  })

  it('is extended at every read with updateAge 0', async () => {
    const app = await makeAccountsApp({ session: { updateAge: 0 } })
    const browser = await begin(app)
    for (let visit = 0; visit < 3; visit++) {
      wait(1)
      const { calls, ends } = await read(app, browser)
      expect(calls).toEqual(['getSessionAndUser', 'updateSession'])
      expect(ends).toEqual(inSeconds(30 * day))
    }
  })

  it('with updateAge 0 is not written twice in one second', async () => {
    const app = await makeAccountsApp({ session: { updateAge: 0 } })
    const browser = await begin(app)
    expect((await read(app, browser)).calls).toEqual(['getSessionAndUser'])
  })

  it('ends when it was idle for maxAge, and its row goes', async () => {
    const app = await makeAccountsApp({ session: { maxAge: 120, updateAge: 60 } })
    const browser = await begin(app)
    const token = tokenOf(browser)
    wait(119)
    expect((await read(app, browser)).session).not.toBeNull()
    wait(120)
    const late = app.browser()
    late.plant(sessionCookie, token)
    const { calls, session } = await read(app, late)
    expect(session).toBeNull()
    expect(calls).toEqual(['getSessionAndUser', 'deleteSession', 'getSessionAndUser'])
    expect(late.cookie(sessionCookie)).toBeUndefined()
    expect(await app.store.adapter.getSessionAndUser?.(await hashOf(token))).toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('SE3: ends after absoluteMaxAge, however active it was', async () => {
    const session = { maxAge: 100, updateAge: 0, absoluteMaxAge: 250 }
    const app = await makeAccountsApp({ session })
    const browser = await begin(app)
    const token = tokenOf(browser)
    wait(90)
    expect((await read(app, browser)).ends).toEqual(inSeconds(100))
    wait(90)
    expect((await read(app, browser)).ends).toEqual(inSeconds(70))
    wait(60)
    const near = await read(app, browser)
    expect(near.ends).toEqual(inSeconds(10))
    expect(near.calls).toEqual(['getSessionAndUser'])
    wait(10)
    browser.plant(sessionCookie, token)
    const end = await read(app, browser)
    expect(end.session).toBeNull()
    expect(end.calls).toEqual(['deleteSession'])
  })

  it('SE3: has its absolute end from the start when that comes first', async () => {
    const app = await makeAccountsApp({ session: { maxAge: 1000, absoluteMaxAge: 300 } })
    const browser = await begin(app)
    expect((await read(app, browser)).ends).toEqual(inSeconds(300))
  })

  it('is shortened when the application has since shortened maxAge', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const shorter = await makeAccountsApp({ adapter: app.store.adapter, session: { maxAge: 3600 } })
    const other = shorter.browser()
    other.plant(sessionCookie, tokenOf(browser))
    expect((await read(shorter, other)).ends).toEqual(inSeconds(3600))
  })

  it('ends with its user', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const row = await rowOf(app, browser)
    await app.store.adapter.deleteUser?.(row?.userId ?? '')
    expect((await read(app, browser)).session).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('ends at sign-out: the row, the cookie, and any copy of the cookie', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const token = tokenOf(browser)
    const row = await rowOf(app, browser)
    takeTold(app)
    await browser.signOut()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.told).toEqual([{ name: 'signOut', message: { session: row } }])
    const thief = app.browser()
    thief.plant(sessionCookie, token)
    expect(await thief.session()).toBeNull()
  })

  it('SE1: is another one after every sign-in, and the former is dead', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const former = tokenOf(browser)
    await enter(app, browser, { person: { sub: 'another' } })
    expect(tokenOf(browser)).not.toBe(former)
    const thief = app.browser()
    thief.plant(sessionCookie, former)
    expect(await thief.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('an outage is no sign-out: no session, the cookie stays, the log says why', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const cookies = browser.cookieHeader()
    app.store.before = connectionLost
    const { session, issued } = await outage(browser)
    expect(session).toBeNull()
    expect(issued).toBe(false)
    expect(app.codes('error')).toEqual(['SessionTokenError'])
    expect(logText(app)).toContain('ECONNREFUSED')
    expect(logText(app)).toContain('getSessionAndUser')
    expect(logText(app)).not.toContain(tokenOf(browser))
    app.store.before = () => undefined
    expect(browser.cookieHeader()).toBe(cookies)
    expect(await browser.session()).not.toBeNull()
  })

  it('an outage of writes leaves row and cookie as they were', async () => {
    const app = await makeAccountsApp()
    const browser = await begin(app)
    const ends = inSeconds(30 * day)
    wait(2 * day)
    app.store.before = ({ name }) => void (name === 'updateSession' && connectionLost())
    const { session, issued } = await outage(browser)
    expect([session, issued]).toEqual([null, false])
    app.store.before = () => undefined
    expect((await rowOf(app, browser))?.expires.toISOString()).toBe(ends.row)
    expect((await read(app, browser)).ends).toEqual(inSeconds(30 * day))
  })
})

async function outage(browser: Browser) {
  const response = await browser.fetch('/auth/session')
  return {
    session: (await response.json()) as unknown,
    issued: response.headers.getSetCookie().length > 0,
  }
}

describe('a session that the application reads', () => {
  it('is one query, and nothing without a cookie', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    app.store.take()
    const { data, cookies } = await readSession(requestFrom(browser), app.config)
    expect(data?.user).toMatchObject({ name: 'Ada' })
    expect(cookies).toEqual([])
    expect(app.store.take()).toEqual(['getSessionAndUser'])
    expect((await readSession(requestFrom(app.browser()), app.config)).data).toBeNull()
    expect(app.store.take()).toEqual([])
  })

  it.each(['__Secure-authjs.session-token', 'authjs.session-token'])(
    'a session of ours is not accepted under the former name %s',
    async (former) => {
      const app = await makeAccountsApp()
      const thief = await enterAnew(app)
      const victim = app.browser()
      victim.plant(former, tokenOf(thief))
      expect(await victim.session()).toBeNull()
      expect(tokenOf(victim)).toBe('')
      expect(victim.cookie(former)).toBeUndefined()
      expect(await thief.session()).not.toBeNull()
    },
  )

  it('a session with a token of the application is not accepted under a former name', async () => {
    const generateSessionToken = () => crypto.randomUUID()
    const app = await makeAccountsApp({ session: { generateSessionToken } })
    const thief = await enterAnew(app)
    const victim = app.browser()
    victim.plant('__Secure-authjs.session-token', tokenOf(thief))
    expect(await victim.session()).toBeNull()
    expect(await thief.session()).not.toBeNull()
  })

  it('a session that Auth.js wrote keeps its name and its end while it is only read', async () => {
    const app = await makeAccountsApp()
    const user = await storeAda(app)
    const token = crypto.randomUUID()
    const expires = new Date(Date.now() + 30 * day * 1000)
    await app.store.adapter.createSession?.({ sessionToken: token, userId: user.id, expires })
    const browser = app.browser()
    browser.plant('__Secure-authjs.session-token', token)
    expect((await browser.session())?.expires).toBe(expires.toISOString())
    expect(browser.cookie('__Secure-authjs.session-token')).toBe(token)
  })

  it('a session that Auth.js wrote moves to our name when it is extended', async () => {
    const app = await makeAccountsApp()
    const user = await storeAda(app)
    const token = crypto.randomUUID()
    const expires = new Date(Date.now() + 20 * day * 1000)
    await app.store.adapter.createSession?.({ sessionToken: token, userId: user.id, expires })
    const browser = app.browser()
    browser.plant('__Secure-authjs.session-token', token)
    expect(await browser.session()).not.toBeNull()
    expect(tokenOf(browser)).toBe(token)
    expect(browser.cookie('__Secure-authjs.session-token')).toBeUndefined()
  })

  it('that moves to our name does not survive a sign-out everywhere, if the move fails halfway', async () => {
    const app = await makeAccountsApp()
    const user = await storeAda(app)
    const token = crypto.randomUUID()
    const expires = new Date(Date.now() + 20 * day * 1000)
    await app.store.adapter.createSession?.({ sessionToken: token, userId: user.id, expires })
    const thief = app.browser()
    thief.plant('__Secure-authjs.session-token', token)
    app.store.before = async ({ name }) => {
      if (name !== 'createSession') return
      app.store.before = ({ name: next }) => void (next === 'updateSession' && connectionLost())
      const { before } = app.store
      app.store.before = () => undefined
      await revokeSessionsOfUser(app.config, user.id)
      app.store.before = before
    }
    expect(await thief.session()).toBeNull()
    app.store.before = () => undefined
    thief.plant(sessionCookie, token)
    expect(await thief.session()).toBeNull()
  })

  it('that is due does not survive a sign-out that ends while it is read', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const thief = app.browser()
    thief.plant(sessionCookie, tokenOf(browser))
    wait(2 * day)
    app.store.before = async ({ name }) => {
      if (name !== 'updateSession') return
      app.store.before = () => undefined
      await browser.signOut()
    }
    expect(await thief.session()).toBeNull()
    expect(thief.cookie(sessionCookie)).toBeUndefined()
  })

  it('SE6: parallel reads that are due all give the session', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    wait(2 * day)
    const sessions = await Promise.all(Array.from({ length: 10 }, () => browser.session()))
    expect(sessions.every(Boolean)).toBe(true)
    expect((await read(app, browser)).ends).toEqual(inSeconds(30 * day))
  })

  it('an update is asked of the callback, and extends nothing by itself', async () => {
    const seen: unknown[] = []
    const app = await makeAccountsApp({
      callbacks: {
        session: ({ session, newSession, trigger }) => {
          seen.push({ newSession, trigger })
          return session
        },
      },
    })
    const browser = await enterAnew(app)
    await browser.session()
    const { data, cookies } = await updateSession(requestFrom(browser), app.config, { name: 'Eve' })
    expect(data?.user).toMatchObject({ name: 'Ada' })
    expect(cookies).toEqual([])
    expect(seen.at(-2)).toEqual({ newSession: undefined, trigger: undefined })
    expect(seen.at(-1)).toEqual({ newSession: { name: 'Eve' }, trigger: 'update' })
  })
})

describe('what the `session` callback is given', () => {
  async function see(options: AccountsOptions = {}) {
    const seen: Record<string, unknown>[] = []
    const app = await makeAccountsApp({
      callbacks: {
        session: (params) => {
          seen.push({ ...params })
          return params.session
        },
      },
      ...options,
    })
    const browser = await enterAnew(app)
    const session = await browser.session()
    return { app, browser, session, seen: seen.at(-1) ?? {} }
  }

  it('CK3: never holds the token, nor its hash, nor other columns', async () => {
    const { app, browser, session, seen } = await see()
    const token = tokenOf(browser)
    for (const text of [JSON.stringify(seen), JSON.stringify(session)]) {
      expect(text).not.toContain(token)
      expect(text).not.toContain(await hashOf(token))
      expect(text).not.toContain('sessionToken')
    }
    const user = await app.store.adapter.getUserByEmail?.('ada@example.test')
    expect(seen['user']).toEqual(user)
    const { id, name, email, image } = user ?? {}
    expect(session).toEqual({
      user: { id, name, email, image },
      userId: id,
      expires: new Date(begin + 30 * day * 1000).toISOString(),
    })
    expect((seen['session'] as { expires: unknown }).expires).toBeInstanceOf(Date)
    expect(seen).not.toHaveProperty('token')
  })

  it('gives the application the end as text, as without a callback', async () => {
    const { app, browser } = await see()
    const { data } = await readSession(requestFrom(browser), app.config)
    expect(data?.expires).toBe(new Date(begin + 30 * day * 1000).toISOString())
  })

  it('without a callback the client sees name, address, picture and end', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    expect(await browser.session()).toEqual({
      user: { name: 'Ada', email: 'ada@example.test', image: 'https://img.example.test/ada.png' },
      expires: new Date(begin + 30 * day * 1000).toISOString(),
    })
  })

  it.each([
    ['throws', () => Promise.reject(new Error('bug'))],
    ['returns nothing', () => undefined as never],
    ['returns null', () => null as never],
    ['returns a text', () => 'Ada' as never],
  ])('a callback that %s gives no session and does not sign the user out', async (_, callback) => {
    const app = await makeAccountsApp({ callbacks: { session: callback } })
    const browser = await enterAnew(app)
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeDefined()
    expect(app.codes('error')).toContain('SessionTokenError')
  })

  it('the `session` event is told what the client sees', async () => {
    const told: unknown[] = []
    const app = await makeAccountsApp({ events: { session: (message) => void told.push(message) } })
    const browser = await enterAnew(app)
    const session = await browser.session()
    expect(told).toEqual([{ session }])
  })
})

describe('generateSessionToken', () => {
  it('makes the token of the cookie; the database has its hash', async () => {
    const app = await makeAccountsApp({
      session: { generateSessionToken: () => 'drawn-by-me/+=%' },
    })
    const browser = await enterAnew(app)
    expect(tokenOf(browser)).toBe('drawn-by-me/+=%')
    expect(await rowOf(app, browser)).toBeDefined()
    expect(await app.store.adapter.getSessionAndUser?.('drawn-by-me/+=%')).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('is called as a method of `session`', async () => {
    const session = {
      prefix: 'mine-',
      generateSessionToken(): string {
        return `${this.prefix}1`
      },
    }
    const app = await makeAccountsApp({ session })
    expect(tokenOf(await enterAnew(app))).toBe('mine-1')
  })

  it.each([[''], [undefined], [7]])('may not return %j', async (token) => {
    const app = await makeAccountsApp({
      session: { generateSessionToken: () => token as string },
    })
    const browser = app.browser()
    const response = await enter(app, browser)
    expect(response.headers.get('location') ?? '').not.toContain('welcome')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toContain('InvalidSessionOptions')
    expect(app.store.count('createSession')).toBe(0)
  })

  it('has no birth in it, even if it looks like a token of ours', async () => {
    const token = '0'.repeat(72)
    const session = { generateSessionToken: () => token, absoluteMaxAge: 60, maxAge: 40 }
    const app = await makeAccountsApp({ session })
    const browser = await enterAnew(app)
    expect(tokenOf(browser)).toBe(token)
    expect(await browser.session()).not.toBeNull()
  })

  it("that returns one token twice does not sign a user in with another user's session", async () => {
    const app = await makeAccountsApp({ session: { generateSessionToken: () => 'always' } })
    const ada = await enterAnew(app)
    const eve = app.browser()
    await enter(app, eve, { person: { sub: 'eve', name: 'Eve' } })
    expect(eve.cookie(sessionCookie)).toBeUndefined()
    expect((await ada.session())?.user).toMatchObject({ name: 'Ada' })
  })
})

describe('what is written of a session', () => {
  it('is what a list of devices shows, where the adapter can list', async () => {
    const app = await makeAccountsApp()
    const browser = app.browser()
    const agent = 'A'.repeat(400)
    const location = await startAs(browser, agent)
    const back = app.op.authorize(location, { sub: 's', sid: 'op-session-1' })
    await browser.send(`${back.redirectUri}?${back.params}`, { headers: { 'user-agent': agent } })
    expect(await rowOf(app, browser)).toMatchObject({
      createdAt: new Date(begin),
      userAgent: 'A'.repeat(256),
      provider: 'op',
      providerSessionId: 'op-session-1',
    })
  })

  it('is null for unknown values', async () => {
    const app = await makeAccountsApp()
    await storeAda(app)
    const row = await rowOf(app, await enterByPassword(app))
    expect(row).toMatchObject({ userAgent: null, provider: 'credentials', providerSessionId: null })
  })

  it('a `sid` that is not a string is ignored', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app, { person: { sub: 's', sid: { a: 1 } } })
    expect(await rowOf(app, browser)).toMatchObject({ providerSessionId: null })
  })

  it('is three columns where the adapter cannot list', async () => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    await enterAnew(app)
    const row = app.store.calls.find(({ name }) => name === 'createSession')?.args[0]
    expect(Object.keys(row as object).sort()).toEqual(['expires', 'sessionToken', 'userId'])
  })

  async function startAs(browser: Browser, agent: string): Promise<string> {
    const csrfToken = await browser.csrfToken()
    const body = new URLSearchParams({ csrfToken, callbackUrl: '/welcome' })
    const headers = { 'user-agent': agent }
    const response = await browser.fetch('/auth/signin/op', { method: 'POST', body, headers })
    return response.headers.get('location') ?? ''
  }
})

describe('credentials with database sessions', () => {
  it('of a user who is not in the database are an error that names the cure', async () => {
    const app = await makeAccountsApp()
    const browser = await enterByPassword(app)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toEqual(['AdapterError'])
    expect(logText(app)).toContain('session.strategy')
    expect(takeTold(app)).toEqual([])
    expect(app.store.count('createSession')).toBe(0)
  })

  it('need `getUser`, and the config says so before anybody signs in', async () => {
    const adapter = without(authJsAdapter(), 'getUser')
    const app = await makeAccountsApp({ adapter })
    const config = { ...app.config, providers: [passwordProvider] }
    const response = await Auth(new Request('https://app.test/auth/providers'), config)
    expect(response.status).toBe(500)
    expect(logText(app)).toContain('`getUser`')
  })
})

describe('sign-out of a visitor who is not signed in', () => {
  it('asks the database nothing, and tells of nothing', async () => {
    const app = await makeAccountsApp()
    await app.browser().signOut()
    expect(app.store.take()).toEqual([])
    expect(takeTold(app)).toEqual([])
    expect(app.codes('error')).toEqual([])
  })
})

describe('sign-out everywhere', () => {
  it('tells the event which session it came from', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const sessionToken = await hashOf(tokenOf(browser))
    const page = await browser.fetchPage('/auth/signout')
    await browser.postForm(page, { everywhere: 'true' })
    expect(app.told.at(-1)).toMatchObject({
      name: 'signOut',
      message: { session: { sessionToken } },
    })
  })

  it('ends every session of the browser, also that of another user under a former name', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const other = await storeAda(app, { id: 'other', email: 'other@example.test' })
    const token = crypto.randomUUID()
    const expires = new Date(Date.now() + day * 1000)
    await app.store.adapter.createSession?.({ sessionToken: token, userId: other.id, expires })
    browser.plant('__Secure-authjs.session-token', token)
    await browser.postForm(await browser.fetchPage('/auth/signout'), { everywhere: 'true' })
    expect(await app.store.adapter.getSessionAndUser?.(token)).toBeNull()
    expect(browser.cookie('__Secure-authjs.session-token')).toBeUndefined()
  })
})

describe('sign-out with the database away', () => {
  it('removes the cookie, and logs that the row may live on', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const page = await browser.fetchPage('/auth/signout')
    takeTold(app)
    app.store.before = connectionLost
    const response = await browser.postForm(page)
    expect(response.status).toBe(302)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toContain('SignOutError')
    expect(takeTold(app)).toEqual([])
  })

  it('everywhere is an error: elsewhere nothing has ended', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const page = await browser.fetchPage('/auth/signout')
    app.store.before = connectionLost
    const response = await browser.postForm(page, { everywhere: 'true' })
    expect(errorOf(response.response)).toBe('Configuration')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('an adapter that throws at a row that is not there', () => {
  it('neither stops a sign-in over a dead cookie, nor a sign-out of one', async () => {
    const inner = authJsAdapter()
    const deleteSession: Adapter['deleteSession'] = async (key) =>
      (await inner.deleteSession?.(key)) ?? connectionLost()
    const app = await makeAccountsApp({ adapter: { ...inner, deleteSession } })
    const browser = app.browser()
    browser.plant(sessionCookie, 'dead')
    expect(errorOf(await enter(app, browser))).toBeNull()
    expect(await browser.session()).not.toBeNull()
    await browser.signOut()
    browser.plant(sessionCookie, 'dead')
    await browser.signOut()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toEqual([])
  })
})

describe('sign-in with the database away', () => {
  it.each(['getUserByAccount', 'createSession'] as const)(
    'in %s is an error and no session',
    async (method) => {
      const app = await makeAccountsApp()
      const browser = app.browser()
      app.store.before = ({ name }) => void (name === method && connectionLost())
      const response = await enter(app, browser)
      expect(errorOf(response)).toBe('Configuration')
      expect(browser.cookie(sessionCookie)).toBeUndefined()
      expect(app.told.some(({ name }) => name === 'signIn')).toBe(false)
    },
  )

  it.each(['getAccount', 'updateAccount'] as const)(
    'a sign-in leaves no session if %s fails after the session was written',
    async (method) => {
      const app = await makeAccountsApp({ adapter: without(memoryAdapter(), 'transaction') })
      await enterAnew(app)
      let sessionToken = ''
      app.store.after = ({ name, args: [row] }) => {
        if (name === 'createSession') ({ sessionToken } = row as AdapterSession)
      }
      app.store.before = ({ name }) => void (name === method && sessionToken && connectionLost())
      const browser = app.browser()
      expect(errorOf(await enter(app, browser))).toBe('Configuration')
      app.store.before = () => undefined
      expect(sessionToken).not.toBe('')
      expect(await app.store.adapter.getSessionAndUser?.(sessionToken)).toBeNull()
    },
  )

  it('a former session is ended only when the new one is there', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const former = tokenOf(browser)
    const location = await start(browser)
    app.store.before = ({ name }) => void (name === 'createSession' && connectionLost())
    await comeBack(browser, app.op.authorize(location))
    app.store.before = () => undefined
    expect(tokenOf(browser)).toBe(former)
    expect(await browser.session()).not.toBeNull()
  })
})

describe('`generateSessionToken`', () => {
  it.each(['jwt:a', 'sha256:b', 'SHA256:c', 'id=1;2', 'ä 漢字 🎉', 'x'.repeat(5000)])(
    'may return %j',
    async (text) => {
      let drawn = 0
      const generateSessionToken = (): string => `${text}${drawn++ || ''}`
      const app = await makeAccountsApp({ session: { generateSessionToken } })
      const browser = await enterAnew(app)
      expect(await browser.session()).not.toBeNull()
      expect(app.codes('error')).toEqual([])
      await browser.signOut()
      expect(await browser.session()).toBeNull()
    },
  )
})

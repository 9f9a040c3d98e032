import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { listSessions, revokeSession } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { JWTCallbackParams } from '../../../src/model/callbacks.js'
import { hashSessionToken } from '../../../src/session/session-token.js'
import type { Browser } from '../../support/browser.js'
import { sessionCookie } from '../../support/apps/app.js'
import {
  enter,
  enterAnew,
  hashOf,
  logText,
  makeAccountsApp,
  requestFrom,
  storeAda,
  tokenOf,
  type AccountsApp,
} from '../../support/apps/accounts-app.js'
import { looseAdapter } from '../../support/adapters/odd-adapters.js'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

const uuid = '3f0c6a34-5d5e-4b8e-9a71-2f4f4b0f3c11'

/** A browser that presents this value. */
function present(app: AccountsApp, value: string): Browser {
  const browser = app.browser()
  browser.plant(sessionCookie, encodeURIComponent(value))
  return browser
}

/** The row of a session that Auth.js began: the token lies in clear. */
async function storeClearRow(
  app: Pick<AccountsApp, 'store'>,
  sessionToken = uuid,
  seconds = 3600,
): Promise<void> {
  const user = await app.store.adapter.getUser?.('user-1')
  if (!user) await storeAda(app)
  const expires = new Date(Date.now() + seconds * 1000)
  await app.store.adapter.createSession?.({ sessionToken, userId: 'user-1', expires })
  app.store.take()
}

describe('a thief with a copy of the table', () => {
  const disguises: readonly [string, (hash: string) => string][] = [
    ['as it is', (hash) => hash],
    ['without its prefix', (hash) => hash.replace('sha256:', '')],
    ['in capitals', (hash) => hash.toUpperCase()],
    ['with a capital prefix', (hash) => hash.replace('sha256', 'SHA256')],
    ['with one capital', (hash) => hash.replace('sha256', 'Sha256')],
    ['with an accent', (hash) => hash.replace('sha256', 'shá256')],
    ['in wide letters', (hash) => hash.replace('sha256', 'ｓｈａ２５６')],
    ['with a space before', (hash) => ` ${hash}`],
    ['with a space after', (hash) => `${hash} `],
    ['with a birth behind', (hash) => `${hash.replace('sha256:', '')}00000000`],
    ['twice prefixed', (hash) => `sha256:${hash}`],
    ['with a NUL behind', (hash) => `${hash}\0`],
  ]
  const stores: readonly [string, () => Adapter | undefined][] = [
    ['exact keys', () => undefined],
    ['keys of Auth.js', authJsAdapter],
    ['keys that ignore case, accents and width', looseAdapter],
  ]
  const cases = stores.flatMap(([store, makeAdapter]) =>
    disguises.map(([disguise, change]) => [disguise, store, makeAdapter, change] as const),
  )

  it.each(cases)('CK3: cannot present a hash %s, with %s', async (_, __, makeAdapter, change) => {
    const adapter = makeAdapter()
    const app = await makeAccountsApp(adapter ? { adapter } : {})
    const victim = await enterAnew(app)
    const stolen = await hashOf(tokenOf(victim))
    const thief = present(app, change(stolen))
    expect(await thief.session()).toBeNull()
    expect(thief.cookie(sessionCookie)).toBeUndefined()
    const again = present(app, change(stolen))
    await again.signOut()
    expect(await victim.session()).not.toBeNull()
  })

  it('CK3: does not even reach the database with a hash', async () => {
    const app = await makeAccountsApp()
    const stolen = await hashOf(tokenOf(await enterAnew(app)))
    app.store.take()
    await present(app, stolen).session()
    await present(app, stolen).signOut()
    expect(app.store.take()).toEqual([])
  })

  it('CK3: cannot begin a link with a hash', async () => {
    const app = await makeAccountsApp({ adapter: looseAdapter() })
    const victim = await enterAnew(app)
    const stolen = (await hashOf(tokenOf(victim))).toUpperCase()
    await expect(listSessions(requestFrom(present(app, stolen)), app.config)).rejects.toThrow()
  })
})

describe('a row that Auth.js wrote in clear', () => {
  it.each([
    ['an adapter of ours', undefined, ['listSessionsByUserId']],
    ['an adapter of Auth.js', authJsAdapter, []],
  ])('works, with %s', async (_, makeAdapter, details) => {
    const adapter = makeAdapter?.()
    const app = await makeAccountsApp(adapter ? { adapter } : {})
    await storeClearRow(app)
    const browser = present(app, uuid)
    expect((await browser.session())?.user).toMatchObject({ name: 'Ada' })
    const reads = ['getSessionAndUser', 'getSessionAndUser']
    const writes = ['createSession', 'updateSession']
    expect(app.store.take()).toEqual([...reads, ...details, ...writes])
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
  })

  it('is hashed when it is extended', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app)
    const browser = present(app, uuid)
    await browser.session()
    const key = await hashSessionToken(uuid)
    const row = await app.store.adapter.getSessionAndUser?.(key)
    const cookie = browser.cookies.find(({ name }) => name === sessionCookie)
    expect(row?.session.expires.getTime()).toBe(cookie?.expires)
    expect(tokenOf(browser)).toBe(uuid)
    const former = await app.store.adapter.getSessionAndUser?.(uuid)
    expect(former?.session.expires.getTime()).toBeLessThanOrEqual(Date.now() + 60_000)
  })

  it('is deleted at sign-out', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app)
    await present(app, uuid).signOut()
    expect(await app.store.adapter.getSessionAndUser?.(uuid)).toBeNull()
    expect(app.told.at(-1)).toMatchObject({
      name: 'signOut',
      message: { session: { userId: 'user-1' } },
    })
  })

  it('is deleted at the next sign-in', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app)
    const browser = present(app, uuid)
    await enter(app, browser, { person: { sub: 'x' } })
    expect(await app.store.adapter.getSessionAndUser?.(uuid)).toBeNull()
    expect(tokenOf(browser)).toMatch(/^[\da-f]{72}$/)
  })

  it('is deleted when it has expired', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app, uuid, -1)
    expect(await present(app, uuid).session()).toBeNull()
    expect(app.store.take()).toEqual(['getSessionAndUser', 'getSessionAndUser', 'deleteSession'])
    expect(await app.store.adapter.getSessionAndUser?.(uuid)).toBeNull()
  })

  it('ends with all others of its user', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app)
    await storeClearRow(app, `${uuid}-2`)
    const browser = present(app, uuid)
    await browser.postForm(await browser.fetchPage('/auth/signout'), { everywhere: 'true' })
    expect(await present(app, `${uuid}-2`).session()).toBeNull()
  })

  it('CK3: its token is in no list of devices, and can be ended from there', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app)
    await storeClearRow(app, `${uuid}-2`)
    const browser = present(app, uuid)
    const list = await listSessions(requestFrom(browser), app.config)
    expect(list).toHaveLength(2)
    expect(list.filter(({ isCurrent }) => isCurrent)).toHaveLength(1)
    expect(JSON.stringify(list)).not.toContain(uuid)
    for (const { id } of list) expect(await present(app, id).session()).toBeNull()
    const other = list.find(({ isCurrent }) => !isCurrent)
    expect(await revokeSession(requestFrom(browser), app.config, other?.id ?? '')).toBe(true)
    expect(await present(app, `${uuid}-2`).session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('has one key, however much the database ignores', async () => {
    const app = await makeAccountsApp({ adapter: looseAdapter() })
    await storeClearRow(app)
    expect(await present(app, uuid.toUpperCase()).session()).toBeNull()
    expect(await present(app, uuid).session()).not.toBeNull()
  })

  it('with an odd key is looked for only if a table of Auth.js could hold it', async () => {
    const app = await makeAccountsApp()
    const fits = 'k'.repeat(255)
    const tooLong = 'k'.repeat(256)
    const likeOurs = 'a'.repeat(72)
    for (const key of [fits, tooLong, likeOurs]) await storeClearRow(app, key)
    expect(await present(app, fits).session()).not.toBeNull()
    expect(await present(app, tooLong).session()).toBeNull()
    expect(await present(app, likeOurs).session()).toBeNull()
  })

  it('that holds a hash in place of a token is not its own key', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app, `sha256:${uuid}`)
    expect(await present(app, `sha256:${uuid}`).session()).toBeNull()
  })
})

describe('odd cookies with database sessions', () => {
  const odd: readonly [string, string][] = [
    ['10 kB', 'x'.repeat(10_000)],
    ['a JWE', `eyJhbGciOiJkaXIifQ..${'A'.repeat(16)}.${'B'.repeat(300)}.${'C'.repeat(22)}`],
    ['nothing but spaces', '   '],
    ['a NUL', 'a\0b'],
    ['emoji', '🔑🔑🔑'],
    ['__proto__', '__proto__'],
    ['constructor', 'constructor'],
    ['quotes', `' OR 1=1 --`],
    ['a wildcard', '%'],
    ['a stranger with a birth in the future', `${'a'.repeat(64)}ffffffff`],
    ['a stranger who was born in 1970', `${'a'.repeat(64)}00000000`],
  ]

  it.each(odd)('%s is no session, and goes', async (_, value) => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    app.store.take()
    const browser = app.browser()
    const encoded = encodeURIComponent(value)
    for (let at = 0; at * 3500 < encoded.length; at++) {
      const name = encoded.length > 3500 ? `${sessionCookie}.${at}` : sessionCookie
      browser.plant(name, encoded.slice(at * 3500, (at + 1) * 3500))
    }
    const response = await browser.fetch('/auth/session')
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(browser.cookieHeader()).not.toContain('session-token')
    expect(app.store.calls.length).toBeLessThanOrEqual(2)
    expect(app.codes('error')).toEqual([])
  })

  it('are asked for in clear at most as long as a key can be', async () => {
    const app = await makeAccountsApp()
    await present(app, 'y'.repeat(3000)).session()
    const asked = app.store.calls.map(({ args }) => String(args[0]))
    expect(asked).toEqual([await hashOf('y'.repeat(3000))])
  })

  it('a token of ours that is unknown costs one query, and one for a session that replaced it', async () => {
    const app = await makeAccountsApp()
    const now = Math.floor(Date.now() / 1000).toString(16)
    await present(app, 'b'.repeat(64) + now).session()
    expect(app.store.take()).toEqual(['getSessionAndUser', 'getSessionAndUser'])
  })

  it('an altered birth is another token', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const token = tokenOf(browser)
    expect(await present(app, `${token.slice(0, 64)}ffffffff`).session()).toBeNull()
    expect(await present(app, token.toUpperCase()).session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('a row whose end is no date is no session', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const { adapter } = app.store
    const find = adapter.getSessionAndUser?.bind(adapter)
    app.store.adapter.getSessionAndUser = async (key) => {
      const found = await find?.(key)
      return found ? { ...found, session: { ...found.session, expires: new Date('soon') } } : null
    }
    expect(await browser.session()).toBeNull()
  })

  it('an end that comes as text counts', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const { adapter } = app.store
    const find = adapter.getSessionAndUser?.bind(adapter)
    app.store.adapter.getSessionAndUser = async (key) => {
      const found = await find?.(key)
      const expires = found?.session.expires.toISOString() as unknown as Date
      return found ? { ...found, session: { ...found.session, expires } } : null
    }
    expect(await browser.session()).not.toBeNull()
  })

  it('a session without its user, or a user without the session, is ignored', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app)
    const token = tokenOf(browser)
    const { adapter } = app.store
    const find = adapter.getSessionAndUser?.bind(adapter)
    for (const half of ['session', 'user']) {
      app.store.adapter.getSessionAndUser = async (key) => {
        const found = await find?.(key)
        return { ...found, [half]: null } as never
      }
      expect(await present(app, token).session()).toBeNull()
    }
    expect(app.codes('error')).toEqual([])
  })

  it('a clear token that an adapter repeats in its error is not in the log', async () => {
    const app = await makeAccountsApp()
    await storeClearRow(app)
    const browser = present(app, uuid)
    app.store.before = ({ args }) => {
      if (args[0] === uuid) throw new Error(`Query failed: token = '${uuid}'`)
    }
    expect(await browser.session()).toBeNull()
    expect(logText(app)).toContain('Query failed')
    expect(logText(app)).not.toContain(uuid)
  })
})

describe('one strategy is not the other', () => {
  it('a JWT is not accepted as a session if sessions are in the database', async () => {
    const jwt = await makeAccountsApp({ session: { strategy: 'jwt' } })
    const browser = await enterAnew(jwt)
    const app = await makeAccountsApp({ adapter: jwt.store.adapter })
    expect(await present(app, tokenOf(browser)).session()).toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('a database session token is not accepted if sessions are JWTs', async () => {
    const database = await makeAccountsApp()
    const browser = await enterAnew(database)
    const app = await makeAccountsApp({
      adapter: database.store.adapter,
      session: { strategy: 'jwt' },
    })
    const other = present(app, tokenOf(browser))
    expect(await other.session()).toBeNull()
    expect(other.cookie(sessionCookie)).toBeUndefined()
    await present(app, tokenOf(browser)).signOut()
    expect(await browser.session()).not.toBeNull()
    expect(app.codes('error')).toEqual([])
  })

  it('the id of a revocable token is no token of a database session', async () => {
    let id = ''
    const callbacks = {
      jwt: ({ token }: JWTCallbackParams) => {
        if (typeof token['session_id'] === 'string') id = token['session_id']
        return token
      },
    }
    const jwt = await makeAccountsApp({ session: { strategy: 'jwt' }, callbacks })
    const browser = await enterAnew(jwt)
    await browser.session()
    expect(id).toMatch(/^[\da-f]{64}$/)
    const app = await makeAccountsApp({ adapter: jwt.store.adapter })
    expect(await present(app, id).session()).toBeNull()
    expect(await present(app, `jwt:${id}`).session()).toBeNull()
  })
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  listSessions,
  revokeProviderSession,
  revokeSession,
  revokeSessionsOfUser,
  signOut,
  unlinkAccount,
} from '../../../src/core.js'
import { decode, encode } from '../../../src/jwt.js'
import type { JWTCallbackParams } from '../../../src/model/callbacks.js'
import type { JWT } from '../../../src/model/records.js'
import { isMark } from '../../../src/store/revocation.js'
import type { Browser } from '../../support/browser.js'
import { login, passwordProvider, secret, sessionCookie } from '../../support/apps/app.js'
import { comeBack } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  enterByPassword,
  errorOf,
  logText,
  makeAccountsApp,
  pressLink,
  verifiedClaims,
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

async function makeJwtApp(options: AccountsOptions = {}): Promise<AccountsApp> {
  return makeAccountsApp({ ...options, session: { strategy: 'jwt', ...options.session } })
}

/** Another browser with a copy of the token. */
function copyOf(app: AccountsApp, browser: Browser): Browser {
  const copy = app.browser()
  copy.plant(sessionCookie, tokenOf(browser))
  return copy
}

async function claimsIn(browser: Browser): Promise<Record<string, unknown>> {
  const params = { token: tokenOf(browser), secret, salt: sessionCookie }
  return (await decode(params)) ?? {}
}

async function everywhere(browser: Browser): Promise<Response> {
  const page = await browser.fetchPage('/auth/signout')
  return (await browser.postForm(page, { everywhere: 'true' })).response
}

describe.each([
  ['an adapter of ours', undefined],
  ['an adapter of Auth.js', authJsAdapter],
])('a token with a database behind it, %s', (_, makeAdapter) => {
  const adapter = () => (makeAdapter ? { adapter: makeAdapter() } : {})

  it('names a row, whose key does not lie in it', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    const { session_id: id, sub } = await claimsIn(browser)
    expect(id).toMatch(/^[\da-f]{64}$/)
    const row = app.store.calls.find(({ name }) => name === 'createSession')?.args[0]
    expect(row).toMatchObject({ userId: sub, expires: new Date(begin + 30 * day * 1000) })
    expect(JSON.stringify(row)).not.toContain(String(id))
    expect((row as { sessionToken: string }).sessionToken).toMatch(/^sha256:[\da-f]{64}$/)
  })

  it('is worth nothing after sign-out, at once in this process', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    const copy = copyOf(app, browser)
    expect(await copy.session()).not.toBeNull()
    await browser.signOut()
    expect(await copy.session()).toBeNull()
    expect(copy.cookie(sessionCookie)).toBeUndefined()
    expect(app.told.at(-1)).toMatchObject({ name: 'signOut', message: { token: { name: 'Ada' } } })
  })

  it('is asked for once in recheckAge, 60 seconds', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    app.store.take()
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
    wait(59)
    await browser.session()
    expect(app.store.take()).toEqual([])
    wait(1)
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
  })

  it('is asked for at every read with recheckAge 0', async () => {
    const app = await makeJwtApp({ ...adapter(), session: { recheckAge: 0 } })
    const browser = await enterAnew(app)
    app.store.take()
    await browser.session()
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser', 'getSessionAndUser'])
  })

  it('ends within recheckAge when its row went elsewhere', async () => {
    const app = await makeJwtApp({ ...adapter(), session: { recheckAge: 30 } })
    const browser = await enterAnew(app)
    expect(await browser.session()).not.toBeNull()
    const row = app.store.calls.find(({ name }) => name === 'createSession')?.args[0]
    await app.store.adapter.deleteSession?.((row as { sessionToken: string }).sessionToken)
    wait(29)
    expect(await browser.session()).not.toBeNull()
    wait(1)
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })

  it('ends with its user, within recheckAge', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    const { sub } = await claimsIn(browser)
    await app.store.adapter.deleteUser?.(String(sub))
    expect(await browser.session()).toBeNull()
  })

  it('SE1: is another one after every sign-in, and the former is dead', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    const former = copyOf(app, browser)
    expect(await former.session()).not.toBeNull()
    await enter(app, browser)
    expect(await former.session()).toBeNull()
    expect(await browser.session()).not.toBeNull()
  })

  it('is renewed with its row: both end at the same moment', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    const before = await claimsIn(browser)
    wait(day)
    app.store.take()
    await browser.session()
    expect(app.store.calls.map(({ name }) => name)).toEqual(['getSessionAndUser', 'updateSession'])
    const after = await claimsIn(browser)
    expect(after['session_id']).toBe(before['session_id'])
    expect(app.store.calls[1]?.args[0]).toMatchObject({
      expires: new Date(Number(after['exp']) * 1000),
    })
    const cookie = browser.cookies.find(({ name }) => name === sessionCookie)
    expect(cookie?.expires).toBe(Number(after['exp']) * 1000)
  })

  it('SE3: ends with its row after absoluteMaxAge', async () => {
    const session = { maxAge: 100, updateAge: 0, absoluteMaxAge: 150 }
    const app = await makeJwtApp({ ...adapter(), session })
    const browser = await enterAnew(app)
    wait(90)
    app.store.take()
    await browser.session()
    const { exp } = await claimsIn(browser)
    expect(exp).toBe(begin / 1000 + 150)
    const update = app.store.calls.find(({ name }) => name === 'updateSession')
    expect(update?.args[0]).toMatchObject({ expires: new Date(begin + 150_000) })
  })

  it('that was found dead stays so, and is no riddle to the log', async () => {
    const app = await makeJwtApp({ ...adapter(), debug: true })
    const browser = await enterAnew(app)
    const copies = [copyOf(app, browser), copyOf(app, browser)]
    await browser.signOut()
    for (const copy of copies) expect(await copy.session()).toBeNull()
    expect(await browser.session()).toBeNull()
    expect(app.codes('debug')).not.toContain('session-unreadable')
  })

  it('needs no look at the user whom the sign-in has just found', async () => {
    const app = await makeJwtApp(adapter())
    await enterAnew(app)
    app.store.take()
    await enterAnew(app)
    expect(app.store.count('getUser')).toBe(0)
    expect(app.store.count('createSession')).toBe(1)
  })

  it('an outage is no sign-out: no session, the cookie stays, the log says why', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    app.store.before = connectionLost
    const response = await browser.fetch('/auth/session')
    expect([response.status, await response.json()]).toEqual([200, null])
    expect(response.headers.getSetCookie()).toEqual([])
    expect(app.codes('error')).toEqual(['JWTSessionError'])
    expect(logText(app)).toContain('ECONNREFUSED')
    app.store.before = () => undefined
    expect(await browser.session()).not.toBeNull()
  })

  it('an outage at sign-out takes the cookie all the same', async () => {
    const app = await makeJwtApp(adapter())
    const browser = await enterAnew(app)
    const page = await browser.fetchPage('/auth/signout')
    app.store.before = connectionLost
    await browser.postForm(page)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toContain('SignOutError')
  })
})

describe('sign out everywhere', () => {
  it('ends the tokens of all devices, elsewhere within recheckAge', async () => {
    const app = await makeJwtApp()
    const one = await enterAnew(app)
    const two = await enterAnew(app)
    const other = await enterAnew(app, { person: { sub: 'other' } })
    expect(await two.session()).not.toBeNull()
    expect(await other.session()).not.toBeNull()
    takeTold(app)
    await everywhere(one)
    expect(takeTold(app)).toEqual(['signOut'])
    expect(one.cookie(sessionCookie)).toBeUndefined()
    wait(60)
    expect(await two.session()).toBeNull()
    expect(await other.session()).not.toBeNull()
  })

  it('ends them at once in the process that did it', async () => {
    const app = await makeJwtApp()
    const one = await enterAnew(app)
    const two = await enterAnew(app)
    expect(await two.session()).not.toBeNull()
    await everywhere(one)
    expect(await two.session()).toBeNull()
  })

  it.each([
    [
      'one device, from the list',
      async (app: AccountsApp, from: Browser) => {
        const list = await listSessions(requestFrom(from), app.config)
        const other = list.find(({ isCurrent }) => !isCurrent)
        await revokeSession(requestFrom(from), app.config, other?.id ?? '')
      },
    ],
    [
      'all of a user, by the application',
      async (app: AccountsApp, from: Browser) => {
        const { sub } = await claimsIn(from)
        await revokeSessionsOfUser(app.config, String(sub))
      },
    ],
    [
      'what began with a session at the provider',
      (app: AccountsApp) =>
        revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'sid-1' }),
    ],
    [
      'the sessions beside an account that is unlinked',
      async (app: AccountsApp, from: Browser) => {
        const location = (await pressLink(from)).headers.get('location') ?? ''
        await comeBack(from, app.two.authorize(location, { sub: 'x' }))
        const keys = { provider: 'op', providerAccountId: 'subject-1' }
        await unlinkAccount(requestFrom(from), app.config, keys)
      },
    ],
  ])('so does ending %s', async (_, end) => {
    const app = await makeJwtApp()
    const person = { sub: 'subject-1', sid: 'sid-1' }
    const one = await enterAnew(app, { person })
    const two = await enterAnew(app, { person })
    expect(await two.session()).not.toBeNull()
    await end(app, one)
    expect(await two.session()).toBeNull()
  })

  it('goes by the user of the row, whatever the `jwt` callback made of the subject', async () => {
    const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, sub: 'renamed' }) }
    const app = await makeJwtApp({ callbacks, session: { recheckAge: 0 } })
    const one = await enterAnew(app)
    const two = await enterAnew(app)
    await everywhere(one)
    expect(await two.session()).toBeNull()
  })

  it('needs an adapter that can, and says which method', async () => {
    const app = await makeJwtApp({ adapter: authJsAdapter() })
    const browser = await enterAnew(app)
    const response = await everywhere(browser)
    expect(response.status).toBe(500)
    expect(logText(app)).toContain('deleteSessionsByUserId')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
  })
})

describe('the current user of a sensitive call', () => {
  it('is read from the database, even if the token was checked a moment ago', async () => {
    const app = await makeJwtApp()
    const owner = await enterAnew(app)
    const thief = copyOf(app, owner)
    expect(await thief.session()).not.toBeNull()
    // The owner ends it in another process.
    const row = app.store.calls.find(({ name }) => name === 'createSession')?.args[0]
    await app.store.adapter.deleteSession?.((row as { sessionToken: string }).sessionToken)
    expect(errorOf(await pressLink(thief))).toBe('AccountNotLinked')
    await expect(listSessions(requestFrom(thief), app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })

  it('is the user of the session row, whatever subject the `jwt` callback returned', async () => {
    const callbacks = { jwt: ({ token }: { token: object }) => ({ ...token, sub: 'renamed' }) }
    const app = await makeJwtApp({ callbacks })
    const browser = await enterAnew(app)
    expect(await listSessions(requestFrom(browser), app.config)).toHaveLength(1)
  })
})

describe('a token without a row', () => {
  /** A token that Auth.js made, or that is older than the adapter. */
  async function older(app: AccountsApp, sub: string | undefined): Promise<Browser> {
    const token = await encode({ token: { name: 'Ada', sub }, secret, salt: sessionCookie })
    const browser = app.browser()
    browser.plant(sessionCookie, token)
    return browser
  }

  it('gets a row when it is first seen, and can be ended from then on', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const browser = await older(app, user.id)
    expect(await browser.session()).not.toBeNull()
    // Before and after, for the marks of a sign-out everywhere and of an eviction, and for a deletion.
    const marks = ['getSessionAndUser', 'getSessionAndUser', 'getUser']
    // A mark records that the token has had its row.
    const adoption = ['getSessionAndUser', 'createSession', 'createSession']
    expect(app.store.take()).toEqual([...marks, 'getUser', ...adoption, ...marks])
    await browser.session()
    expect(app.store.take()).toEqual(['getSessionAndUser'])
    await browser.session()
    expect(app.store.take()).toEqual([])
    const copy = copyOf(app, browser)
    await browser.signOut()
    expect(await copy.session()).toBeNull()
  })

  it('gets one row, however many requests bring it at once', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const browser = await older(app, user.id)
    const copies = Array.from({ length: 5 }, () => copyOf(app, browser))
    const sessions = await Promise.all(copies.map((copy) => copy.session()))
    expect(sessions.every(Boolean)).toBe(true)
    const rows = (await app.store.adapter.listSessionsByUserId?.(user.id)) ?? []
    expect(rows.filter((row) => !isMark(row))).toHaveLength(1)
  })

  it.each(['here', 'from the list of devices'])(
    'gets no second row after its session was ended %s',
    async (place) => {
      const app = await makeJwtApp()
      const user = await storeAda(app)
      const browser = await older(app, user.id)
      const thief = copyOf(app, browser)
      expect(await browser.session()).not.toBeNull()
      if (place === 'here') await browser.signOut()
      else {
        const owner = await enterByPassword(app)
        const list = await listSessions(requestFrom(owner), app.config)
        const { id } = list.find(({ isCurrent }) => !isCurrent) ?? expect.fail()
        expect(await revokeSession(requestFrom(owner), app.config, id)).toBe(true)
      }
      expect(await thief.session()).toBeNull()
      expect(thief.cookie(sessionCookie)).toBeUndefined()
    },
  )

  it.each<[string, (browser: Browser) => Promise<unknown>]>([
    ['signed out', (browser) => browser.signOut()],
    [
      'replaced by a new sign-in',
      async (browser) => {
        const csrfToken = await browser.csrfToken()
        return browser.postJson(`/auth/callback/${passwordProvider.id}`, { csrfToken, ...login })
      },
    ],
  ])('gets no row after it was %s before it had one', async (_, end) => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const browser = await older(app, user.id)
    const thief = copyOf(app, browser)
    await end(browser)
    expect(await thief.session()).toBeNull()
    expect(thief.cookie(sessionCookie)).toBeUndefined()
  })

  it('gets no second row if it was adopted and signed out while another request adopted it', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const browser = await older(app, user.id)
    const thief = copyOf(app, browser)
    app.store.before = async ({ name }) => {
      if (name !== 'createSession') return
      app.store.before = () => undefined
      expect(await browser.session()).not.toBeNull()
      await browser.signOut()
    }
    expect(await thief.session()).toBeNull()
  })

  it.each([
    ['everywhere', (_: AccountsApp, other: Browser) => everywhere(other)],
    [
      'by the application',
      (app: AccountsApp, _: Browser, id: string) => revokeSessionsOfUser(app.config, id),
    ],
  ])('is dead after its user was signed out %s, and gets no row', async (_, end) => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const [browser, due] = [await older(app, user.id), await older(app, user.id)]
    wait(1)
    const other = await enterByPassword(app)
    await end(app, other, user.id)
    expect(await browser.session()).toBeNull()
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    wait(day)
    expect(await due.session()).toBeNull()
    wait(1)
    const next = await enterByPassword(app)
    expect(await next.session()).not.toBeNull()
    // Its `iat` is later than the sign-out, but a server with Auth.js may have renewed it.
    expect(await (await older(app, user.id)).session()).toBeNull()
    expect(await listSessions(requestFrom(next), app.config)).toHaveLength(1)
  })

  it('is dead after a second sign-out everywhere, too', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    await revokeSessionsOfUser(app.config, user.id)
    wait(10)
    const browser = await older(app, user.id)
    wait(10)
    await revokeSessionsOfUser(app.config, user.id)
    expect(await browser.session()).toBeNull()
  })

  it('is dead after an account of its user was unlinked', async () => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app)
    const { sub } = await claimsIn(browser)
    const old = await older(app, String(sub))
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, { sub: 'x' }))
    const [account] = (await app.store.adapter.listAccountsByUserId?.(String(sub))) ?? []
    if (!account) throw new Error('There is no account.')
    expect(await unlinkAccount(requestFrom(browser), app.config, account)).toBe(true)
    expect(await browser.session()).not.toBeNull()
    expect(await old.session()).toBeNull()
  })

  it('is dead although it was given a row while its user was signed out everywhere', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const browser = await older(app, user.id)
    app.store.before = async ({ name }) => {
      if (name !== 'createSession') return
      app.store.before = () => undefined
      await revokeSessionsOfUser(app.config, user.id)
    }
    expect(await browser.session()).toBeNull()
    expect(await (await older(app, user.id)).session()).toBeNull()
  })

  it('speaks for no user once it is dead', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const thief = await older(app, user.id)
    await revokeSessionsOfUser(app.config, user.id)
    wait(1)
    const owner = await enterByPassword(app)
    await expect(listSessions(requestFrom(thief), app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
    await everywhere(thief)
    expect(await owner.session()).not.toBeNull()
  })

  it('gets none when its subject is no user of the database', async () => {
    const app = await makeJwtApp()
    const browser = await older(app, 'op:subject-1')
    expect(await browser.session()).not.toBeNull()
    const marks = ['getSessionAndUser', 'getSessionAndUser', 'getUser', 'countAttempt']
    expect(app.store.take()).toEqual([...marks, 'getUser'])
    await browser.session()
    expect(app.store.take()).toEqual([])
    wait(day)
    expect(await browser.session()).not.toBeNull()
    expect(app.store.take()).toEqual(['getUser'])
  })

  it('gets no row when it has no subject, and the database is not queried', async () => {
    const app = await makeJwtApp()
    const browser = await older(app, undefined)
    wait(day)
    expect(await browser.session()).not.toBeNull()
    await expect(listSessions(requestFrom(browser), app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
    await everywhere(browser)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.codes('error')).toEqual([])
    expect(app.store.take()).toEqual([])
  })

  it('stands for the user of its subject', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    await enterByPassword(app)
    const browser = await older(app, user.id)
    expect(await listSessions(requestFrom(browser), app.config)).toHaveLength(1)
  })

  it('ends all sessions of the user of its subject', async () => {
    const app = await makeJwtApp()
    const user = await storeAda(app)
    const other = await enterByPassword(app)
    expect(await other.session()).not.toBeNull()
    const browser = await older(app, user.id)
    app.store.take()
    await everywhere(browser)
    expect(app.store.take()).toContain('deleteSessionsByUserId')
    expect(await other.session()).toBeNull()
  })

  it('is what someone gets who signed in by password and is not in the database', async () => {
    const app = await makeJwtApp()
    const browser = await enterByPassword(app)
    expect(await browser.session()).not.toBeNull()
    expect(await claimsIn(browser)).not.toHaveProperty('session_id')
    expect(app.store.count('createSession')).toBe(0)
    await expect(listSessions(requestFrom(browser), app.config)).rejects.toMatchObject({
      type: 'SessionRequired',
    })
  })

  it('is not what someone gets who signed in by password and is there', async () => {
    const app = await makeJwtApp()
    await storeAda(app)
    const browser = await enterByPassword(app)
    expect(await claimsIn(browser)).toHaveProperty('session_id')
    expect(await listSessions(requestFrom(browser), app.config)).toHaveLength(1)
  })

  it('works with credentials and an adapter that cannot look users up', async () => {
    const adapter = without(authJsAdapter(), 'getUser')
    const app = await makeJwtApp({ adapter, providers: [passwordProvider] })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    expect(app.store.take()).toEqual([])
  })
})

describe('a token that is not revocable', () => {
  it.each([
    ['the application wants none', { session: { revocable: false } }],
    ['the adapter has no sessions', { adapter: without(authJsAdapter(), 'createSession') }],
  ])('when %s: no row, no question, no end', async (_, options: AccountsOptions) => {
    const app = await makeJwtApp(options)
    const browser = await enterAnew(app)
    expect(await claimsIn(browser)).not.toHaveProperty('session_id')
    app.store.take()
    const copy = copyOf(app, browser)
    await browser.signOut()
    expect(await copy.session()).not.toBeNull()
    expect(app.store.take()).toEqual([])
  })

  it('is not said to be ended by a sign-out everywhere', async () => {
    const app = await makeJwtApp({ session: { revocable: false } })
    const [browser, other] = [await enterAnew(app), await enterAnew(app)]
    await everywhere(browser)
    expect(app.codes('error')).toEqual(['InvalidSessionOptions'])
    expect(logText(app)).toContain('`session.revocable` is false')
    // This browser is signed out all the same.
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(await other.session()).not.toBeNull()
    expect(app.told.filter(({ name }) => name === 'signOut')).toEqual([])
  })

  it('is not said to be ended by `revokeSessionsOfUser`', async () => {
    const app = await makeJwtApp({ session: { revocable: false } })
    const browser = await enterAnew(app)
    const id = (await browser.session())?.user?.id ?? ''
    await expect(revokeSessionsOfUser(app.config, id)).rejects.toMatchObject({
      type: 'InvalidSessionOptions',
    })
    await expect(
      signOut(requestFrom(browser), app.config, { everywhere: true }),
    ).resolves.toMatchObject({
      data: { ok: false },
    })
  })

  it('does not keep its user from unlinking an account', async () => {
    const app = await makeJwtApp({ session: { revocable: false } })
    const browser = await enterAnew(app)
    const location = (await pressLink(browser)).headers.get('location') ?? ''
    await comeBack(browser, app.two.authorize(location, { ...verifiedClaims, sub: 'two' }))
    const account = { provider: 'two', providerAccountId: 'two' }
    expect(await unlinkAccount(requestFrom(browser), app.config, account)).toBe(true)
  })

  it('that was revocable once is not asked for any more', async () => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app)
    const lax = await makeJwtApp({ adapter: app.store.adapter, session: { revocable: false } })
    const copy = copyOf(lax, browser)
    await browser.signOut()
    expect(await copy.session()).not.toBeNull()
  })

  it('that was revocable once is not looked for in a database without sessions', async () => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app)
    const adapter = without(app.store.adapter, 'deleteSession', 'getSessionAndUser')
    const bare = await makeJwtApp({ adapter })
    const copy = copyOf(bare, browser)
    expect(await copy.session()).not.toBeNull()
    await copy.signOut()
    expect(copy.cookie(sessionCookie)).toBeUndefined()
    expect(bare.codes('error')).toEqual([])
  })
})

describe('a dead token', () => {
  it('that names a row does not sign its user out everywhere', async () => {
    const app = await makeJwtApp()
    const first = await enterAnew(app)
    const thief = copyOf(app, first)
    await first.signOut()
    const owner = await enterAnew(app)
    expect(await owner.session()).not.toBeNull()
    await everywhere(thief)
    expect(thief.cookie(sessionCookie)).toBeUndefined()
    expect(await owner.session()).not.toBeNull()
    expect(app.store.count('deleteSessionsByUserId')).toBe(0)
  })

  it('is not renewed by a read that was under way when its row was deleted', async () => {
    const app = await makeJwtApp()
    const browser = await enterAnew(app)
    const thief = copyOf(app, browser)
    wait(day)
    app.store.before = async ({ name }) => {
      if (name !== 'updateSession') return
      app.store.before = () => undefined
      await browser.signOut()
    }
    expect(await thief.session()).toBeNull()
    expect(thief.cookie(sessionCookie)).toBeUndefined()
    expect(await thief.session()).toBeNull()
  })
})

describe('what callbacks do to a revocable token', () => {
  it('a `jwt` callback cannot hand the session to another user on update', async () => {
    const callbacks = {
      jwt: ({ token, session }: JWTCallbackParams): JWT => Object.assign({}, token, session),
    }
    const app = await makeJwtApp({ callbacks })
    const browser = await enterAnew(app)
    const { sub, session_id: id } = await claimsIn(browser)
    const csrfToken = await browser.csrfToken()
    const forged = { name: 'New', sub: 'victim', session_id: 'forged', session_evidence: null }
    await browser.postJson('/auth/session', { csrfToken, data: forged })
    const claims = await claimsIn(browser)
    expect(claims).toMatchObject({ name: 'New', sub, session_id: id })
    expect(claims).not.toHaveProperty('session_evidence')
  })

  it('a `jwt` callback cannot drop or change the row of a token', async () => {
    const callbacks = {
      jwt: ({ trigger }: { trigger?: string | undefined }) =>
        trigger === 'update' ? { name: 'New', session_id: 'forged' } : { name: 'Ada' },
    }
    const app = await makeJwtApp({ callbacks, session: { recheckAge: 0 } })
    const browser = await enterAnew(app)
    const { session_id: id } = await claimsIn(browser)
    expect(id).toMatch(/^[\da-f]{64}$/)
    await browser.session()
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/session', { csrfToken, data: {} })
    expect(response.status).toBe(200)
    expect(await claimsIn(browser)).toMatchObject({ name: 'New', session_id: id })
    const copy = copyOf(app, browser)
    await browser.signOut()
    expect(await copy.session()).toBeNull()
  })

  it('a claim of the same name, set at sign-in, does not stand in for the row', async () => {
    const callbacks = {
      jwt: ({ token, profile }: JWTCallbackParams): JWT => Object.assign({}, token, profile),
    }
    const app = await makeJwtApp({ callbacks })
    const browser = await enterAnew(app, { person: { sub: 's', session_id: 'from-the-service' } })
    expect(await browser.session()).not.toBeNull()
    expect(app.store.count('createSession')).toBe(1)
    const copy = copyOf(app, browser)
    await browser.signOut()
    expect(await copy.session()).toBeNull()
  })

  it('a `jwt` callback that wants no session at sign-in gets none, and no row', async () => {
    const app = await makeJwtApp({ callbacks: { jwt: () => null } })
    const browser = app.browser()
    const response = await enter(app, browser)
    expect(errorOf(response)).toBe('AccessDenied')
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.store.count('createSession')).toBe(0)
    expect(app.told.some(({ name }) => name === 'signIn')).toBe(false)
  })
})

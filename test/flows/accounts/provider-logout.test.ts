import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { revokeProviderSession } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { makeApp } from '../../support/apps/app.js'
import { encodeJson, fakeKey, signClaims, type Claims } from '../../support/oauth/fake-keys.js'
import { comeBack, makeProvider, oidc, start } from '../../support/oauth/sign-in.js'
import {
  enter,
  enterAnew,
  errorOf,
  makeAccountsApp,
  verifiedClaims,
  type AccountsApp,
  type AccountsOptions,
} from '../../support/apps/accounts-app.js'
import { authJsAdapter, connectionLost, without } from '../../support/adapters/watched-adapter.js'

const begin = Date.UTC(2030, 0, 1)

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'], now: begin }))
afterEach(() => void vi.useRealTimers())

const event = 'http://schemas.openid.net/event/backchannel-logout'
const ada = { sub: 'subject-1' }
const beginning = begin / 1000
const now = (): number => Math.floor(Date.now() / 1000)

function wait(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** What the service `op` would say of a logout; undefined leaves a claim out. */
function claimsWith(changes: Claims = {}): Claims {
  return {
    iss: 'https://op.test',
    aud: 'client-1',
    iat: now(),
    exp: now() + 120,
    jti: crypto.randomUUID(),
    events: { [event]: {} },
    sid: 'sid-1',
    ...changes,
  }
}

async function sign(app: AccountsApp, changes?: Claims, header?: Claims): Promise<string> {
  return signClaims(claimsWith(changes), app.op.key, { typ: 'logout+jwt', ...header })
}

/** A service has no cookies, and no origin. */
async function sendLogout(
  app: Pick<AccountsApp, 'browser'>,
  fields: Record<string, string> | URLSearchParams | string,
  path = '/auth/backchannel-logout/op',
): Promise<Response> {
  const body = new URLSearchParams(fields)
  return app.browser().send(path, { method: 'POST', body })
}

/** A user who has been seen since: what is remembered of a session must not outlive it. */
async function signedIn(app: AccountsApp, sid = 'sid-1', sub = 'subject-1'): Promise<Browser> {
  const browser = await enterAnew(app, { person: { sub, sid } })
  expect(await isIn(browser)).toBe(true)
  return browser
}

async function idOf({ store }: AccountsApp): Promise<string> {
  const keys = { provider: 'op', providerAccountId: ada.sub }
  return (await store.adapter.getUserByAccount?.(keys))?.id ?? ''
}

async function isIn(browser: Browser): Promise<boolean> {
  return (await browser.session()) !== null
}

describe.each<readonly [string, AccountsOptions]>([
  ['database', {}],
  ['jwt', { session: { strategy: 'jwt', recheckAge: 60 } }],
])('LO1: a logout that the provider tells of, with sessions of the strategy %s,', (_, options) => {
  it('ends the session that began with that one, and no other', async () => {
    const app = await makeAccountsApp(options)
    const browsers = [await signedIn(app), await signedIn(app, 'sid-2')]
    const response = await sendLogout(app, { logout_token: await sign(app) })
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toContain('no-store')
    expect(response.headers.getSetCookie()).toEqual([])
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, true])
  })

  it('ends all sessions of a person that began there', async () => {
    const app = await makeAccountsApp(options)
    const eve = await signedIn(app, 'sid-3', 'eve')
    const browsers = [await signedIn(app), await signedIn(app, 'sid-2')]
    const token = await sign(app, { ...ada, sid: undefined })
    expect((await sendLogout(app, { logout_token: token })).status).toBe(200)
    expect(await Promise.all([...browsers, eve].map(isIn))).toEqual([false, false, true])
  })

  it('leaves alone who signed in again afterwards, also when it is told twice', async () => {
    const app = await makeAccountsApp(options)
    const before = await signedIn(app)
    const token = await sign(app, { ...ada, sid: undefined, exp: now() + 600 })
    await sendLogout(app, { logout_token: token })
    wait(90)
    const after = await signedIn(app, 'sid-2')
    const again = await sendLogout(app, { logout_token: token })
    expect([again.status, await again.json()]).toEqual([
      400,
      { error: 'LogoutTokenInvalid', message: 'Logout token: it was used before.' },
    ])
    expect([await isIn(before), await isIn(after)]).toEqual([false, true])
  })
})

describe('a logout at the provider', () => {
  const bySession = {}
  const byAccount = { sid: undefined, sub: ada.sub }
  const cases = [
    ['database', 'its session', bySession, memoryAdapter()],
    ['jwt', 'its session', bySession, memoryAdapter()],
    ['database', 'its session', bySession, without(memoryAdapter(), 'countAttempt')],
    ['database', 'its account', byAccount, memoryAdapter()],
    ['jwt', 'its account', byAccount, memoryAdapter()],
    ['database', 'its account', byAccount, without(memoryAdapter(), 'countAttempt')],
  ] as const

  it.each(cases)(
    'with %s sessions, a sign-in in flight loses to a logout of %s',
    async (...given) => {
      const [strategy, , claims, adapter] = given
      const app = await makeAccountsApp({ adapter, session: { strategy, recheckAge: 0 } })
      const answers: unknown[] = []
      let isTold = false
      app.store.before = async ({ name }) => {
        if (name !== 'createSession' || isTold) return
        isTold = true
        wait(1)
        const answer = await sendLogout(app, { logout_token: await sign(app, claims) })
        answers.push([answer.status, await answer.text()])
      }
      const browser = app.browser()
      const person = { ...ada, sid: 'sid-1' }
      const error = errorOf(await enter(app, browser, { person }))
      // Together, so that a failure shows what the provider was answered.
      expect({ answers, error }).toEqual({ answers: [[200, 'null']], error: 'OAuthAttemptLost' })
      expect(await isIn(browser)).toBe(false)
      // A provider may use the id of the session again.
      wait(1)
      expect(await isIn(await signedIn(app))).toBe(true)
    },
  )

  it('beats a sign-in that was begun before it, and no sign-in of another session', async () => {
    const app = await makeAccountsApp()
    const [phone, laptop] = [app.browser(), app.browser()]
    const pending = app.op.authorize(await start(phone), { ...ada, sid: 'sid-1' })
    const other = app.op.authorize(await start(laptop), { ...ada, sid: 'sid-2' })
    wait(1)
    await revokeProviderSession(app.config, { provider: 'op', providerSessionId: 'sid-1' })
    wait(1)
    // A provider may tell of it twice.
    await sendLogout(app, { logout_token: await sign(app) })
    await comeBack(phone, pending)
    await comeBack(laptop, other)
    expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true])
  })

  it('a logout of one account beats no sign-in with another account', async () => {
    const app = await makeAccountsApp()
    const [phone, laptop] = [app.browser(), app.browser()]
    const pending = app.op.authorize(await start(phone), ada)
    const other = app.op.authorize(await start(laptop), { sub: 'subject-2' })
    wait(1)
    await sendLogout(app, { logout_token: await sign(app, byAccount) })
    await comeBack(phone, pending)
    await comeBack(laptop, other)
    expect([await isIn(phone), await isIn(laptop)]).toEqual([false, true])
  })

  it.each(cases)(
    'with %s sessions, a second logout of %s beats a sign-in that began after the first one',
    async (...given) => {
      const [strategy, , claims, adapter] = given
      const app = await makeAccountsApp({ adapter, session: { strategy, recheckAge: 0 } })
      await sendLogout(app, { logout_token: await sign(app, claims) })
      wait(90)
      const browser = app.browser()
      const pending = app.op.authorize(await start(browser), { ...ada, sid: 'sid-1' })
      wait(90)
      const answer = await sendLogout(app, { logout_token: await sign(app, claims) })
      expect(answer.status).toBe(200)
      wait(1)
      await comeBack(browser, pending)
      expect(await isIn(browser)).toBe(false)
      expect(await isIn(await signedIn(app))).toBe(true)
    },
  )

  it('is noted although a sign-in on a server whose clock is ahead has looked for the note', async () => {
    const app = await makeAccountsApp()
    const browser = app.browser()
    const pending = app.op.authorize(await start(browser), { ...ada, sid: 'sid-1' })
    wait(30)
    await signedIn(app)
    wait(-10)
    await sendLogout(app, { logout_token: await sign(app) })
    await comeBack(browser, pending)
    expect(await isIn(browser)).toBe(false)
  })

  it('cannot be passed on by the app where sessions cannot be ended', async () => {
    const app = await makeAccountsApp({ session: { strategy: 'jwt', revocable: false } })
    const session = { provider: 'op', providerSessionId: 'sid-1' }
    await expect(revokeProviderSession(app.config, session)).rejects.toMatchObject({
      type: 'InvalidSessionOptions',
    })
  })
})

describe('LO1: a logout', () => {
  it('ends the one session where both the session and the person are named', async () => {
    const app = await makeAccountsApp()
    const browsers = [await signedIn(app), await signedIn(app, 'sid-2')]
    await sendLogout(app, { logout_token: await sign(app, ada) })
    expect(await Promise.all(browsers.map(isIn))).toEqual([false, true])
  })

  it('leaves sessions alone that the person began elsewhere', async () => {
    const app = await makeAccountsApp({ twoOptions: { allowDangerousEmailAccountLinking: true } })
    const here = await enterAnew(app, { person: verifiedClaims })
    const elsewhere = await enterAnew(app, { id: 'two' })
    const owners = [{ provider: 'op' }, { provider: 'two' }].map(async ({ provider }) =>
      app.store.adapter.getUserByAccount?.({ provider, providerAccountId: ada.sub }),
    )
    const [first, second] = await Promise.all(owners)
    expect(second?.id).toBe(first?.id)
    await sendLogout(app, { logout_token: await sign(app, { ...ada, sid: undefined }) })
    expect([await isIn(here), await isIn(elsewhere)]).toEqual([false, true])
  })

  it('knows the session also where the profile comes from user info', async () => {
    const app = await makeAccountsApp({ opOptions: { idToken: false } })
    const browser = await signedIn(app)
    await sendLogout(app, { logout_token: await sign(app) })
    expect(await isIn(browser)).toBe(false)
  })

  it('knows no session that the provider gives no name', async () => {
    const app = await makeAccountsApp()
    const browser = await enterAnew(app, { person: { ...ada, sid: 42 } })
    const [row] = (await app.store.adapter.listSessionsByUserId?.(await idOf(app))) ?? []
    expect(row?.providerSessionId).toBeNull()
    expect(await isIn(browser)).toBe(true)
  })

  it.each([
    ['of an unknown session', { sid: 'unknown' }],
    ['of a person whom nobody knows', { sid: undefined, sub: 'nobody' }],
  ])('%s is as good as any', async (_what, changes) => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    expect((await sendLogout(app, { logout_token: await sign(app, changes) })).status).toBe(200)
    expect(await isIn(browser)).toBe(true)
  })

  it.each([
    ['without a type', { typ: undefined }, {}],
    ['with the type of any token', { typ: 'JWT' }, {}],
    ['with its type in full', { typ: 'application/logout+jwt' }, {}],
    ['of a provider that writes no exp', {}, { exp: undefined }],
    ['without exp, almost three minutes later', {}, { exp: undefined, iat: beginning - 179 }],
    ['30 seconds too late', {}, { exp: beginning - 30 }],
    ['30 seconds too early', {}, { iat: beginning + 30 }],
    ['of 50 minutes ago', {}, { iat: beginning - 3000 }],
    ['with members in its event', {}, { events: { [event]: { a: 1 }, 'urn:other': {} } }],
  ])('is believed %s', async (_how, header, changes) => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    const token = await sign(app, { iat: now(), ...changes }, header)
    expect((await sendLogout(app, { logout_token: token })).status).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })

  it.each<readonly [string, Claims, Claims?]>([
    ['of another issuer', { iss: 'https://evil.test' }],
    ['for another client', { aud: 'another' }],
    ['without an issuer', { iss: undefined }],
    ['without an audience', { aud: undefined }],
    ['without a time', { iat: undefined }],
    ['without a name', { jti: undefined }],
    ['with an empty name', { jti: '' }],
    ['with a name that is no text', { jti: 7 }],
    ['without events', { events: undefined }],
    ['of another event', { events: { 'urn:other': {} } }],
    ['with an event that is no object', { events: { [event]: true } }],
    ['with an event that is a list', { events: { [event]: [] } }],
    ['with an event that is nothing', { events: { [event]: null } }],
    ['with events that are nothing', { events: null }],
    ['with events that are a text', { events: event }],
    ['with a nonce', { nonce: 'abc' }],
    ['with a nonce that is nothing', { nonce: null }],
    ['without session and person', { sid: undefined, sub: undefined }],
    ['with a session that is no text', { sid: 7, ...ada }],
    ['with an empty session', { sid: '', ...ada }],
    ['with a person that is no text', { sub: 7 }],
    ['that has expired', { exp: beginning - 90 }],
    ['with an exp that is no number', { exp: '4102444800' }],
    ['that was issued in a year', { iat: beginning + 31_536_000, exp: beginning + 31_536_120 }],
    ['that was issued in two minutes', { iat: beginning + 120, exp: beginning + 240 }],
    [
      'of an hour ago that expires in a year',
      { iat: beginning - 3700, exp: beginning + 31_536_000 },
    ],
    ['that begins later', { nbf: beginning + 120 }],
    ['without exp, of three minutes ago', { exp: undefined, iat: beginning - 180 }],
    ['that is an access token', {}, { typ: 'at+jwt' }],
    ['with a type that only ends as it should', {}, { typ: 'x-logout+jwt' }],
    ['with a type that only begins as it should', {}, { typ: 'logout+jwt-x' }],
    ['with a critical header', {}, { crit: ['x'], x: 1 }],
  ])('is not believed %s', async (_what, changes, header) => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    const token = await sign(app, changes as Claims, header as Claims | undefined)
    await expectRefused(app, browser, { logout_token: token })
  })

  it.each<readonly [string, (app: AccountsApp) => Promise<string>]>([
    ['is not signed', async () => unsigned('')],
    ['has the signature of something else', async (app) => withOtherSignature(await sign(app))],
    [
      'is signed by a stranger',
      async () => signClaims(claimsWith(), await fakeKey('first', 'ES256')),
    ],
    ['is no token', async () => 'a.b.c'],
    ['is empty', async () => ''],
  ])('is not believed when it %s', async (_how, make) => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    await expectRefused(app, browser, { logout_token: await make(app) })
  })

  it('is not believed when it is the ID token of a sign-in', async () => {
    let idToken = ''
    const app = await makeAccountsApp({
      callbacks: { signIn: ({ account }) => Boolean((idToken = account?.id_token ?? '')) },
    })
    const browser = await signedIn(app)
    expect(idToken).not.toBe('')
    await expectRefused(app, browser, { logout_token: idToken })
  })

  it('is one field of a form', async () => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    const token = await sign(app)
    await expectRefused(app, browser, {})
    await expectRefused(app, browser, `logout_token=${token}&logout_token=${token}`)
    const asked = await app.browser().fetch(`/auth/backchannel-logout/op?logout_token=${token}`)
    expect([asked.status, asked.headers.get('allow')]).toEqual([405, 'POST'])
    expect(await isIn(browser)).toBe(true)
  })

  it('counts at its own provider only', async () => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    const body = { logout_token: await sign(app) }
    expect((await sendLogout(app, body, '/auth/backchannel-logout/two')).status).toBe(400)
    expect((await sendLogout(app, body, '/auth/backchannel-logout/credentials')).status).toBe(405)
    expect((await sendLogout(app, body, '/auth/backchannel-logout/nobody')).status).toBe(404)
    expect(await isIn(browser)).toBe(true)
  })

  it('that failed can be told again', async () => {
    const app = await makeAccountsApp()
    const browser = await signedIn(app)
    const body = { logout_token: await sign(app) }
    app.store.before = ({ name }) => {
      if (name === 'deleteSessionsByProviderSession') connectionLost()
    }
    expect((await sendLogout(app, body)).status).toBe(500)
    app.store.before = () => undefined
    expect((await sendLogout(app, body)).status).toBe(200)
    expect(await isIn(browser)).toBe(false)
  })

  it.each<readonly [string, Claims]>([
    ['a session', {}],
    ['a user', { ...ada, sid: undefined }],
  ])('token that names %s and is replayed deletes no session', async (_what, changes) => {
    const app = await makeAccountsApp()
    await signedIn(app)
    const body = { logout_token: await sign(app, changes) }
    expect((await sendLogout(app, body)).status).toBe(200)
    // A sign-in of the same moment would count as begun before the logout.
    wait(1)
    const again = await signedIn(app)
    expect((await sendLogout(app, body)).status).toBe(400)
    expect(await isIn(again)).toBe(true)
  })

  it('that failed with an adapter that counts nothing can be told again, once', async () => {
    const { countAttempt: _, ...adapter } = memoryAdapter()
    const app = await makeAccountsApp({ adapter })
    const browser = await signedIn(app)
    const body = { logout_token: await sign(app) }
    app.store.before = ({ name }) => {
      if (name === 'deleteSessionsByProviderSession') connectionLost()
    }
    expect((await sendLogout(app, body)).status).toBe(500)
    app.store.before = () => undefined
    expect((await sendLogout(app, body)).status).toBe(200)
    expect(await isIn(browser)).toBe(false)
    expect((await sendLogout(app, body)).status).toBe(400)
  })

  it('that cannot be verified because the provider is down tells the caller nothing about it', async () => {
    const op = await makeProvider()
    op.misbehaviour = {
      answer: {
        discovery: () => {
          throw new TypeError('fetch failed', { cause: new Error('connect ECONNREFUSED 10.0.0.7') })
        },
      },
    }
    const app = makeApp({ providers: [oidc(op)], adapter: memoryAdapter() })
    const response = await sendLogout(app, { logout_token: await signClaims(claimsWith(), op.key) })
    expect([response.status, await response.json()]).toEqual([
      502,
      { error: 'OAuthRequestFailed', message: 'See the server log.' },
    ])
    expect(inspect(app.logs, { depth: 20 })).toContain('ECONNREFUSED 10.0.0.7')
  })

  it.each<readonly [string, Claims]>([
    ['for another client', { aud: 'another' }],
    ['of another issuer', { iss: 'https://evil.test' }],
  ])('token %s is refused without naming our client or issuer', async (_what, changes) => {
    const app = await makeAccountsApp()
    const response = await sendLogout(app, { logout_token: await sign(app, changes) })
    expect(response.status).toBe(400)
    expect(await response.text()).not.toMatch(/client-1|op\.test/)
    expect(inspect(app.logs, { depth: 20 })).toMatch(/client-1|op\.test/)
  })

  it.each<readonly [string, Claims]>([
    ['a session at the provider', {}],
    ['a list of sessions', { ...ada, sid: undefined }],
  ])('needs a database that can be asked for %s', async (_what, changes) => {
    const app = await makeAccountsApp({ adapter: authJsAdapter() })
    const browser = await signedIn(app)
    expect((await sendLogout(app, { logout_token: await sign(app, changes) })).status).toBe(500)
    expect(app.codes('error')).toEqual(['MissingAdapterMethods'])
    expect(await isIn(browser)).toBe(true)
  })

  it('is not said to be done where sessions cannot be ended', async () => {
    const session = { strategy: 'jwt', revocable: false } as const
    const app = await makeAccountsApp({ session })
    const browser = await signedIn(app)
    expect((await sendLogout(app, { logout_token: await sign(app) })).status).toBe(500)
    expect(app.codes('error')).toEqual(['InvalidSessionOptions'])
    expect(await isIn(browser)).toBe(true)
  })

  it('needs a database', async () => {
    const op = await makeProvider()
    const app = makeApp({ providers: [oidc(op)] })
    const token = await signClaims(claimsWith(), op.key)
    expect((await sendLogout(app, { logout_token: token })).status).toBe(500)
    expect(app.codes('error')).toEqual(['MissingAdapter'])
  })

  it('is no reason to complain of the config while no provider has told of one', async () => {
    const op = await makeProvider()
    const app = makeApp({ providers: [oidc(op)] })
    expect((await sendLogout(app, { logout_token: 'x' })).status).toBe(400)
    const own = await makeAccountsApp({ session: { strategy: 'jwt', revocable: false } })
    expect((await sendLogout(own, { logout_token: 'x' })).status).toBe(400)
    expect([...app.codes('error'), ...own.codes('error')]).toEqual([])
  })

  it('is not for services that sign nothing', async () => {
    const op = await makeProvider()
    const plain = { ...oidc(op), type: 'oauth', userinfo: op.address('userinfo') } as never
    const app = makeApp({ providers: [plain], adapter: memoryAdapter() })
    const token = await signClaims(claimsWith(), op.key)
    expect((await sendLogout(app, { logout_token: token })).status).toBe(405)
  })
})

async function expectRefused(
  app: AccountsApp,
  browser: Browser,
  fields: Record<string, string> | string,
): Promise<void> {
  const response = await sendLogout(app, fields)
  expect([response.status, await response.json()]).toEqual([
    400,
    { error: 'LogoutTokenInvalid', message: expect.any(String) as string },
  ])
  expect(response.headers.get('cache-control')).toContain('no-store')
  expect(app.codes('warn')).toContain('LogoutTokenInvalid')
  expect(await isIn(browser)).toBe(true)
}

function unsigned(signature: string): string {
  return `${encodeJson({ alg: 'none', typ: 'logout+jwt' })}.${encodeJson(claimsWith())}.${signature}`
}

function withOtherSignature(token: string): string {
  const [header, payload, signature = ''] = token.split('.')
  return [header, payload, (signature.startsWith('A') ? 'B' : 'A') + signature.slice(1)].join('.')
}

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { CredentialInputs } from '../../../src/model/credentials.js'
import Credentials from '../../../src/providers/credentials.js'
import { logText } from '../../support/apps/accounts-app.js'
import {
  accept,
  lastSignInCookie,
  login,
  olderSecret,
  passwordProvider,
  secret,
  sessionCookie,
} from '../../support/apps/app.js'
import { attempt, attemptAll, makeLimitApp, times, type LimitApp } from './limit-app.js'

const wrong = { username: 'ada', password: 'wrong' }
const open = 302
const held = 429

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.UTC(2030, 0, 1) })
})
afterEach(() => void vi.useRealTimers())

/** Fields that name nobody. */
function junk(count: number): Record<string, string> {
  return Object.fromEntries(Array.from({ length: count }, (_, at) => [`field-${at}`, `x${at}`]))
}

/** Uses up what strangers have for a name. */
async function exhaust(app: LimitApp, username = 'ada'): Promise<void> {
  await attemptAll(app.browser(), times(10, { ...wrong, username }))
}

describe('PW2: passwords for one name', () => {
  it('are held up after ten, before `authorize` is asked, the right one too', async () => {
    const app = makeLimitApp()
    expect(await attemptAll(app.browser(), times(11, wrong))).toEqual([...times(10, open), held])
    expect(app.tried).toHaveLength(10)
    const browser = app.browser()
    expect((await attempt(browser, login)).status).toBe(held)
    expect(browser.cookie(sessionCookie)).toBeUndefined()
    expect(app.tried).toHaveLength(10)
  })

  it('are held up for five minutes, however often one tries meanwhile', async () => {
    const app = makeLimitApp()
    await exhaust(app)
    for (let minute = 0; minute < 4; minute++) {
      vi.setSystemTime(Date.now() + 60_000)
      const response = await attempt(app.browser(), wrong)
      expect(response.status).toBe(held)
      expect(response.headers.get('retry-after')).toBe(String(240 - minute * 60))
    }
    vi.setSystemTime(Date.now() + 59_000)
    expect((await attempt(app.browser(), wrong)).headers.get('retry-after')).toBe('1')
    vi.setSystemTime(Date.now() + 1000)
    const browser = app.browser()
    expect((await attempt(browser, login)).status).toBe(open)
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })

  it('of a hundred at once ten are heard', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    const body = { csrfToken: await browser.csrfToken(), ...wrong }
    const answers = await Promise.all(
      times(100, body).map((one) => browser.postJson('/auth/callback/credentials', one)),
    )
    expect(answers.filter(({ status }) => status === held)).toHaveLength(90)
    expect(app.tried).toHaveLength(10)
  })

  it('from wherever they come count together', async () => {
    const app = makeLimitApp()
    for (let client = 1; client <= 10; client++)
      await attempt(app.from(`203.0.113.${client}`), wrong)
    expect((await attempt(app.from('198.51.100.1'), wrong)).status).toBe(held)
  })

  it('do not hold up others', async () => {
    const app = makeLimitApp()
    await exhaust(app)
    expect((await attempt(app.browser(), { ...wrong, username: 'bob' })).status).toBe(open)
  })

  it.each(['ADA', 'Ada', 'ａｄａ', ' ada', 'ada ', '\tada', 'ada\u00a0', '\u{1d41a}da'])(
    'count together however it is written: %j',
    async (username) => {
      const app = makeLimitApp()
      await exhaust(app)
      expect((await attempt(app.browser(), { ...wrong, username })).status).toBe(held)
    },
  )

  it('count together however an accent is written', async () => {
    const app = makeLimitApp()
    await exhaust(app, 'Zo\u00eb')
    const status = (await attempt(app.browser(), { ...wrong, username: 'zoe\u0308' })).status
    expect(status).toBe(held)
  })

  it('are counted in the same way for an unknown name', async () => {
    const app = makeLimitApp()
    const known = await attemptAll(app.browser(), times(11, wrong))
    const unknown = await attemptAll(app.browser(), times(11, { ...wrong, username: 'nobody' }))
    expect(unknown).toEqual(known)
  })

  it('PW1: are counted when the name is no text, in whatever form', async () => {
    const app = makeLimitApp()
    const forms = Array.from({ length: 11 }, (_, depth) => ({
      password: 'x',
      username: JSON.parse(`${'['.repeat(depth + 1)}"ada"${']'.repeat(depth + 1)}`) as unknown,
    }))
    const statuses = await attemptAll(app.browser(), forms)
    expect(statuses.at(-1)).toBe(held)
  })

  it('are counted when there is no name at all', async () => {
    const app = makeLimitApp()
    const statuses = await attemptAll(app.browser(), times(11, { password: 'x' }))
    expect(statuses.at(-1)).toBe(held)
  })

  it('are counted by provider', async () => {
    const fields = { username: {}, password: { type: 'password' } }
    const app = makeLimitApp({
      providers: ['credentials', 'other'].map((id) =>
        Credentials({ id, credentials: fields, authorize: accept }),
      ),
    })
    await exhaust(app)
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/callback/other', { csrfToken, ...wrong })
    expect(response.status).toBe(open)
  })

  it('go by the name alone, whatever else a form has', async () => {
    const credentials: CredentialInputs = { username: {}, password: { type: 'password' } }
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    const all = Array.from({ length: 11 }, (_, at) => ({ ...wrong, password: `${at}`, x: `${at}` }))
    expect((await attemptAll(app.browser(), all)).at(-1)).toBe(held)
  })

  it.each<[string, CredentialInputs]>([
    ['a password without a type', { username: {}, password: {} }],
    ['a password by another name', { username: {}, kennwort: { type: 'password' } }],
    ['a password with a capital', { username: {}, kennwort: { type: 'Password' } }],
    ['a second factor', { username: {}, password: { type: 'password' }, code: {} }],
    ['a box to tick', { username: {}, password: { type: 'password' }, stay: { type: 'checkbox' } }],
  ])('are not told apart by %s', async (_, credentials) => {
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    const all = Array.from({ length: 11 }, (_unused, at) => ({
      username: 'ada',
      password: `${at}`,
      kennwort: `${at}`,
      code: `${at}`,
      stay: `${at}`,
    }))
    expect((await attemptAll(app.browser(), all)).at(-1)).toBe(held)
  })

  it.each<[string, CredentialInputs, string]>([
    ['a note', { username: {}, password: { type: 'password' }, note: {} }, 'username'],
    ['a team', { team: {}, username: {}, password: { type: 'password' } }, 'username'],
    ['a second name', { email: {}, username: {}, password: { type: 'password' } }, 'email'],
    ['a note beside a typed name', { kunde: { type: 'email' }, note: {}, password: {} }, 'kunde'],
    [
      'a note beside a name that is marked as one',
      { note: {}, kunde: { autocomplete: 'section-login username' }, password: {} },
      'kunde',
    ],
  ])('are not told apart by a declared field with %s', async (_, credentials, name) => {
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    const all = Array.from({ length: 11 }, (_unused, at) => ({
      ...Object.fromEntries(Object.keys(credentials).map((field) => [field, `${field}-${at}`])),
      [name]: 'ada',
    }))
    expect((await attemptAll(app.browser(), all)).at(-1)).toBe(held)
  })

  it('are held up after a hundred when no declared field is known to be the name', async () => {
    const credentials: CredentialInputs = { kunde: {}, note: {}, password: { type: 'password' } }
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    const all = Array.from({ length: 101 }, (_, at) => ({
      kunde: 'ada',
      note: `${at}`,
      password: `${at}`,
    }))
    expect(await attemptAll(app.browser(), all)).toEqual([...times(100, open), held])
    expect(app.codes('warn').filter((code) => code === 'field-limit-reached')).toHaveLength(1)
    expect(logText(app)).toMatch(/kunde.*`autocomplete: 'username'`/)
  })

  it('are not counted by a field that was left empty while another names the user', async () => {
    const credentials: CredentialInputs = { email: {}, username: {}, password: {} }
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    const all = Array.from({ length: 30 }, (_, at) => ({ email: `a${at}@x.test`, username: '' }))
    expect(new Set(await attemptAll(app.browser(), all))).toEqual(new Set([open]))
  })

  it.each([
    ['ADA@X.TEST', 'ada@x.test'],
    ['ada@m\u00fcnchen.test', 'ada@xn--mnchen-3ya.test'],
    ['\u212aim@x.test', 'kim@x.test'],
  ])('count together for the addresses %j and %j', async (one, two) => {
    const app = makeLimitApp()
    await exhaust(app, one)
    expect((await attempt(app.browser(), { ...wrong, username: two })).status).toBe(held)
  })

  it.each([
    ['an accent', 'a\u0301da'],
    ['many accents', 'a\u0301\u0302\u0303d\u0304a'],
    ['a soft hyphen', 'ad\u00ADa'],
    ['a joiner', 'a\u200Dda'],
    ['a control character', 'a\u0001da'],
    ['a variation selector', 'ada\uFE0F'],
    ['a dotted capital', '\u00C4DA'],
  ])(
    'count together for a name with %s, which a database may not tell apart',
    async (_, spelling) => {
      const app = makeLimitApp()
      await exhaust(app)
      expect((await attempt(app.browser(), { ...wrong, username: spelling })).status).toBe(held)
    },
  )

  it('count together for all names that are longer than any', async () => {
    const app = makeLimitApp()
    const all = Array.from({ length: 11 }, (_, at) => ({
      ...wrong,
      username: `a${'\u0301'.repeat(600 + at)}da`,
    }))
    expect(await attemptAll(app.browser(), all)).toEqual([...times(10, open), held])
  })

  it('do not make a browser known for a name that only looks the same', async () => {
    const authorize = ({ username }: Record<string, unknown>) =>
      username === 'a\u0301da' ? { id: 'attacker' } : null
    const app = makeLimitApp({
      providers: [Credentials({ credentials: { username: {} }, authorize })],
    })
    const attacker = app.browser()
    await attempt(attacker, { username: 'a\u0301da' })
    expect(attacker.cookie(sessionCookie)).toBeDefined()
    await exhaust(app)
    expect((await attempt(attacker, wrong)).status).toBe(held)
  })

  describe('in a form without declared fields', () => {
    function makeUndeclaredApp(): LimitApp {
      return makeLimitApp({ providers: [Credentials({ authorize: accept })] })
    }

    const guesses = (count: number, fields: (at: number) => object): Record<string, unknown>[] =>
      Array.from({ length: count }, (_, at) => ({ password: `${at}`, ...fields(at) }))

    it.each<[string, (at: number) => object]>([
      ['a user name', () => ({ username: 'ada' })],
      ['an address', () => ({ email: 'ada@x.test' })],
      ['another field', (at) => ({ username: 'ada', note: `${at}` })],
      ['another name', (at) => ({ username: 'ada', email: `${at}@x.test` })],
      ['a list', () => ({ username: ['ada'] })],
      [
        'a value that is nested ever deeper',
        (at) => ({
          username: JSON.parse(`${'['.repeat(at + 10)}"ada"${']'.repeat(at + 10)}`) as unknown,
        }),
      ],
      ['a name inside', (at) => ({ login: { name: 'ada', note: `${at}` } })],
    ])('are held up after ten: %s', async (_, fields) => {
      const app = makeUndeclaredApp()
      expect((await attemptAll(app.browser(), guesses(10, fields))).at(-1)).toBe(open)
      expect((await attemptAll(app.browser(), guesses(1, fields))).at(-1)).toBe(held)
    })

    it.each<[string, (at: number) => object]>([
      ['a name that we do not know as one', (at) => ({ kunde: 'ada', note: `${at}` })],
      ['such a name beside one that we know', (at) => ({ kunde: 'ada', username: `${at}` })],
      ['no name at all', () => ({})],
      ['what is no text', () => ({ kunde: 7 })],
      [
        'more fields than any form has',
        (at) => Object.fromEntries(Array.from({ length: 17 }, (_, no) => [`${at}-${no}`, `${at}`])),
      ],
    ])('are held up after a hundred: %s', async (_, fields) => {
      const app = makeUndeclaredApp()
      const statuses = await attemptAll(app.browser(), guesses(101, fields))
      expect([statuses.at(-2), statuses.at(-1)]).toEqual([open, held])
      expect(app.codes('warn')).toContain('field-limit-reached')
    })

    it('do not hold up other users who tick the same box', async () => {
      const app = makeUndeclaredApp()
      const all = guesses(110, (at) => ({
        username: `user-${at}`,
        stay: 'on',
        json: 'true',
        empty: '',
      }))
      expect(new Set(await attemptAll(app.browser(), all))).toEqual(new Set([open]))
    })

    it('ask the store once when there is one name', async () => {
      const app = makeUndeclaredApp()
      await attempt(app.browser(), wrong)
      expect(app.counts.attempts).toHaveLength(1)
    })

    it('do not hold up a browser that has signed in with the name before', async () => {
      const app = makeUndeclaredApp()
      const browser = app.browser()
      await attempt(browser, login)
      await exhaust(app)
      expect((await attempt(app.browser(), login)).status).toBe(held)
      expect((await attempt(browser, login)).status).toBe(open)
    })
  })

  it('are held up after a hundred where a form has nothing but a password', async () => {
    const credentials: CredentialInputs = { pin: { type: 'password' } }
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    const all = Array.from({ length: 101 }, (_, at) => ({ pin: `${at}` }))
    expect(await attemptAll(app.browser(), all)).toEqual([...times(100, open), held])
  })

  it('of people whose names are not known to be names do not count together', async () => {
    const app = makeLimitApp({ providers: [Credentials({ authorize: accept })] })
    const all = Array.from({ length: 30 }, (_, at) => ({ ...wrong, username: `user-${at}` }))
    expect(new Set(await attemptAll(app.browser(), all))).toEqual(new Set([open]))
  })

  it('of fields that run into each other do not count together', async () => {
    const credentials: CredentialInputs = { team: {}, username: {}, password: { type: 'password' } }
    const app = makeLimitApp({ providers: [Credentials({ credentials, authorize: accept })] })
    await attemptAll(app.browser(), times(10, { team: 'a', username: 'b,c', password: 'x' }))
    const other = { team: 'a,b', username: 'c', password: 'x' }
    expect((await attempt(app.browser(), other)).status).toBe(open)
  })

  it('are as many as the application wants', async () => {
    const app = makeLimitApp({ limits: { identifier: { attempts: 2, seconds: 7 } } })
    expect(await attemptAll(app.browser(), times(3, wrong))).toEqual([open, open, held])
    const response = await attempt(app.browser(), wrong)
    expect(response.headers.get('retry-after')).toBe('7')
  })

  it('are not limited when the application wants no limits', async () => {
    const app = makeLimitApp({ limits: false })
    expect(new Set(await attemptAll(app.from('203.0.113.1'), times(80, wrong)))).toEqual(
      new Set([open]),
    )
    expect(app.tried).toHaveLength(80)
    expect(app.counts.attempts).toEqual([])
  })
})

describe('PW2: a browser that has signed in before', () => {
  it('is not held up by strangers who guess', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, login)
    await browser.signOut()
    await exhaust(app)
    expect((await attempt(app.browser(), login)).status).toBe(held)
    expect((await attempt(browser, { ...login, username: 'ADA' })).status).toBe(open)
    expect((await attempt(browser, login)).status).toBe(open)
    expect(browser.cookie(sessionCookie)).toBeDefined()
  })

  it('may not guess without end either', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, login)
    expect((await attemptAll(browser, times(11, wrong))).at(-1)).toBe(held)
    expect((await attempt(app.browser(), login)).status).toBe(open)
  })

  it('may try ten times, exactly', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, login)
    expect(await attemptAll(browser, times(11, wrong))).toEqual([...times(10, open), held])
    expect((await attempt(browser, login)).status).toBe(held)
  })

  it('is not held up by another browser that has signed in with the same name', async () => {
    const app = makeLimitApp()
    const [attacker, owner] = [app.browser(), app.browser()]
    await attempt(attacker, login)
    await attempt(owner, login)
    expect((await attemptAll(attacker, times(20, wrong))).at(-1)).toBe(held)
    expect(await attemptAll(owner, times(11, wrong))).toEqual([...times(10, open), held])
  })

  it('shares a hundred attempts with all others that have signed in with the name', async () => {
    const app = makeLimitApp({ limits: { client: { attempts: 1000, seconds: 60 } } })
    const browsers = times(11, 0).map(() => app.browser())
    for (const [at, browser] of browsers.entries()) {
      // A new count of strangers for each ten sign-ins.
      if (at === 10) vi.setSystemTime(Date.now() + 300_000)
      await attempt(browser, login)
    }
    const answers = []
    for (const browser of browsers) answers.push(...(await attemptAll(browser, times(10, wrong))))
    expect(answers.filter((status) => status === open)).toHaveLength(100)
  })

  it('is known for its own name alone', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, login)
    await exhaust(app, 'bob')
    expect((await attempt(browser, { ...wrong, username: 'bob' })).status).toBe(held)
  })

  // The attacker signs in once with an account of their own, and then guesses at the one of another user.
  it.each<[string, Record<string, unknown>, Record<string, unknown>]>([
    [
      'the names in other fields',
      { username: 'ada', name: 'victim' },
      { name: 'ada', username: 'victim' },
    ],
    [
      'the names in other fields of an object',
      { username: 'ada', user: { a: '1st', b: '2nd' } },
      { user: { b: 'ada', a: '1st' }, username: '2nd' },
    ],
    [
      'another field that looks like the name',
      { identifier: 'x', username: undefined, kunde: 'ada' },
      { identifier: 'x', kunde: 'victim' },
    ],
    [
      'more fields than any form has',
      { ...junk(17), kunde: 'ada' },
      { ...junk(17), kunde: 'victim' },
    ],
  ])('is not known for the name of another user with %s', async (_, own, guess) => {
    const provider = Credentials({
      authorize: ({ username, kunde, password: typed }) =>
        (username ?? kunde) === 'ada' && typed === login.password ? { id: 'user-1' } : null,
    })
    const app = makeLimitApp({ providers: [provider] })
    const browser = app.browser()
    await attempt(browser, { ...own, password: login.password })
    expect(browser.cookie(sessionCookie)).toBeDefined()
    await attemptAll(app.browser(), times(100, { ...guess, password: 'wrong' }))
    expect((await attempt(browser, { ...guess, password: 'wrong' })).status).toBe(held)
  })

  it('is still known after a sign-in without a name', async () => {
    const withoutLoginName = Credentials({
      id: 'key',
      credentials: {},
      authorize: () => ({ id: 'user-1' }),
    })
    const app = makeLimitApp({ providers: [passwordProvider, withoutLoginName] })
    const browser = app.browser()
    await attempt(browser, login)
    await browser.postJson('/auth/callback/key', { csrfToken: await browser.csrfToken() })
    expect(browser.cookie(lastSignInCookie)).toMatch(/^key%7C/)
    await exhaust(app)
    expect((await attempt(browser, login)).status).toBe(open)
  })

  it('is known under an older secret', async () => {
    const before = makeLimitApp({ secret: olderSecret })
    const browser = before.browser()
    await attempt(browser, login)
    const after = makeLimitApp({ secret: [secret, olderSecret] })
    await exhaust(after)
    const same = after.browser()
    same.plant(lastSignInCookie, browser.cookie(lastSignInCookie) ?? '')
    expect((await attempt(same, login)).status).toBe(open)
  })

  it('is not one that failed to', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, wrong)
    expect(browser.cookie(lastSignInCookie)).toBeUndefined()
  })

  it.each<[string, (value: string) => string]>([
    ['another name', (value) => value.replace(/\|[\da-f]{32}\|/, `|${'0'.repeat(32)}|`)],
    ['another provider', (value) => value.replace(/^credentials/, 'mail')],
    ['another proof', (value) => value.replace(/[^|]+$/, 'A'.repeat(43))],
    ['no proof', (value) => value.replace(/[^|]+$/, '')],
    ['more at the end', (value) => `${value}|x`],
    ['no last part', (value) => value.replace(/\|[^|]+$/, '')],
    ['another browser', (value) => value.replace(/\|[\w-]+(\|[^|]+)$/, '|AAAAAAAAAAA$1')],
    ['no browser', (value) => value.replace(/\|[\w-]+(\|[^|]+)$/, '|$1')],
    ['nothing', () => ''],
    ['bars', () => '|||'],
  ])('is not believed with %s in its cookie', async (_, change) => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, login)
    const value = decodeURIComponent(browser.cookie(lastSignInCookie) ?? '')
    expect(value).toMatch(/^credentials\|[\da-f]{32}\|[\w-]+\|[\w-]{43}$/)
    await exhaust(app)
    const forger = app.browser()
    forger.plant(lastSignInCookie, encodeURIComponent(change(value)))
    expect((await attempt(forger, login)).status).toBe(held)
    const honest = app.browser()
    honest.plant(lastSignInCookie, encodeURIComponent(value))
    expect((await attempt(honest, login)).status).toBe(open)
  })

  it('is not believed with a cookie of another application', async () => {
    const elsewhere = makeLimitApp({ secret: olderSecret })
    const browser = elsewhere.browser()
    await attempt(browser, login)
    const app = makeLimitApp()
    await exhaust(app)
    const forger = app.browser()
    forger.plant(lastSignInCookie, browser.cookie(lastSignInCookie) ?? '')
    expect((await attempt(forger, login)).status).toBe(held)
  })

  it('keeps a cookie that does not reveal the name, and that scripts cannot read', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    await attempt(browser, login)
    const cookie = browser.cookies.find(({ name }) => name === lastSignInCookie)
    expect(cookie).toMatchObject({ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' })
    expect(cookie?.value).not.toContain('ada')
    expect((cookie?.expires ?? 0) - Date.now()).toBe(365 * 24 * 3600 * 1000)
  })

  it('is not given its cookie again while it is the same', async () => {
    const app = makeLimitApp()
    const browser = app.browser()
    const names = async (): Promise<readonly string[]> => {
      const lines = (await attempt(browser, login)).headers.getSetCookie()
      return lines.map((line) => line.split('=')[0] ?? '')
    }
    expect(await names()).toContain(lastSignInCookie)
    expect(await names()).not.toContain(lastSignInCookie)
  })

  it('has its way marked on the sign-in page', async () => {
    const app = makeLimitApp({ adapter: memoryAdapter(), session: { strategy: 'jwt' } })
    const browser = app.browser()
    await attempt(browser, login)
    expect((await browser.fetchPage('/auth/signin')).html).toContain('last-used"')
    expect((await app.browser().fetchPage('/auth/signin')).html).not.toContain('last-used"')
  })
})

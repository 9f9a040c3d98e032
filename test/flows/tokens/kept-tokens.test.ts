import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import {
  Auth,
  authorizedFetch,
  createRuntime,
  getAccessToken,
  readSession,
  withRuntime,
  type AccessToken,
  type AccessTokenOptions,
  type AuthConfig,
  type Cookie,
} from '../../../src/core.js'
import { isOAuth } from '../../../src/config/providers.js'
import { openCall } from '../../../src/engine/open-call.js'
import type { JWT } from '../../../src/model/records.js'
import type { Browser } from '../../support/browser.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import {
  makeOAuthApp,
  makeProvider,
  oidc,
  person,
  signIn,
  type OAuthApp,
} from '../../support/oauth/sign-in.js'
import { patient } from '../../support/patient.js'

const cookiePrefix = '__Host-authjs.attempt-tokens.'
const hour = 3_600_000

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

describe('tokens in a cookie', () => {
  it('are kept encrypted, out of reach of scripts, and only if the app asks for it', async () => {
    const { browser, get, op } = await makeKeepingApp()
    const cookie = browser.cookies.find(({ name }) => name === nameIn(browser))
    expect(cookie).toMatchObject({ httpOnly: true, secure: true })
    const { accessToken, tokenType } = await get()
    expect(accessToken).toMatch(/^access-/)
    expect(tokenType).toBe('bearer')
    const sent = browser.cookies.map(({ value }) => value).join()
    expect(sent).not.toContain(accessToken)
    expect(JSON.stringify(await browser.session())).not.toContain(accessToken)
    expect(refreshesOf(op)).toEqual([])
    const other = await makeKeepingApp({ keepTokens: false })
    expect(other.browser.cookie(nameIn(other.browser))).toBeUndefined()
  })

  it('are replaced by a refresh, which sets the cookie of the same answer', async () => {
    const { browser, get, op } = await makeKeepingApp()
    const first = await get()
    vi.setSystemTime(Date.now() + hour)
    const before = browser.cookie(nameIn(browser))
    const second = await get()
    expect(second.accessToken).not.toBe(first.accessToken)
    expect(browser.cookie(nameIn(browser))).not.toBe(before)
    expect(await get()).toEqual(second)
    vi.setSystemTime(Date.now() + hour)
    expect((await get()).accessToken).not.toBe(second.accessToken)
    const sent = refreshesOf(op)
    expect(sent).toHaveLength(2)
    expect(new Set(sent).size).toBe(2)
  })

  it('are refreshed once for all requests that have the same cookie', async () => {
    const { browser, get, op } = await makeKeepingApp()
    const old = browser.cookie(nameIn(browser)) ?? ''
    vi.setSystemTime(Date.now() + hour)
    const tokens = await Promise.all(Array.from({ length: 20 }, () => get()))
    expect(new Set(tokens.map(({ accessToken }) => accessToken)).size).toBe(1)
    // This request was sent before the new cookie arrived.
    browser.plant(nameIn(browser), decodeURIComponent(old))
    vi.setSystemTime(Date.now() + 30_000)
    expect((await get()).accessToken).toBe(tokens[0]?.accessToken)
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('are not refreshed with a spent refresh token by a request that has the old cookie', async () => {
    const { browser, get, op } = await makeKeepingApp()
    const old = decodeURIComponent(browser.cookie(nameIn(browser)) ?? '')
    vi.setSystemTime(Date.now() + hour)
    const { accessToken } = await get()
    vi.setSystemTime(Date.now() + 10 * 60_000)
    browser.plant(nameIn(browser), old)
    expect((await get()).accessToken).toBe(accessToken)
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('are read from the new cookie by later calls of the same fetch', async () => {
    const { app, browser, op } = await makeKeepingApp()
    op.misbehaviour = { tokens: (tokens) => ({ ...tokens, refresh_token: undefined }) }
    vi.setSystemTime(Date.now() + hour)
    const call = await authorizedFetch(requestOf(browser), app.config, {
      provider: 'op',
      origins: ['https://api.test'],
      fetch: async () => new Response('ok'),
      setCookies: () => undefined,
    })
    await call('https://api.test/1')
    vi.setSystemTime(Date.now() + 61_000)
    await call('https://api.test/2')
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('that an API refuses are replaced, though the request has the old cookie', async () => {
    const { get, op } = await makeKeepingApp()
    const first = await get()
    const second = await get({ rejected: first.accessToken })
    expect(second.accessToken).not.toBe(first.accessToken)
    expect((await get({ rejected: second.accessToken })).accessToken).toBe(second.accessToken)
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('that an API refuses are replaced for all calls that met the refusal', async () => {
    // The apps of this file share a process, which replaces the tokens of an account once a minute.
    vi.setSystemTime(Date.now() + hour)
    const { get, op } = await makeKeepingApp()
    const { accessToken: rejected } = await get()
    const tokens = await Promise.all(Array.from({ length: 20 }, () => get({ rejected })))
    expect(tokens.map(({ accessToken }) => accessToken)).not.toContain(rejected)
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('that an API refuses are replaced after an outage, less than a minute later', async () => {
    vi.setSystemTime(Date.now() + 2 * hour)
    const { get, op } = await makeKeepingApp()
    const { accessToken: rejected } = await get()
    op.misbehaviour = { answer: { token: () => new Response('', { status: 500 }) } }
    await expect(get({ rejected })).rejects.toMatchObject({ type: 'TokenUnavailable' })
    op.misbehaviour = {}
    vi.setSystemTime(Date.now() + 21_000)
    expect((await get({ rejected })).accessToken).not.toBe(rejected)
  })

  it('are refreshed by another request if the platform has ended the first one', async () => {
    const { app, browser, get, op } = await makeKeepingApp()
    vi.setSystemTime(Date.now() + hour)
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    // The answer never arrives.
    op.misbehaviour = { answer: { token: () => new Promise<never>(() => undefined) } }
    const options = { provider: 'op', setCookies: () => undefined, waitUntil }
    getAccessToken(requestOf(browser), app.config, options).catch(() => undefined)
    await vi.waitFor(() => expect(refreshesOf(op)).toHaveLength(1), patient)
    expect(work).toHaveLength(1)
    op.misbehaviour = {}
    vi.setSystemTime(Date.now() + 61_000)
    expect((await get()).accessToken).toMatch(/^access-/)
    expect(refreshesOf(op)).toHaveLength(2)
  })

  it('are encrypted with the first secret as soon as they are read', async () => {
    const [old, young] = ['an old secret of the app', 'a new secret of the app'].map((text) =>
      text.padEnd(64, '0123456789'),
    ) as [string, string]
    const { app, browser } = await makeKeepingApp({ secret: old })
    const during = { ...app.config, secret: [young, old] }
    const { cookies } = await readSession(requestOf(browser), during)
    takeCookies(browser, cookies)
    const { accessToken } = await readAccessToken({ ...app, config: during }, browser)
    const after = { ...app, config: { ...app.config, secret: young } }
    expect((await readAccessToken(after, browser)).accessToken).toBe(accessToken)
  })

  it('end with the session', async () => {
    const { browser, get } = await makeKeepingApp()
    const name = nameIn(browser)
    const kept = decodeURIComponent(browser.cookie(name) ?? '')
    await browser.postForm(await browser.fetchPage('/auth/signout'))
    expect(browser.cookie(name)).toBeUndefined()
    browser.plant(name, kept)
    await expect(get()).rejects.toMatchObject({ type: 'SessionRequired' })
  })

  it('of a new sign-in stay, if the provider repeats a refresh token that was just used', async () => {
    const { browser, get, op } = await makeKeepingApp()
    let issued = ''
    const repeated: string[] = []
    op.misbehaviour = {
      tokens: ({ refresh_token: _token, ...tokens }) => {
        issued = String(tokens['access_token'])
        return { ...tokens, refresh_token: repeated[0] }
      },
    }
    vi.setSystemTime(Date.now() + hour)
    await get()
    repeated.push(...refreshesOf(op).map(String))
    vi.setSystemTime(Date.now() + 2000)
    await signIn(browser, op)
    expect((await get()).accessToken).toBe(issued)
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('are not given to a session that the `jwt` callback has ended [FT9]', async () => {
    let isBanned = false
    const callbacks = { jwt: ({ token }: { token: JWT }) => (isBanned ? null : token) }
    const { get, op, browser } = await makeKeepingApp({ callbacks })
    vi.setSystemTime(Date.now() + hour)
    expect((await get()).accessToken).toMatch(/^access-/)
    vi.setSystemTime(Date.now() + 2 * hour)
    isBanned = true
    const before = refreshesOf(op).length
    await expect(get()).rejects.toMatchObject({ type: 'SessionRequired' })
    expect(refreshesOf(op)).toHaveLength(before)
    expect(browser.cookieHeader(new URL('https://app.test'))).not.toContain('session-token')
  })

  it('of another user, or of another session of the same user, are not used', async () => {
    const { app, op, browser, get } = await makeKeepingApp()
    const kept = decodeURIComponent(browser.cookie(nameIn(browser)) ?? '')
    const thief = app.browser()
    await signIn(thief, op, { person: { ...person, sub: 'subject-2', email: 'eve@example.test' } })
    thief.plant(nameIn(thief), kept)
    await expect(readAccessToken(app, thief)).rejects.toMatchObject({ code: 'no-account' })
    vi.setSystemTime(Date.now() + 60_000)
    await signIn(browser, op)
    browser.plant(nameIn(browser), kept)
    await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-account' })
  })

  it('of two users are refreshed apart, though the provider gave both the same refresh token', async () => {
    const { app, op, browser } = await makeKeepingApp()
    op.misbehaviour = { tokens: (tokens) => ({ ...tokens, refresh_token: 'same' }) }
    await signIn(browser, op)
    const other = app.browser()
    await signIn(other, op, { person: { ...person, sub: 'subject-2', email: 'eve@example.test' } })
    vi.setSystemTime(Date.now() + hour)
    let count = 0
    const token = (): Response =>
      Response.json({ access_token: `of-call-${++count}`, token_type: 'Bearer', expires_in: 3600 })
    op.misbehaviour = { answer: { token } }
    expect((await readAccessToken(app, browser)).accessToken).toBe('of-call-1')
    expect((await readAccessToken(app, other)).accessToken).toBe('of-call-2')
  })

  it('of one provider are not those of another', async () => {
    const { app, browser } = await makeKeepingApp()
    const kept = decodeURIComponent(browser.cookie(nameIn(browser)) ?? '')
    browser.plant(nameIn(browser, 'two'), kept)
    await expect(readAccessToken(app, browser, { provider: 'two' })).rejects.toMatchObject({
      code: 'no-account',
    })
  })

  it('of a new sign-in stay if a refresh of the former session ends later', async () => {
    const { app, browser, get, op } = await makeKeepingApp()
    vi.setSystemTime(Date.now() + hour)
    const late: Cookie[] = []
    const setCookies = (cookies: readonly Cookie[]): void => void late.push(...cookies)
    await getAccessToken(requestOf(browser), app.config, { provider: 'op', setCookies })
    vi.setSystemTime(Date.now() + 2000)
    await signIn(browser, op)
    const own = nameIn(browser)
    const { accessToken } = await get()
    takeCookies(browser, late)
    expect((await get()).accessToken).toBe(accessToken)
    // The next refresh removes what the former session left.
    vi.setSystemTime(Date.now() + hour)
    await get()
    expect(tokenCookies(browser)).toEqual([own])
  })

  it('of a session end with the next sign-in, even in the same second', async () => {
    const { browser, op, app } = await makeKeepingApp()
    expect(tokenCookies(browser)).toHaveLength(1)
    op.misbehaviour = {
      tokens: (tokens) => ({ ...tokens, access_token: randomText(9000) }),
      claims: ({ at_hash: _hash, ...claims }) => claims,
    }
    const before = tokenCookies(browser)
    browser.plant(`${before[0] ?? ''}-of-another-provider`, 'kept')
    await signIn(browser, op)
    expect(app.codes('warn')).toContain('tokens-too-long')
    expect(tokenCookies(browser)).toEqual([])
  })

  it('that become shorter leave no cookie of the longer ones', async () => {
    const { browser, op, get } = await makeKeepingApp()
    op.misbehaviour = {
      tokens: (tokens) => ({ ...tokens, access_token: randomText(4000) }),
      claims: ({ at_hash: _hash, ...claims }) => claims,
    }
    await signIn(browser, op)
    expect(tokenCookies(browser)).toHaveLength(2)
    op.misbehaviour = {}
    vi.setSystemTime(Date.now() + hour)
    const { accessToken } = await get()
    expect(accessToken.length).toBeLessThan(100)
    expect(tokenCookies(browser)).toHaveLength(1)
    expect((await get()).accessToken).toBe(accessToken)
  })

  it('of another issuer are not sent to the issuer that the config names now', async () => {
    const { browser, app } = await makeKeepingApp()
    const other = await makeProvider({ issuer: 'https://other.test' })
    const moved = makeOAuthApp([oidc(other)], { keepTokens: true, secret: app.config.secret })
    const ended = readAccessToken(moved, browser)
    await expect(ended).rejects.toMatchObject({ type: 'ReauthRequired', code: 'other-issuer' })
    vi.setSystemTime(Date.now() + hour)
    await expect(readAccessToken(moved, browser)).rejects.toMatchObject({ code: 'other-issuer' })
    expect(refreshesOf(other)).toEqual([])
  })

  it('are remembered for 1000 refreshes, and for each one that is in flight', async () => {
    const { app, browser, get } = await makeKeepingApp()
    const { config } = openCall(requestOf(browser), app.config, {})
    const provider = config.providers.get('op')
    if (!provider || !isOAuth(provider)) throw new Error('There is no such provider.')
    const { exchanges } = provider.party.memory
    for (let index = 0; index < 1000; index += 1) {
      const state = index <= 1 ? 'pending' : 'renewed'
      // The second one was cut off.
      const until = index === 0 ? Infinity : 0
      exchanges.set(String(index), { result: Promise.resolve({}), state, until, refusals: 0 })
    }
    vi.setSystemTime(Date.now() + hour)
    await get()
    expect(exchanges.size).toBe(1000)
    expect(exchanges.has('0')).toBe(true)
    expect(exchanges.has('1')).toBe(false)
    expect(exchanges.has('2')).toBe(true)
  })

  it.each<[string, (waited: number) => unknown]>([
    ['', (waited) => vi.setSystemTime(Date.now() + waited)],
    [', though the clock stands still', () => undefined],
  ])(
    'are refreshed by a request that has waited a minute for one which the platform has ended%s',
    async (_clock, move) => {
      const { app, browser, op } = await makeKeepingApp()
      let waited = 0
      const sleep = async (milliseconds: number): Promise<void> => {
        await new Promise((resolve) => setImmediate(resolve))
        waited += milliseconds
        move(milliseconds)
      }
      const config = withRuntime({ ...app.config }, createRuntime({ sleep }))
      const get = (): Promise<AccessToken> => readAccessToken({ ...app, config }, browser)
      vi.setSystemTime(Date.now() + hour)
      op.misbehaviour = { answer: { token: () => new Promise<never>(() => undefined) } }
      const begun = Date.now()
      get().catch(() => undefined)
      await vi.waitFor(() => expect(refreshesOf(op)).toHaveLength(1), patient)
      const left = 60_000 - (Date.now() - begun)
      op.misbehaviour = {}
      expect((await get()).accessToken).toMatch(/^access-/)
      expect(waited).toBeGreaterThanOrEqual(left)
      expect(refreshesOf(op)).toHaveLength(2)
    },
  )

  it('that do not fit are not kept, and the log says what to do', async () => {
    const { app, browser, op, get } = await makeKeepingApp()
    op.misbehaviour = { tokens: (tokens) => ({ ...tokens, access_token: randomText(9000) }) }
    op.misbehaviour = { ...op.misbehaviour, claims: ({ at_hash: _hash, ...claims }) => claims }
    await signIn(browser, op)
    expect(await browser.session()).not.toBeNull()
    expect(app.codes('warn')).toContain('tokens-too-long')
    await expect(get()).rejects.toMatchObject({ code: 'no-account' })
  })

  it('that the provider refuses to refresh ask for a sign-in, and the provider is not asked again', async () => {
    const { get, op } = await makeKeepingApp()
    vi.setSystemTime(Date.now() + hour)
    const refused = (): Response => Response.json({ error: 'invalid_grant' }, { status: 400 })
    op.misbehaviour = { answer: { token: refused } }
    await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    vi.setSystemTime(Date.now() + hour)
    await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('survive an outage, in which the provider is asked once for all requests', async () => {
    const { get, op } = await makeKeepingApp()
    vi.setSystemTime(Date.now() + hour)
    op.misbehaviour = { answer: { token: () => new Response('', { status: 500 }) } }
    const calls = Array.from({ length: 20 }, () => get().catch((error: unknown) => error))
    for (const error of await Promise.all(calls))
      expect(error).toMatchObject({ type: 'TokenUnavailable' })
    expect(refreshesOf(op)).toHaveLength(1)
    op.misbehaviour = {}
    vi.setSystemTime(Date.now() + 21_000)
    expect((await get()).accessToken).toMatch(/^access-/)
  })

  it('cannot be refreshed any more if the new ID token is for another user', async () => {
    const { get, op } = await makeKeepingApp()
    vi.setSystemTime(Date.now() + hour)
    op.misbehaviour = { claims: (claims) => ({ ...claims, sub: 'subject-2' }) }
    for (let count = 0; count < 2; count += 1)
      await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect(refreshesOf(op)).toHaveLength(1)
  })

  it('keep a rotated refresh token if the new ID token is for another client', async () => {
    const { get, op } = await makeKeepingApp()
    const { accessToken } = await get()
    vi.setSystemTime(Date.now() + hour)
    op.misbehaviour = { claims: (claims) => ({ ...claims, aud: 'another' }) }
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    op.misbehaviour = {}
    vi.setSystemTime(Date.now() + 21_000)
    const next = await get()
    expect(next.accessToken).not.toBe(accessToken)
    const sent = refreshesOf(op)
    expect(new Set(sent).size).toBe(2)
  })

  it.each([
    ['another refresh token', (count: number) => `refresh-${count}`],
    ['the same refresh token', (_count: number, sent = '') => sent],
  ])('are asked for less and less often if each answer has only %s', async (_what, next) => {
    const { get, op } = await makeKeepingApp()
    const token = (): Response => {
      const sent = refreshesOf(op)
      return Response.json({ refresh_token: next(sent.length, sent.at(-1)) })
    }
    op.misbehaviour = { answer: { token } }
    vi.setSystemTime(Date.now() + hour)
    for (const [index, retryAfter] of [20, 40, 80].entries()) {
      for (let calls = 0; calls < 3; calls += 1)
        await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter })
      expect(refreshesOf(op)).toHaveLength(index + 1)
      vi.setSystemTime(Date.now() + retryAfter * 1000)
    }
  })

  it('are returned if the provider extends the same access token', async () => {
    const { get, op } = await makeKeepingApp()
    const { accessToken } = await get()
    vi.setSystemTime(Date.now() + hour)
    const token = (): Response =>
      Response.json({ access_token: accessToken, token_type: 'Bearer', expires_in: 3600 })
    op.misbehaviour = { answer: { token } }
    expect((await get()).accessToken).toBe(accessToken)
  })

  it('are found if the provider returns to a refresh token of before', async () => {
    const { get, op } = await makeKeepingApp()
    const names = ['one', 'two', 'one']
    const token = (): Response =>
      Response.json({
        access_token: `access-to-${names.length}`,
        token_type: 'Bearer',
        refresh_token: names.shift(),
        expires_in: 3600,
      })
    op.misbehaviour = { answer: { token } }
    for (let left = names.length; left > 0; left -= 1) await get({ minValidity: 500_000 })
    expect((await get()).accessToken).toBe('access-to-1')
    names.push('three', 'four')
    vi.setSystemTime(Date.now() + hour)
    expect((await get()).accessToken).toBe('access-to-2')
    expect(refreshesOf(op).slice(1)).toEqual(['one', 'two', 'one'])
  })

  it('need a way to set cookies, and an app without an adapter', async () => {
    const { app, browser } = await makeKeepingApp()
    const call = getAccessToken(requestOf(browser), app.config, { provider: 'op' })
    await expect(call).rejects.toMatchObject({
      type: 'InvalidConfig',
      message: expect.stringContaining('setCookies'),
    })
    const both = { ...app.config, adapter: memoryAdapter() }
    const { status } = await Auth(new Request('https://app.test/auth/csrf'), both)
    expect(status).toBe(500)
  })
})

interface KeepingApp {
  readonly app: OAuthApp
  readonly op: FakeProvider
  readonly browser: Browser
  readonly get: (options?: Partial<AccessTokenOptions>) => Promise<AccessToken>
}

/** An app without a database, in which Ada has signed in. */
async function makeKeepingApp(overrides: Partial<AuthConfig> = {}): Promise<KeepingApp> {
  const op = await makeProvider()
  const two = await makeProvider({ issuer: 'https://two.test' })
  const app = makeOAuthApp([oidc(op), oidc(two, { id: 'two' })], { keepTokens: true, ...overrides })
  const browser = app.browser()
  await signIn(browser, op)
  return { app, op, browser, get: (options) => readAccessToken(app, browser, options) }
}

/** Calls `getAccessToken` in a request of the browser, which takes the cookies of the answer. */
async function readAccessToken(
  app: OAuthApp,
  browser: Browser,
  options: Partial<AccessTokenOptions> = {},
): Promise<AccessToken> {
  const setCookies = (cookies: readonly Cookie[]): void => takeCookies(browser, cookies)
  return getAccessToken(requestOf(browser), app.config, { provider: 'op', setCookies, ...options })
}

function takeCookies(browser: Browser, cookies: readonly Cookie[]): void {
  for (const { name, value } of cookies) {
    if (value === '') browser.forget(name)
    else browser.plant(name, value)
  }
}

/** The names of the cookies with tokens that a browser has. */
function tokenCookies(browser: Browser): readonly string[] {
  return browser.cookies.map(({ name }) => name).filter((name) => name.startsWith(cookiePrefix))
}

/** The name of the cookie with a provider's tokens, in the session that a browser has. */
function nameIn(browser: Browser, provider = 'op'): string {
  const [session = ''] = (tokenCookies(browser)[0] ?? '').slice(cookiePrefix.length).split('.')
  return `${cookiePrefix}${session}.${provider}`
}

function requestOf(browser: Browser): Request {
  const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
  return new Request('https://app.test/page', { headers })
}

/** The refresh tokens that a provider was sent. */
function refreshesOf(op: FakeProvider): readonly string[] {
  return op.received.flatMap(({ form }) => form.get('refresh_token') ?? [])
}

/** A text that cannot be compressed. */
function randomText(length: number): string {
  return Array.from({ length }, () => Math.floor(Math.random() * 36).toString(36)).join('')
}

import { createServer } from 'node:http'
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { getAccessToken } from '../../../src/core.js'
import { customFetch } from '../../../src/model/markers.js'
import type { Provider } from '../../../src/model/provider.js'
import Strava from '../../../src/providers/strava.js'
import Twitch from '../../../src/providers/twitch.js'
import QQ from '../../../src/providers/qq.js'
import WeChat from '../../../src/providers/wechat.js'
import Withings from '../../../src/providers/withings.js'
import Zoho from '../../../src/providers/zoho.js'
import { signInAs } from '../../../src/testing.js'
import { enterAnew, makeAccountsApp } from '../../support/apps/accounts-app.js'
import type { Browser } from '../../support/browser.js'
import { secret } from '../../support/apps/app.js'
import { makeOAuthApp, makeProvider, oidc, signIn } from '../../support/oauth/sign-in.js'
import { makeTokenApp, origin } from '../../support/apps/token-app.js'

const keys = { provider: 'op', providerAccountId: 'subject-1' }
const granted = 'openid profile email'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A refusal whose code is the provider's own. */
function refuse(): Response {
  return Response.json({ error: 'invalid_request' }, { status: 400 })
}

function requestOf(browser: Browser): Request {
  const headers = { cookie: browser.cookieHeader(new URL(origin)) }
  return new Request(`${origin}/page`, { headers })
}

const ended: readonly (readonly [string, (options: object) => Provider, object, number])[] = [
  [
    'Strava',
    Strava,
    {
      message: 'Bad Request',
      errors: [{ resource: 'RefreshToken', field: 'refresh_token', code: 'invalid' }],
    },
    400,
  ],
  ['Twitch', Twitch, { status: 400, message: 'Invalid refresh token' }, 400],
  ['WeChat', WeChat, { errcode: 40030, errmsg: 'invalid refresh_token' }, 200],
  ['WeChat', WeChat, { errcode: 42002, errmsg: 'refresh_token expired' }, 200],
  ['WeChat', WeChat, { errcode: 42007, errmsg: 'user changed the password' }, 200],
  [
    'Withings',
    Withings,
    { status: 503, body: {}, error: 'Invalid Params: invalid refresh_token' },
    200,
  ],
  ...[100013, 100014, 100015, 100016].map(
    (error) => ['QQ', QQ, { error, error_description: 'token is not valid' }, 200] as const,
  ),
  ['Zoho', Zoho, { error: 'invalid_code' }, 200],
]

const others: typeof ended = [
  ['WeChat', WeChat, { errcode: 45011, errmsg: 'api minute-quota reach limit' }, 200],
  ['Withings', Withings, { status: 503, body: {}, error: 'Invalid Params: client_id' }, 200],
  ['Withings', Withings, { status: 601, body: {}, error: 'Too Many Requests' }, 200],
  ['QQ', QQ, { error: 100009, error_description: 'client_secret is not valid' }, 200],
  ['Zoho', Zoho, { error: 'invalid_client' }, 200],
]

describe('the answer of a service to a refresh', () => {
  it.each(ended)('of %s says that the token has ended: %#', async (_name, make, body, status) => {
    const { get, sent } = await startRefusing(make, body, status)
    await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect(sent).toEqual([expect.stringContaining('refresh-1')])
  })

  it.each(others)('of %s says nothing about the grant: %#', async (_name, make, body, status) => {
    const { get, sent } = await startRefusing(make, body, status)
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    expect(sent).toHaveLength(1)
  })
})

interface Refusing {
  readonly get: () => Promise<unknown>
  /** What the token endpoint was sent: its query and its body. */
  readonly sent: readonly string[]
}

/** Starts a server that refuses each refresh in the words of a service. */
async function startRefusing(
  make: (options: object) => Provider,
  body: object,
  status: number,
): Promise<Refusing> {
  const sent: string[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => void chunks.push(chunk))
    request.on('end', () => {
      const isMetadata = request.url?.includes('/.well-known/') === true
      if (!isMetadata) sent.push(`${request.url ?? ''} ${Buffer.concat(chunks).toString()}`)
      response.writeHead(isMetadata ? 200 : status, { 'content-type': 'application/json' })
      response.end(JSON.stringify(isMetadata ? twitchMetadata : body))
    })
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as { port: number }
  const send = (input: RequestInfo | URL, init?: RequestInit): Promise<Response> => {
    const { pathname, search } = new URL(new Request(input, init).url)
    return fetch(`http://127.0.0.1:${port}${pathname}${search}`, init)
  }
  const made = make({ clientId: 'app', clientSecret: 'secret', [customFetch]: send })
  const { id } = made as { id: string }
  const log = (): void => undefined
  const logger = { error: log, warn: log, debug: log }
  const config = { secret, origin, adapter: memoryAdapter(), providers: [made], logger }
  const account = { access_token: 'access-1', refresh_token: 'refresh-1', expires_at: 1 }
  const { cookie } = await signInAs(
    config,
    { email: 'ada@example.test' },
    { origin, provider: id, account: { providerAccountId: '1', ...account } },
  )
  const request = new Request(`${origin}/page`, { headers: { cookie } })
  return { get: () => getAccessToken(request, config, { provider: id }), sent }
}

const twitchMetadata = {
  issuer: 'https://id.twitch.tv/oauth2',
  authorization_endpoint: 'https://id.twitch.tv/oauth2/authorize',
  token_endpoint: 'https://id.twitch.tv/oauth2/token',
  jwks_uri: 'https://id.twitch.tv/oauth2/keys',
}

describe('a provider that refuses in its own words', () => {
  it('leads to a sign-in after five refusals, and the account is not marked', async () => {
    const app = await makeTokenApp()
    app.service.intercept = refuse
    for (const seconds of [20, 40, 80, 160, 320]) {
      await expect(app.get()).rejects.toMatchObject({ type: 'TokenUnavailable', url: undefined })
      vi.setSystemTime(Date.now() + seconds * 1000)
    }
    await expect(app.get()).rejects.toMatchObject({
      type: 'TokenUnavailable',
      retryAfter: 640,
      url: expect.stringContaining('/auth/signin/service?'),
    })
    expect(await app.row()).toMatchObject({ refresh_token: 'refresh-1' })
    expect((await app.row()).refreshFailed).toBeUndefined()
    expect(app.refused).toEqual([])
  })

  it('leads to a sign-in after five refusals of a token that is kept in a cookie', async () => {
    const op = await makeProvider()
    const app = makeOAuthApp([oidc(op)], { keepTokens: true })
    const browser = app.browser()
    await signIn(browser, op)
    op.misbehaviour = { answer: { token: refuse } }
    vi.setSystemTime(Date.now() + 3_600_000)
    const get = (): Promise<unknown> =>
      getAccessToken(requestOf(browser), app.config, {
        provider: 'op',
        setCookies: () => undefined,
      })
    for (const seconds of [20, 40, 80, 160]) {
      await expect(get()).rejects.toMatchObject({ url: undefined })
      vi.setSystemTime(Date.now() + seconds * 1000)
    }
    await get().catch(() => undefined)
    await expect(get()).rejects.toMatchObject({
      type: 'TokenUnavailable',
      url: expect.stringContaining('/auth/signin/op?'),
    })
  })

  it('keeps tokens with more scopes after one refusal, which may be a mistake in the config', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const broad = { access_token: 'broad', refresh_token: 'good', scope: `${granted} files` }
    const refused = { expires_at: 1, refreshLease: 'failed:1:holder' }
    await app.store.adapter.updateAccount?.({ ...keys, ...broad, ...refused })
    await enterAnew(app)
    expect(await app.store.adapter.getAccount?.('subject-1', 'op')).toMatchObject(broad)
  })

  it('does not keep a sign-in from replacing tokens with more scopes that have expired', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const broad = { access_token: 'broad', refresh_token: 'dead', scope: `${granted} files` }
    const refused = { expires_at: 1, refreshLease: 'failed:5:holder' }
    await app.store.adapter.updateAccount?.({ ...keys, ...broad, ...refused })
    const { accessToken, scope } = await getAccessToken(
      requestOf(await enterAnew(app)),
      app.config,
      { provider: 'op' },
    )
    expect(accessToken).toMatch(/^access-/)
    expect(scope).toBe(granted)
  })

  it('does not end tokens with more scopes that are still valid', async () => {
    const app = await makeAccountsApp()
    await enterAnew(app)
    const expires_at = Math.floor(Date.now() / 1000) + 3600
    const refreshLease = 'failed:1:holder'
    const broad = { access_token: 'broad', refresh_token: 'renews', scope: `${granted} files` }
    await app.store.adapter.updateAccount?.({ ...keys, ...broad, expires_at, refreshLease })
    await enterAnew(app)
    expect(await app.store.adapter.getAccount?.('subject-1', 'op')).toMatchObject(broad)
  })
})

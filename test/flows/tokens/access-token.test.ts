import { describe, expect, it } from 'vitest'
import type { AuditRecord } from '../../../src/model/audit.js'
import {
  authorizedFetch,
  createRuntime,
  getAccessToken,
  listSessions,
  revokeSessionsOfUser,
  unlinkAccount,
  withRuntime,
  type AccessToken,
  type AuthConfig,
} from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { JWT, TokenSet } from '../../../src/model/records.js'
import { signInAs } from '../../../src/testing.js'
import { keys, makeTokenApp, origin, type TokenApp } from '../../support/apps/token-app.js'
import { skipPauses, withFastDatabase } from './skip-pauses.js'
import { refusal } from '../../support/token-service.js'

const now = (): number => Math.floor(Date.now() / 1000)

async function errorOf(call: Promise<unknown>): Promise<Record<string, unknown>> {
  return call.then(
    () => expect.fail('It did not reject.'),
    (thrown: unknown) => thrown as Record<string, unknown>,
  )
}

/** Lets the pause end that follows a failure. The adapter has a clock of its own. */
async function endPause({ adapter }: TokenApp): Promise<void> {
  const row = await adapter.getAccount(keys.providerAccountId, keys.provider)
  const { access_token = null, refresh_token = null } = row ?? {}
  const changes = { refreshLease: null, refreshLeaseEnds: null }
  await adapter.swapTokens({ ...keys, expected: { access_token, refresh_token }, changes })
}

describe('an access token', () => {
  it('is returned as it is stored while it is valid', async () => {
    const expires_at = now() + 600
    const app = await makeTokenApp({ account: { expires_at, token_type: 'Bearer' } })
    expect(await app.get()).toEqual({
      accessToken: 'access-1',
      expiresAt: new Date(expires_at * 1000),
      scope: 'read write',
      tokenType: 'bearer',
    })
    expect(app.service.sent).toEqual([])
  })

  it('is refreshed a minute before it expires, or earlier if `minValidity` says so', async () => {
    const app = await makeTokenApp({ account: { expires_at: now() + 55 } })
    expect((await app.get({ minValidity: 5 })).accessToken).toBe('access-1')
    expect((await app.get()).accessToken).toBe('access-2')
    expect((await app.get({ minValidity: 7200 })).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
  })

  it('is not returned if it has expired during a refresh that failed', async () => {
    const app = await makeTokenApp({ account: { expires_at: now() + 30 } })
    app.service.intercept = () => {
      app.pass(40)
      return new Response('', { status: 503 })
    }
    expect(await errorOf(app.get())).toMatchObject({ type: 'TokenUnavailable' })
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is stored with the new refresh token and the new expiry', async () => {
    const app = await makeTokenApp()
    const { expiresAt } = await app.get()
    const row = await app.row()
    expect(row).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' })
    expect(row.expires_at).toBe((expiresAt?.getTime() ?? 0) / 1000)
    expect(row.expires_at).toBeGreaterThan(now() + 3500)
    expect([row.refreshLease, row.refreshLeaseEnds]).toEqual([null, null])
  })

  it('keeps the refresh token and the scopes that an answer does not name, but not the old expiry [FT7]', async () => {
    const app = await makeTokenApp()
    app.service.members = { refresh_token: undefined, expires_in: undefined }
    expect(await app.get()).toMatchObject({ scope: 'read write', expiresAt: undefined })
    const row = await app.row()
    expect(row).toMatchObject({ refresh_token: 'refresh-1', scope: 'read write' })
    expect(row.expires_at ?? null).toBeNull()
    expect((await app.get()).accessToken).toBe('access-2')
    expect(app.service.sent).toHaveLength(1)
  })

  it('keeps the grant if the new token has fewer scopes, and learns of others', async () => {
    const app = await makeTokenApp()
    app.service.members = { scope: 'read', expires_in: 1 }
    expect((await app.get()).scope).toBe('read write')
    app.service.members = { scope: 'read admin' }
    expect((await app.get()).scope).toBe('read admin')
  })

  it.each([0, -1, '3600', 1e99, 'soon', null])(
    'is stored if the answer says that it expires in %s, and is refreshed once a call at most [FT16] [FT5]',
    async (expires_in) => {
      const app = await makeTokenApp()
      app.service.members = { expires_in }
      for (let call = 1; call <= 3; call += 1) {
        expect((await app.get()).accessToken).toBe(app.service.tokens.access_token)
        expect(app.service.sent.length).toBeLessThanOrEqual(call)
      }
      expect((await app.row()).refresh_token).toBe(app.service.tokens.refresh_token)
    },
  )

  it.each([-300, 300])(
    'is refreshed once a call at most by a server whose clock is %s seconds off [FT16]',
    async (seconds) => {
      const app = await makeTokenApp()
      app.pass(seconds)
      app.service.members = { expires_in: 60 }
      for (let call = 1; call <= 3; call += 1) {
        await app.get()
        expect(app.service.sent.length).toBeLessThanOrEqual(call)
      }
    },
  )

  it('of another type of provider, or of an unknown one, is refused', async () => {
    const app = await makeTokenApp()
    const other = getAccessToken(app.request, app.config, { provider: 'nobody' })
    expect(await errorOf(other)).toMatchObject({ type: 'InvalidProvider' })
    for (const minValidity of [-1, NaN, Infinity])
      expect(await errorOf(app.get({ minValidity }))).toMatchObject({ type: 'InvalidConfig' })
  })

  it('with scopes that were not granted is refused with their names', async () => {
    const app = await makeTokenApp()
    expect(await errorOf(app.get({ scopes: ['read', 'admin'] }))).toMatchObject({
      type: 'ScopeMissing',
      scopes: ['admin'],
      url: expect.stringContaining(`${origin}/auth/signin/service?`) as string,
    })
    expect((await app.get({ scopes: ['write'] })).accessToken).toBe('access-2')
  })
})

describe('the account of an access token', () => {
  it('is one of the signed-in user, whatever the call names [FT8]', async () => {
    const app = await makeTokenApp()
    const other = await signInAs(
      app.config,
      { email: 'eve@example.test' },
      { origin, provider: 'service', account: { ...keys, providerAccountId: 'account-2' } },
    )
    const request = new Request(origin, { headers: { cookie: other.cookie } })
    for (const options of [
      { provider: 'service', accountId: keys.providerAccountId },
      { provider: 'service', accountId: keys.providerAccountId, userId: app.userId },
    ])
      expect(await errorOf(getAccessToken(request, app.config, options))).toMatchObject({
        type: 'ReauthRequired',
        code: 'no-account',
      })
    expect(app.service.sent).toEqual([])
  })

  it('must be named if the user has several', async () => {
    const app = await makeTokenApp()
    const second = { ...keys, providerAccountId: 'account-2', access_token: 'other' }
    await app.adapter.linkAccount({ ...second, userId: app.userId, type: 'oauth' })
    const error = await errorOf(app.get())
    expect(String(error['message'])).toContain('`accountId`: "account-1", "account-2"')
    expect((await app.get({ accountId: 'account-2' })).accessToken).toBe('other')
    expect((await app.get({ accountId: 'account-1' })).accessToken).toBe('access-2')
  })

  it('must be of the issuer that the provider has now, and its tokens go to no other', async () => {
    const app = await makeTokenApp({ account: { issuer: 'https://former.test' } })
    const revocation = 'https://service.test/revoke'
    const provider = { ...app.service.provider, issuer: 'https://service.test', revocation }
    const now = app.beside({ providers: [provider] })
    expect(await errorOf(now.get())).toMatchObject({ type: 'ReauthRequired', code: 'other-issuer' })
    await app.adapter.updateAccount({ ...keys, expires_at: 9_999_999_999 })
    expect(await errorOf(now.get())).toMatchObject({ code: 'other-issuer' })
    const second = { ...keys, providerAccountId: 'account-2' }
    await app.adapter.linkAccount({ ...second, userId: app.userId, type: 'oauth' })
    const headers = {
      cookie: app.request.headers.get('cookie') ?? '',
      'sec-fetch-site': 'same-origin',
    }
    const request = new Request(origin, { method: 'POST', headers })
    const work: Promise<unknown>[] = []
    const waiting = { waitUntil: (promise: Promise<unknown>) => void work.push(promise) }
    expect(await unlinkAccount(request, now.config, keys, waiting)).toBe(true)
    await Promise.all(work)
    expect(work).toHaveLength(1)
    expect(app.service.sent).toEqual([])
  })

  it('gives nothing without a living session [FT9]', async () => {
    const app = await makeTokenApp()
    const anonymous = getAccessToken(new Request(origin), app.config, { provider: 'service' })
    expect(await errorOf(anonymous)).toMatchObject({ type: 'SessionRequired' })
    await revokeSessionsOfUser(app.config, app.userId)
    expect(await errorOf(app.get())).toMatchObject({ type: 'SessionRequired' })
    const deleted = await makeTokenApp()
    await deleted.adapter.deleteUser(deleted.userId)
    expect(await errorOf(deleted.get())).toMatchObject({ type: 'SessionRequired' })
    expect([...app.service.sent, ...deleted.service.sent]).toEqual([])
  })

  it('gives nothing to a session that the `jwt` callback has ended, or cannot judge [FT9]', async () => {
    let answer: (token: JWT) => JWT | null = (token) => token
    const app = await makeTokenApp({
      session: { strategy: 'jwt' },
      callbacks: { jwt: ({ token }) => answer(token) },
    })
    const get = (): Promise<AccessToken> => app.get({ setCookies: () => undefined })
    answer = () => null
    expect(await errorOf(get())).toMatchObject({ type: 'SessionRequired' })
    answer = () => {
      throw new Error('The list of users cannot be read.')
    }
    expect(await errorOf(get())).toMatchObject({ type: 'JWTSessionError' })
    expect(app.service.sent).toEqual([])
    answer = (token) => token
    expect((await get()).accessToken).toBe('access-2')
  })

  it('does not ask the `jwt` callback if what it returns would be lost', async () => {
    let calls = 0
    const callbacks: AuthConfig['callbacks'] = {
      jwt: ({ token }) => {
        calls += 1
        return token
      },
    }
    const app = await makeTokenApp({ session: { strategy: 'jwt' }, callbacks })
    calls = 0
    expect(await errorOf(app.get())).toMatchObject({
      type: 'InvalidConfig',
      message: expect.stringContaining('`setCookies`') as string,
    })
    const call = await authorizedFetch(app.request, app.config, {
      provider: 'service',
      origins: ['https://api.test'],
    })
    expect(await errorOf(call('https://api.test/'))).toMatchObject({ type: 'InvalidConfig' })
    expect(calls).toBe(0)
    expect(app.service.sent).toEqual([])
    // Sessions in the database do not ask the callback.
    const stored = await makeTokenApp({ callbacks })
    expect((await stored.get()).accessToken).toBe('access-2')
  })

  it('keeps what the `jwt` callback changes, such as tokens that it has refreshed', async () => {
    let own = 'first'
    const app = await makeTokenApp({
      session: { strategy: 'jwt' },
      callbacks: { jwt: ({ token }) => ({ ...token, own }) },
    })
    own = 'second'
    const set: string[] = []
    const setCookies = (cookies: readonly { name: string }[]): void =>
      void set.push(...cookies.map(({ name }) => name))
    await getAccessToken(app.request, app.config, { provider: 'service', setCookies })
    expect(set).toEqual([expect.stringContaining('session-token')])
  })

  it('is not one of another user, whatever the adapter returns [FT8]', async () => {
    const app = await makeTokenApp()
    const row = { ...(await app.row()), userId: 'another user' }
    const adapter: Adapter = { ...app.adapter, listAccountsByUserId: async () => [row] }
    expect(await errorOf(app.beside({ adapter }).get())).toMatchObject({ code: 'no-account' })
    expect(app.service.sent).toEqual([])
  })

  it('is found for a session in a cookie, too', async () => {
    const app = await makeTokenApp({ session: { strategy: 'jwt' } })
    expect((await app.get()).accessToken).toBe('access-2')
  })
})

describe('a refresh', () => {
  it('happens once for all calls of a process', async () => {
    const app = await makeTokenApp()
    const tokens = await Promise.all(Array.from({ length: 100 }, () => app.get()))
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-2']))
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('happens once for several processes, in five cycles [FT1]', async () => {
    const app = await makeTokenApp()
    const processes = [app, app.beside(), app.beside()]
    for (let cycle = 1; cycle <= 5; cycle += 1) {
      const calls = processes.flatMap((one) => Array.from({ length: 10 }, () => one.get()))
      const tokens = new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken))
      expect(tokens).toEqual(new Set([`access-${cycle + 1}`]))
      expect(app.service.sent).toHaveLength(cycle)
      app.pass(3600)
    }
    expect(app.service.isRevoked).toBe(false)
  })

  it('that is refused marks the account, and tells the app and its audit trail', async () => {
    const records: AuditRecord[] = []
    const app = await makeTokenApp({ audit: (record) => void records.push(record) })
    app.service.intercept = refusal
    const connection = { clientAddress: '192.0.2.7' }
    const options = { provider: 'service', callbackUrl: '/page', ...connection }
    const error = await errorOf(getAccessToken(app.request, app.config, options))
    expect(error).toMatchObject({
      type: 'ReauthRequired',
      code: 'refused',
      url: expect.stringContaining(`${origin}/auth/signin/service?callbackUrl=%2Fpage`) as string,
    })
    expect(await app.row()).toMatchObject({ refresh_token: null, refreshFailed: 'invalid_grant' })
    expect(app.refused).toMatchObject([{ account: keys, error: 'invalid_grant' }])
    expect(app.refused[0]?.account).toEqual(keys)
    expect(app.logged).toContain('token-refresh-refused')
    expect(await errorOf(app.get())).toMatchObject({ code: 'refused' })
    expect(app.service.sent).toHaveLength(1)
    expect(app.refused).toHaveLength(1)
    const [session] = await listSessions(app.request, app.config)
    expect(session?.id).toEqual(expect.any(String))
    expect(records.filter(({ event }) => event === 'token-refused')).toMatchObject([
      {
        outcome: 'refused',
        userId: app.userId,
        provider: 'service',
        sessionId: session?.id,
        clientAddress: '192.0.2.7',
      },
    ])
  })

  it.each([
    ['bad_refresh_token', 200],
    ['interaction_required', 400],
    ['consent_required', 400],
    ['login_required', 400],
    ['invalid_refresh_token', 400],
  ])('that is refused with the code %s marks the account', async (error, status) => {
    const app = await makeTokenApp()
    app.service.intercept = () => Response.json({ error }, { status })
    expect(await errorOf(app.get())).toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect(await app.row()).toMatchObject({ refresh_token: null, refreshFailed: error })
    expect(app.refused).toMatchObject([{ error }])
  })

  it('that is refused with a code of the provider marks the account if `conform` translates it', async () => {
    const app = await makeTokenApp()
    app.service.intercept = () => Response.json({ error: 'gone_fishing' }, { status: 400 })
    expect(await errorOf(app.get())).toMatchObject({ type: 'TokenUnavailable' })
    const conform = async (): Promise<Response> => refusal()
    const token = { url: 'https://service.test/token', conform }
    const other = app.beside({ providers: [{ ...app.service.provider, token }] })
    await endPause(app)
    expect(await errorOf(other.get())).toMatchObject({ code: 'refused' })
  })

  it('that `conform` cannot read does not lose the new refresh token', async () => {
    const app = await makeTokenApp()
    const conform = async (): Promise<Response> => {
      throw new TypeError('Expected another answer.')
    }
    const token = { url: 'https://service.test/token', conform }
    const other = app.beside({ providers: [{ ...app.service.provider, token }] })
    expect(await errorOf(other.get())).toMatchObject({ type: 'TokenUnavailable' })
    expect(await app.row()).toMatchObject({ access_token: 'access-1', refresh_token: 'refresh-2' })
  })

  it('that is refused gives each caller an error with its own page', async () => {
    const app = await makeTokenApp()
    app.service.intercept = refusal
    const calls = ['/one', '/two'].map((callbackUrl) => errorOf(app.get({ callbackUrl })))
    const urls = (await Promise.all(calls)).map(({ url }) => url)
    expect(urls).toEqual([
      expect.stringContaining(`${origin}/auth/signin/service?callbackUrl=%2Fone&`),
      expect.stringContaining(`${origin}/auth/signin/service?callbackUrl=%2Ftwo&`),
    ])
    expect(app.service.sent).toHaveLength(1)
  })

  it('that is refused because another process was faster gives the tokens of that process [FT6]', async () => {
    const app = await makeTokenApp()
    app.service.intercept = async () => {
      const changes = { access_token: 'access-9', refresh_token: 'refresh-9', expires_at: null }
      await app.adapter.updateAccount({ ...keys, ...(changes as object) })
      return refusal()
    }
    expect((await app.get()).accessToken).toBe('access-9')
    expect(await app.row()).toMatchObject({ refresh_token: 'refresh-9' })
    expect(app.refused).toEqual([])
  })

  it('that ends after a sign-in does not replace the tokens of the sign-in [FT4]', async () => {
    const app = await makeTokenApp()
    const changes = { access_token: 'signed-in', refresh_token: 'refresh-9', expires_at: null }
    app.service.intercept = async () => {
      await app.adapter.updateAccount({ ...keys, ...(changes as object) })
      return undefined
    }
    expect((await app.get()).accessToken).toBe('signed-in')
    expect(await app.row()).toMatchObject(changes)
  })

  it('keeps its refresh token if a sign-in meanwhile brought none', async () => {
    const app = await makeTokenApp()
    app.service.intercept = async () => {
      await app.adapter.updateAccount({ ...keys, access_token: 'signed-in' })
      return undefined
    }
    expect((await app.get()).accessToken).toBe('signed-in')
    expect(await app.row()).toMatchObject({
      access_token: 'signed-in',
      refresh_token: 'refresh-2',
    })
  })

  it('creates nothing if the account is unlinked meanwhile', async () => {
    const app = await makeTokenApp()
    app.service.intercept = async () => {
      await app.adapter.unlinkAccount(keys)
      return undefined
    }
    expect(await errorOf(app.get())).toMatchObject({ type: 'ReauthRequired', code: 'no-account' })
    expect(await app.adapter.listAccountsByUserId(app.userId)).toEqual([])
  })

  it('stores its tokens although the database fails once at the write [FT5]', async () => {
    const app = await makeTokenApp()
    let isFailing = true
    const swapTokens: Adapter['swapTokens'] = async (swap) => {
      if (isFailing) {
        isFailing = false
        throw new Error('The connection was lost.')
      }
      return app.adapter.swapTokens(swap)
    }
    const other = app.beside({ adapter: { ...app.adapter, swapTokens } })
    expect((await other.get()).accessToken).toBe('access-2')
    app.pass(3600)
    expect((await app.get()).accessToken).toBe('access-3')
    expect(app.service.isRevoked).toBe(false)
  })

  it('sends nothing if the adapter does not say clearly that it has the lease', async () => {
    const app = await makeTokenApp()
    const leaseAccount = (async () => 1) as unknown as NonNullable<Adapter['leaseAccount']>
    const config = withRuntime(
      { ...app.config, adapter: { ...app.adapter, leaseAccount } },
      createRuntime({ sleep: skipPauses }),
    )
    const call = getAccessToken(app.request, config, { provider: 'service' })
    expect(await errorOf(call)).toMatchObject({ type: 'TokenUnavailable' })
    expect(app.service.sent).toEqual([])
  })

  it('stores its tokens as soon as the database is back after an outage [FT5]', async () => {
    const app = await makeTokenApp()
    let isAway = false
    const calls = { swapTokens: 0 }
    const swapTokens: Adapter['swapTokens'] = async (swap) => {
      calls.swapTokens += 1
      if (isAway) throw new Error('The database is away.')
      return app.adapter.swapTokens(swap)
    }
    const slept: number[] = []
    const sleep = withFastDatabase(async (waited) => void slept.push(waited))
    const config = withRuntime(
      { ...app.config, adapter: { ...app.adapter, swapTokens } },
      createRuntime({ sleep }),
    )
    const get = (): Promise<AccessToken> =>
      getAccessToken(app.request, config, { provider: 'service' })
    app.service.intercept = () => {
      isAway = true
      return undefined
    }
    expect(await errorOf(get())).toMatchObject({ type: 'TokenUnavailable' })
    expect(slept.reduce((sum, one) => sum + one, 0)).toBe(5000)
    expect(calls.swapTokens).toBe(5)
    isAway = false
    await endPause(app)
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(await app.row()).toMatchObject({
      access_token: 'access-2',
      refresh_token: 'refresh-2',
    })
  })

  it.each([
    { token_type: 'DPoP' },
    { token_type: 'mac' },
    { scope: 7 },
    { access_token: undefined },
    { access_token: 7 },
  ])(
    'keeps the rotated refresh token of an answer with %j, and the next refresh works [FT5]',
    async (members) => {
      const app = await makeTokenApp()
      app.service.members = members
      expect(await errorOf(app.get())).toMatchObject({ type: 'TokenUnavailable' })
      expect(await app.row()).toMatchObject({
        access_token: 'access-1',
        refresh_token: 'refresh-2',
      })
      app.service.members = { expires_in: 3600 }
      await endPause(app)
      expect((await app.beside().get()).accessToken).toBe('access-3')
      expect(app.service.isRevoked).toBe(false)
    },
  )

  it('keeps the rotated refresh token if the function `account` of the app throws [FT5]', async () => {
    const app = await makeTokenApp()
    const account = ({ access_token }: TokenSet): never => {
      throw new Error(`I do not like ${access_token}.`)
    }
    const other = app.beside({ providers: [{ ...app.service.provider, account }] })
    expect(await errorOf(other.get())).toMatchObject({ type: 'TokenUnavailable' })
    expect(await app.row()).toMatchObject({ access_token: 'access-1', refresh_token: 'refresh-2' })
    await endPause(app)
    expect((await app.get()).accessToken).toBe('access-3')
  })

  it('does not happen without a lease, and ends no session [FT2]', async () => {
    const app = await makeTokenApp()
    const leaseAccount = async (): Promise<never> => {
      throw new Error('The connection was lost.')
    }
    const other = app.beside({ adapter: { ...app.adapter, leaseAccount } })
    expect(await errorOf(other.get())).toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    expect(app.service.sent).toEqual([])
    expect((await app.get()).accessToken).toBe('access-2')
    app.pass(3500)
    app.service.tokens.access_token = 'lost'
    const early = await makeTokenApp({ account: { expires_at: now() + 55 } })
    const away = early.beside({ adapter: { ...early.adapter, leaseAccount } })
    expect((await away.get()).accessToken).toBe('access-1')
  })

  it('needs methods of the adapter, which its error names', async () => {
    const app = await makeTokenApp()
    const { leaseAccount: _lease, ...adapter } = app.adapter
    expect(await errorOf(app.beside({ adapter }).get())).toMatchObject({
      type: 'MissingAdapterMethods',
      message: expect.stringContaining('`leaseAccount`') as string,
    })
    expect(app.service.sent).toEqual([])
  })
})

it('a pause is about the refresh token that the failed refresh has brought', async () => {
  const app = await makeTokenApp()
  app.service.members = { token_type: 'mac' }
  expect(await errorOf(app.get())).toMatchObject({ type: 'TokenUnavailable' })
  expect(await app.row()).toMatchObject({
    refresh_token: 'refresh-2',
    refreshLease: expect.stringMatching(/^failed:1:/) as string,
  })
  // Another process does not wait for a lease that has ended.
  expect(await errorOf(app.beside().get())).toMatchObject({ retryAfter: 20 })
  expect(app.service.sent).toEqual(['refresh-1'])
})

describe('a provider that is failing', () => {
  it.each([500, 502, 503, 429])(
    'with the status %s is asked four times a minute at most, and marks no account [FT15]',
    async (status) => {
      const app = await makeTokenApp()
      app.service.intercept = () => new Response('', { status })
      const processes = [app, app.beside()]
      const calls = processes.flatMap((one) => Array.from({ length: 50 }, () => errorOf(one.get())))
      for (const error of await Promise.all(calls))
        expect(error).toMatchObject({ type: 'TokenUnavailable' })
      expect(app.service.sent).toHaveLength(1)
      const row = await app.row()
      expect(row).toMatchObject({ refresh_token: 'refresh-1' })
      expect(row.refreshFailed ?? null).toBeNull()
      expect(app.refused).toEqual([])
    },
  )

  it('is left alone for as long as it asks', async () => {
    const app = await makeTokenApp()
    const headers = { 'retry-after': '120' }
    app.service.intercept = () => new Response('', { status: 429, headers })
    expect(await errorOf(app.get())).toMatchObject({ retryAfter: 120 })
    const { refreshLeaseEnds } = await app.row()
    expect(refreshLeaseEnds).toBeGreaterThan(Date.now() + 110_000)
    app.pass(119)
    app.service.intercept = () => undefined
    expect(await errorOf(app.get())).toMatchObject({ type: 'TokenUnavailable' })
    expect(app.service.sent).toHaveLength(1)
  })

  it('is not quoted by the error, which the app may log', async () => {
    const app = await makeTokenApp()
    app.service.intercept = () =>
      Response.json({ error: 'odd', hint: 'refresh-1' }, { status: 400 })
    const error = await errorOf(app.get())
    expect(error).toMatchObject({ type: 'TokenUnavailable' })
    expect(error['cause']).toBeUndefined()
  })

  it('does not take away a token that is still valid', async () => {
    const app = await makeTokenApp({ account: { expires_at: now() + 55 } })
    app.service.intercept = () => new Response('', { status: 500 })
    expect((await app.get()).accessToken).toBe('access-1')
    expect(await errorOf(app.get({ rejected: 'access-1' }))).toMatchObject({
      type: 'TokenUnavailable',
    })
  })

  it('with an error that says nothing about the grant marks no account', async () => {
    for (const error of ['invalid_client', 'server_error', 'invalid_request']) {
      const app = await makeTokenApp()
      app.service.intercept = () => Response.json({ error }, { status: 400 })
      expect(await errorOf(app.get())).toMatchObject({ type: 'TokenUnavailable' })
      expect(await app.row()).toMatchObject({ refresh_token: 'refresh-1' })
    }
  })
})

describe('a token that an API refused', () => {
  it('is replaced once for all calls that met the refusal', async () => {
    const app = await makeTokenApp({ account: { expires_at: now() + 3600 } })
    const calls = Array.from({ length: 20 }, () => app.get({ rejected: 'access-1' }))
    const tokens = new Set((await Promise.all(calls)).map(({ accessToken }) => accessToken))
    expect(tokens).toEqual(new Set(['access-2']))
    expect((await app.get({ rejected: 'access-1' })).accessToken).toBe('access-2')
    expect(app.service.sent).toHaveLength(1)
  })

  it('is replaced once a minute at most, if the API refuses every token', async () => {
    const app = await makeTokenApp({ account: { expires_at: now() + 36_000 } })
    let rejected = 'access-1'
    for (let call = 0; call < 10; call += 1) rejected = (await app.get({ rejected })).accessToken
    expect(app.service.sent).toHaveLength(1)
    app.pass(61)
    expect((await app.get({ rejected })).accessToken).toBe('access-3')
  })

  it('cannot be replaced with an empty refresh token', async () => {
    const app = await makeTokenApp({ account: { refresh_token: '' } })
    expect(await errorOf(app.get())).toMatchObject({
      type: 'ReauthRequired',
      code: 'no-refresh-token',
    })
    expect(app.service.sent).toEqual([])
  })

  it('cannot be replaced without a refresh token', async () => {
    const account = { refresh_token: undefined as unknown as string, expires_at: now() + 3600 }
    const app = await makeTokenApp({ account })
    expect((await app.get()).accessToken).toBe('access-1')
    expect(await errorOf(app.get({ rejected: 'access-1' }))).toMatchObject({
      type: 'ReauthRequired',
      code: 'no-refresh-token',
    })
  })
})

it('the first token of an account was not refused, so the next one can be replaced at once', async () => {
  const app = await makeTokenApp({ account: { access_token: undefined } })
  const { accessToken } = await app.get()
  expect((await app.get({ rejected: accessToken })).accessToken).toBe('access-3')
})

it('a token that an API refused and that has expired since is not returned', async () => {
  const app = await makeTokenApp()
  app.service.members = { expires_in: 30 }
  const { accessToken } = await app.get({ rejected: 'access-1' })
  app.pass(40)
  expect((await app.get({ rejected: accessToken })).accessToken).not.toBe(accessToken)
})

describe('a provider that extends the same access token', () => {
  it.each([
    ['with another refresh token', {}],
    ['with the same refresh token', { refresh_token: 'refresh-1' }],
  ])('%s gets one refresh request from four processes', async (_what, members) => {
    const app = await makeTokenApp()
    app.service.members = { access_token: 'access-1', expires_in: 3600, ...members }
    const processes = [app, app.beside(), app.beside(), app.beside()]
    const tokens = await Promise.all(processes.map((one) => one.get()))
    expect(new Set(tokens.map(({ accessToken }) => accessToken))).toEqual(new Set(['access-1']))
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('gets no request from a process whose lease begins after another refresh', async () => {
    const app = await makeTokenApp()
    const members = { access_token: 'access-1', refresh_token: 'refresh-1', expires_in: 3600 }
    app.service.members = members
    const leaseAccount: Adapter['leaseAccount'] = async (lease) => {
      await app.get()
      return app.adapter.leaseAccount(lease)
    }
    const late = app.beside({ adapter: { ...app.adapter, leaseAccount } })
    expect((await late.get()).accessToken).toBe('access-1')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect((await app.row()).refreshLeaseEnds).toBeLessThanOrEqual(Date.now())
  })
})

describe('a token that is bound to a key (DPoP)', () => {
  it('is neither returned nor sent as a bearer token', async () => {
    const app = await makeTokenApp({ account: { expires_at: now() + 3600, token_type: 'dpop' } })
    expect(await errorOf(app.get())).toMatchObject({ code: 'no-token' })
    const bound = app.beside({ providers: [{ ...app.service.provider, dpop: true }] })
    expect(await errorOf(bound.get())).toMatchObject({ code: 'no-token' })
    const call = await authorizedFetch(app.request, bound.config, {
      provider: 'service',
      origins: ['https://api.test'],
    })
    expect(await errorOf(call('https://api.test/'))).toMatchObject({ code: 'no-token' })
  })

  it('is not refreshed without its key', async () => {
    const app = await makeTokenApp({ account: { token_type: 'dpop' } })
    expect(await errorOf(app.get())).toMatchObject({ code: 'no-token' })
    expect(app.service.sent).toEqual([])
  })

  it('is not returned without its key if a sign-in brought it during a refresh', async () => {
    const app = await makeTokenApp()
    app.service.intercept = async () => {
      const bound = { access_token: 'bound', refresh_token: 'refresh-9', token_type: 'DPoP' }
      await app.adapter.updateAccount({ ...keys, ...bound, expires_at: now() + 3600 })
      return undefined
    }
    expect(await errorOf(app.get())).toMatchObject({ code: 'no-token' })
    expect(app.service.sent).toEqual(['refresh-1'])
  })
})

describe('a process that dies while it refreshes', () => {
  it('lets the next one refresh when its lease has ended [FT3]', async () => {
    const app = await makeTokenApp()
    const { access_token, refresh_token } = app.service.tokens
    const expected = { access_token, refresh_token }
    const lease = { ...keys, expected, holder: 'refreshing:dead', milliseconds: 700 }
    expect(await app.adapter.leaseAccount(lease)).toBe(true)
    const before = Date.now()
    expect((await app.get()).accessToken).toBe('access-2')
    expect(Date.now() - before).toBeGreaterThanOrEqual(600)
    expect(app.service.sent).toHaveLength(1)
  })
})

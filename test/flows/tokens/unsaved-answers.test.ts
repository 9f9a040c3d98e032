import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import {
  createRuntime,
  getAccessToken,
  unlinkAccount,
  withRuntime,
  type AccessToken,
  type AuthConfig,
} from '../../../src/core.js'
import type { SignInContext } from '../../../src/context/context.js'
import { openCall } from '../../../src/engine/open-call.js'
import { findAnswer, keepAnswer, takeAnswers } from '../../../src/flows/unsaved-answers.js'
import type { Adapter, AdapterAccount } from '../../../src/model/adapter.js'
import { makeAccountApp, press } from '../../support/apps/account-app.js'
import {
  keys,
  makeTokenApp,
  origin,
  type TokenApp,
  type TokenAppOptions,
} from '../../support/apps/token-app.js'
import { skipPauses } from './skip-pauses.js'
import { makeTokenService } from '../../support/token-service.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

/** A process whose database can be made to refuse tokens, or to be away. */
interface FailingProcess {
  readonly app: TokenApp
  readonly config: AuthConfig
  readonly get: () => Promise<AccessToken>
  /** Refreshes, and the database does not take the answer. */
  readonly lose: () => Promise<void>
  readonly database: {
    refusesTokens: boolean
    isAway: boolean
    breaksAfterLease: boolean
    /** How many more leases are written without a reply. */
    losesLeases: number
  }
}

async function startProcess(options: TokenAppOptions = {}): Promise<FailingProcess> {
  const app = await makeTokenApp(options)
  const database = {
    refusesTokens: false,
    isAway: false,
    breaksAfterLease: false,
    losesLeases: 0,
  }
  let isBroken = false
  const requireConnection = (): void => {
    if (isBroken && database.breaksAfterLease) throw new Error('The connection is broken.')
  }
  const adapter: Adapter = {
    ...app.adapter,
    swapTokens: async (swap) => {
      if (database.refusesTokens) throw new Error('The value is too long.')
      return app.adapter.swapTokens(swap)
    },
    leaseAccount: async (lease) => {
      if (database.isAway) throw new Error('The database is away.')
      isBroken = database.breaksAfterLease
      const isLeased = await app.adapter.leaseAccount(lease)
      if (database.losesLeases === 0) return isLeased
      database.losesLeases -= 1
      throw new Error('The reply was lost.')
    },
    getAccount: async (...given) => {
      requireConnection()
      return (await app.adapter.getAccount(...given)) ?? null
    },
    listAccountsByUserId: async (userId) => {
      requireConnection()
      return app.adapter.listAccountsByUserId(userId)
    },
  }
  const config = withoutWaiting({ ...app.config, adapter })
  const get = (): Promise<AccessToken> =>
    getAccessToken(app.request, config, { provider: 'service' })
  const lose = async (): Promise<void> => {
    database.refusesTokens = true
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    database.refusesTokens = false
  }
  return { app, config, get, lose, database }
}

function withoutWaiting(config: AuthConfig): AuthConfig {
  return withRuntime(config, createRuntime({ sleep: skipPauses }))
}

/** Calls in another process, which does not get a token, and sends nothing. */
async function expectLeased(app: TokenApp): Promise<void> {
  const config = withoutWaiting({ ...app.config })
  const other = getAccessToken(app.request, config, { provider: 'service' })
  await expect(other).rejects.toMatchObject({ type: 'TokenUnavailable' })
  expect(app.service.sent).toEqual(['refresh-1'])
}

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

describe('an answer that the database did not take', () => {
  it('is stored by the next call, before the lease of its process ends', async () => {
    const { app, get, lose } = await startProcess()
    await lose()
    expect((await get()).accessToken).toBe('access-2')
    expect(await app.row()).toMatchObject({ access_token: 'access-2', refresh_token: 'refresh-2' })
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is stored by the call after one whose connection broke under the lease', async () => {
    const { app, get, lose, database } = await startProcess()
    await lose()
    database.breaksAfterLease = true
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    database.breaksAfterLease = false
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is stored by the call after one that did not learn of its lease', async () => {
    const { app, get, lose, database } = await startProcess()
    await lose()
    // The first call meets it in each of its two attempts.
    database.losesLeases = 2
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    // Without the lease, another process would send the old token.
    expect((await app.row()).refreshLeaseEnds).toBeGreaterThan(Date.now())
    await expectLeased(app)
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('keeps other processes from sending the old token for as long as a lease lasts', async () => {
    const { app, lose } = await startProcess()
    app.service.intercept = () => {
      pass(9)
      return undefined
    }
    await lose()
    pass(19)
    await expectLeased(app)
  })

  it('is forgotten after an hour, and the log says so', async () => {
    const { app, get, lose } = await startProcess()
    await lose()
    pass(3599)
    app.service.intercept = () => new Response('', { status: 503 })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])

    const later = await startProcess()
    await later.lose()
    pass(3601)
    await expect(later.get()).rejects.toMatchObject({ code: 'refused' })
    expect(later.app.service.sent).toEqual(['refresh-1', 'refresh-1'])
    expect(later.app.logged).toContain('token-answer-lost')
  })

  it('is not kept for longer by another attempt', async () => {
    const { get, lose, app } = await startProcess()
    await lose()
    pass(3000)
    await lose()
    pass(700)
    await expect(get()).rejects.toMatchObject({ code: 'refused' })
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-1'])
  })

  it('gives its refresh token if its access token has expired since', async () => {
    const { app, get, lose } = await startProcess()
    app.service.members = { expires_in: 300 }
    await lose()
    pass(600)
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
    expect(await app.row()).toMatchObject({ access_token: 'access-3', refresh_token: 'refresh-3' })
  })

  it('gives its refresh token if its access token is about to expire when the lease begins', async () => {
    const { app, config, get, lose } = await startProcess()
    app.service.members = { expires_in: 100 }
    await lose()
    pass(36)
    vi.spyOn(config.adapter ?? expect.fail(), 'leaseAccount').mockImplementationOnce(
      async (lease) => {
        pass(6)
        return app.adapter.leaseAccount(lease)
      },
    )
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
  })

  it('gives its refresh token after a slow write, though a reply about the lease is lost', async () => {
    const { app, config, get, lose, database } = await startProcess()
    app.service.members = { expires_in: 300 }
    await lose()
    pass(600)
    vi.spyOn(config.adapter ?? expect.fail(), 'swapTokens').mockImplementationOnce(async (swap) => {
      // The time for waiting is over by then.
      pass(26)
      database.losesLeases = 1
      return app.adapter.swapTokens(swap)
    })
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
  })

  it('whose refresh token the provider refuses marks the account', async () => {
    const { app, get, lose } = await startProcess()
    app.service.members = { expires_in: 300 }
    await lose()
    pass(600)
    app.service.isRevoked = true
    await expect(get()).rejects.toMatchObject({ code: 'refused' })
    expect(await app.row()).toMatchObject({ refresh_token: null, refreshFailed: 'invalid_grant' })
  })

  it('is lost if a database that works refuses it five times, and the log says so', async () => {
    const { app, get, lose } = await startProcess()
    for (let attempt = 1; attempt < 5; attempt += 1) await lose()
    expect(app.logged).not.toContain('token-answer-lost')
    expect(app.service.sent).toEqual(['refresh-1'])
    await lose()
    expect(app.logged.filter((code) => code === 'token-answer-lost')).toHaveLength(1)
    pass(21)
    await expect(get()).rejects.toMatchObject({ code: 'refused' })
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-1'])
  })

  it('is stored though the same tokens were encrypted anew, or no longer, in the meantime', async () => {
    const { app, get, lose } = await startProcess({ encryptTokens: true })
    await lose()
    await app.adapter.updateAccount({
      ...keys,
      access_token: 'access-1',
      refresh_token: 'refresh-1',
    })
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is not lost in an outage, however often it is asked for', async () => {
    const { app, config, get, lose, database } = await startProcess()
    await lose()
    database.isAway = true
    for (let call = 0; call < 20; call += 1)
      await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    const answer = findAnswer(openCall(app.request, config, {}), await app.row())
    expect(answer?.holders).toHaveLength(12)
    database.isAway = false
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('does not replace the tokens of another process, though the refresh token is the same', async () => {
    const { app, get, lose } = await startProcess()
    app.service.rotates = false
    app.service.members = { refresh_token: undefined, expires_in: 3600 }
    await lose()
    pass(21)
    app.service.members = { refresh_token: undefined, expires_in: 100 }
    expect((await app.beside().get()).accessToken).toBe('access-3')
    pass(200)
    expect((await get()).accessToken).toBe('access-4')
  })
})

describe('a new refresh token, if a sign-in without one replaces the access token', () => {
  const inAnHour = (): number => Math.floor(Date.now() / 1000) + 3600

  /** What a sign-in writes if the provider gives no refresh token. */
  async function signIn({ adapter }: TokenApp, access_token = 'signed-in'): Promise<void> {
    await adapter.updateAccount({ ...keys, access_token, expires_at: inAnHour() })
  }

  it('is stored by the next call, which needs no refresh', async () => {
    const { app, get, lose } = await startProcess()
    await lose()
    await signIn(app)
    expect((await get()).accessToken).toBe('signed-in')
    expect(await app.row()).toMatchObject({ access_token: 'signed-in', refresh_token: 'refresh-2' })
    pass(3600)
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
    expect(app.logged).not.toContain('token-answer-lost')
  })

  it('is stored once by several calls, and can be sent at once', async () => {
    const { app, get, lose, config } = await startProcess()
    await lose()
    await signIn(app)
    const swap = vi.spyOn(config.adapter ?? expect.fail(), 'swapTokens')
    const lease = vi.spyOn(config.adapter ?? expect.fail(), 'leaseAccount')
    await Promise.all([get(), get(), get()])
    // The first one finds the access token replaced.
    expect(swap).toHaveBeenCalledTimes(2)
    // One call takes the lease, and one ends it.
    expect(lease).toHaveBeenCalledTimes(2)
    const call = { provider: 'service', rejected: 'signed-in' }
    expect((await getAccessToken(app.request, config, call)).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
  })

  it('is stored without a lease that stays, though the sign-in brings the same access token', async () => {
    const { app, config, get, lose } = await startProcess()
    await lose()
    await signIn(app, 'access-1')
    const lease = vi.spyOn(config.adapter ?? expect.fail(), 'leaseAccount')
    expect((await get()).accessToken).toBe('access-1')
    expect(await app.row()).toMatchObject({ access_token: 'access-1', refresh_token: 'refresh-2' })
    expect((await app.row()).refreshLeaseEnds).toBeLessThanOrEqual(Date.now())
    // One call takes the lease, and one ends it.
    expect(lease).toHaveBeenCalledTimes(2)
  })

  it('is kept if the database still does not take it, and the call gets its token', async () => {
    const { app, get, lose, database } = await startProcess()
    await lose()
    await signIn(app)
    database.refusesTokens = true
    expect((await get()).accessToken).toBe('signed-in')
    expect((await app.row()).refresh_token).toBe('refresh-1')
    expect(app.logged).toContain('AdapterError')
    database.refusesTokens = false
    await get()
    expect((await app.row()).refresh_token).toBe('refresh-2')
  })

  it('is not lost in an outage, however often a call gets its token', async () => {
    const { app, config, get, lose, database } = await startProcess()
    await lose()
    await signIn(app)
    database.isAway = true
    database.refusesTokens = true
    const swap = vi.spyOn(config.adapter ?? expect.fail(), 'swapTokens')
    for (let call = 0; call < 6; call += 1) expect((await get()).accessToken).toBe('signed-in')
    expect(swap).not.toHaveBeenCalled()
    database.isAway = false
    database.refusesTokens = false
    await get()
    expect((await app.row()).refresh_token).toBe('refresh-2')
    expect(app.logged).not.toContain('token-answer-lost')
  })

  it('is stored by the next call after one that failed under its own lease', async () => {
    const { app, get, lose, database } = await startProcess()
    await lose()
    await signIn(app)
    database.refusesTokens = true
    // The second call takes over the lease of the first one by its name.
    await get()
    await get()
    database.refusesTokens = false
    await get()
    expect((await app.row()).refresh_token).toBe('refresh-2')
  })

  it('is stored by a call that has taken the lease before the sign-in', async () => {
    const { app, config, get, lose } = await startProcess()
    await lose()
    vi.spyOn(config.adapter ?? expect.fail(), 'leaseAccount').mockImplementationOnce(
      async (lease) => {
        const isLeased = await app.adapter.leaseAccount(lease)
        await signIn(app)
        return isLeased
      },
    )
    expect((await get()).accessToken).toBe('signed-in')
    expect(await app.row()).toMatchObject({ access_token: 'signed-in', refresh_token: 'refresh-2' })
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it.each([1, 2])('is stored though %i such sign-ins come between the reads', async (count) => {
    const { app, config, get } = await startProcess()
    let signIns = 0
    vi.spyOn(config.adapter ?? expect.fail(), 'swapTokens').mockImplementation(async (swap) => {
      if (signIns < count) await signIn(app, `signed-in ${(signIns += 1)}`)
      return app.adapter.swapTokens(swap)
    })
    expect((await get()).accessToken).toBe(`signed-in ${count}`)
    expect((await app.row()).refresh_token).toBe('refresh-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is kept if sign-ins replace the access token all the time', async () => {
    const { app, config, get } = await startProcess()
    let signIns = 0
    const swap = vi.spyOn(config.adapter ?? expect.fail(), 'swapTokens')
    swap.mockImplementation(async (given) => {
      await signIn(app, `signed-in ${(signIns += 1)}`)
      return app.adapter.swapTokens(given)
    })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    swap.mockRestore()
    await get()
    expect((await app.row()).refresh_token).toBe('refresh-2')
  })

  it('is not stored if the sign-in of another account has the row', async () => {
    const { app, get, lose } = await startProcess()
    await lose()
    await app.adapter.updateAccount({ ...keys, refresh_token: 'refresh-9', expires_at: inAnHour() })
    expect((await get()).accessToken).toBe('access-1')
    expect((await app.row()).refresh_token).toBe('refresh-9')
  })
})

it('an answer is kept for an hour, though one to the same refresh token was kept before', async () => {
  const { app, get, lose } = await startProcess()
  app.service.rotates = false
  app.service.members = { refresh_token: undefined, expires_in: 36_000 }
  await lose()
  pass(21)
  app.service.members = { refresh_token: undefined, expires_in: 100 }
  expect((await app.beside().get()).accessToken).toBe('access-3')
  pass(3000)
  app.service.members = { refresh_token: undefined, expires_in: 36_000 }
  await lose()
  pass(700)
  expect((await get()).accessToken).toBe('access-4')
  expect(app.service.sent).toHaveLength(3)
})

describe('an answer that the database did not take, for an account that is removed', () => {
  it('is revoked and forgotten when the account is unlinked', async () => {
    const { app, config, lose } = await startProcess()
    Object.assign(app.service.provider, { revocation: 'https://service.test/revoke' })
    await lose()
    const before = await app.row()
    const second = { ...keys, providerAccountId: 'account-2' }
    await app.adapter.linkAccount({ ...second, userId: app.userId, type: 'oauth' })
    const answer = (): unknown => findAnswer(openCall(app.request, config, {}), before)
    expect(answer()).toBeDefined()
    const revoked: (string | null)[] = []
    app.service.intercept = (form) => {
      revoked.push(form.get('token'))
      return new Response(null)
    }
    app.request.headers.set('sec-fetch-site', 'same-origin')
    const work: Promise<unknown>[] = []
    const waitUntil = (promise: Promise<unknown>): void => void work.push(promise)
    expect(await unlinkAccount(app.request, config, keys, { waitUntil })).toBe(true)
    await Promise.all(work)
    expect(revoked).toEqual(['refresh-1', 'refresh-2'])
    expect(answer()).toBeUndefined()
  })

  it('is revoked and forgotten when the user is deleted', async () => {
    const revoked: (string | null)[] = []
    const service = makeTokenService('first')
    service.provider.revocation = 'https://service.test/revoke'
    service.intercept = (form) => {
      if (!form.has('token')) return undefined
      revoked.push(form.get('token'))
      return new Response(null)
    }
    const app = await makeAccountApp({ others: [service.provider] })
    const browser = await app.signedIn()
    await app.adapter.linkAccount({
      provider: 'first',
      providerAccountId: '1',
      type: 'oauth',
      userId: app.user.id,
      ...service.tokens,
      expires_at: 1,
    })
    const swap = vi.spyOn(app.adapter, 'swapTokens').mockRejectedValue(new Error('Away.'))
    const headers = { cookie: browser.cookieHeader(new URL('https://app.test')) }
    const request = new Request('https://app.test/page', { headers })
    await expect(getAccessToken(request, app.config, { provider: 'first' })).rejects.toMatchObject({
      type: 'TokenUnavailable',
    })
    swap.mockRestore()
    const page = await browser.fetchPage('/auth/delete-account')
    await press(browser, page, 'delete-account', { email: app.user.email })
    await app.settle()
    expect(revoked).toEqual(['refresh-1', 'refresh-2'])
  })
})

it('an answer is not found by another app that has the same memory and a user with the same id', async () => {
  const { app } = await startProcess()
  const runtime = createRuntime()
  const open = (address: string): SignInContext =>
    openCall(app.request, withRuntime({ ...app.config, origin: address }, runtime), {})
  const [own, other] = [open(origin), open('https://other.test')]
  // As it is for an app that creates a database driver at each request.
  Object.assign(own.config.store?.memory ?? expect.fail(), { isShared: true })
  const account = { ...(await app.row()), refresh_token: 'refresh-1' }
  const tokens = { refresh_token: 'refresh-2' }
  keepAnswer(own, { account, tokens, holders: ['refreshing:1'], failures: 1 })
  expect(findAnswer(other, account)).toBeUndefined()
  expect(takeAnswers(other, app.userId)).toEqual([])
  expect(takeAnswers(own, app.userId)).toMatchObject([tokens])
})

it('a process keeps 1000 answers for the database, and loses the oldest', async () => {
  const { app, config } = await startProcess()
  const ctx = openCall(app.request, config, {})
  const accountOf = (index: number): AdapterAccount => ({
    provider: 'service',
    providerAccountId: String(index),
    type: 'oauth',
    userId: app.userId,
    refresh_token: 'refresh-1',
  })
  for (let index = 0; index <= 1000; index += 1) {
    const tokens = { refresh_token: 'refresh-2' }
    keepAnswer(ctx, { account: accountOf(index), tokens, holders: ['refreshing:1'], failures: 1 })
  }
  expect(findAnswer(ctx, accountOf(0))).toBeUndefined()
  expect(findAnswer(ctx, accountOf(1))).toBeDefined()
  expect(findAnswer(ctx, accountOf(1000))).toBeDefined()
  expect(app.logged).toEqual(['token-answer-lost'])
})

import { afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import { createRuntime, getAccessToken, withRuntime, type AccessToken } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { loadRefresh, passTime } from './pass-time.js'
import { keys, makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'

beforeAll(loadRefresh)
beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** The same app in a process of its own, with some other adapter methods. */
function processOf(app: TokenApp, methods: Partial<Adapter> = {}): () => Promise<AccessToken> {
  const adapter: Adapter = { ...app.adapter, ...methods }
  const config = withRuntime({ ...app.config, adapter }, createRuntime())
  return () => getAccessToken(app.request, config, { provider: 'service' })
}

function never(): Promise<never> {
  return new Promise(() => undefined)
}

/** Returns the access token of a call, or the type of its error, or that it has not ended. */
async function resultOf(call: Promise<AccessToken>): Promise<string> {
  const ended = call.then(
    ({ accessToken }) => accessToken,
    (thrown: unknown) => String(Reflect.get(Object(thrown), 'type')),
  )
  return Promise.race([ended, Promise.resolve().then(() => 'pending')])
}

/** Lets the first calls of an adapter method hang. */
function hangs<A extends readonly unknown[], T>(
  method: (...given: A) => T | PromiseLike<T>,
  times: number,
): (...given: A) => Promise<T> {
  let calls = 0
  return async (...given) => {
    calls += 1
    return calls <= times ? never() : method(...given)
  }
}

describe('a call of the database that never answers', () => {
  it('does not keep the answer from being stored, and no other process sends the token', async () => {
    const app = await makeTokenApp()
    const own = processOf(app, { swapTokens: hangs(app.adapter.swapTokens, 1) })
    const first = own()
    first.catch(() => undefined)
    await passTime(1)
    const others = [own(), processOf(app)()]
    await passTime(50)
    expect(await Promise.all([first, ...others].map(resultOf))).toEqual(
      Array.from({ length: 3 }, () => 'access-2'),
    )
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(await app.row()).toMatchObject({ refresh_token: 'refresh-2' })
  })

  it('is repeated while the lease is renewed', async () => {
    const app = await makeTokenApp()
    const first = processOf(app, { swapTokens: hangs(app.adapter.swapTokens, 4) })()
    await passTime(1)
    const other = processOf(app)()
    other.catch(() => undefined)
    await passTime(60)
    expect(await resultOf(first)).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('ends the call if the database never answers again', async () => {
    const app = await makeTokenApp()
    let isSent = false
    app.service.intercept = () => {
      isSent = true
      return undefined
    }
    const whenAlive =
      <A extends readonly unknown[], T>(method: (...given: A) => T | PromiseLike<T>) =>
      async (...given: A): Promise<T> =>
        isSent ? never() : method(...given)
    const { leaseAccount, swapTokens, listAccountsByUserId } = app.adapter
    const first = processOf(app, {
      leaseAccount: whenAlive(leaseAccount),
      swapTokens: whenAlive(swapTokens),
      listAccountsByUserId: whenAlive(listAccountsByUserId),
    })()
    first.catch(() => undefined)
    await passTime(70)
    expect(await resultOf(first)).toBe('TokenUnavailable')
  })

  it('does not keep the lease from being begun again', async () => {
    const app = await makeTokenApp()
    let leases = 0
    app.service.intercept = () =>
      new Promise((resolve) => setTimeout(() => resolve(undefined), 8000))
    const first = processOf(app, {
      // The second lease is the renewal before the answer is stored.
      leaseAccount: (lease) => {
        leases += 1
        return leases === 2 ? never() : app.adapter.leaseAccount(lease)
      },
    })()
    first.catch(() => undefined)
    await passTime(30)
    expect(await resultOf(first)).toBe('access-2')
  })

  it('ends the call if the provider has refused the token', async () => {
    const app = await makeTokenApp()
    app.service.isRevoked = true
    const first = processOf(app, { swapTokens: never })()
    first.catch(() => undefined)
    await passTime(30)
    expect(await resultOf(first)).toBe('TokenUnavailable')
  })
})

describe('a call that waits for another process', () => {
  it('ends after 25 seconds and a last look, however slow the database is', async () => {
    const app = await makeTokenApp()
    const slowly = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 2000))
    let leases = 0
    const call = processOf(app, {
      listAccountsByUserId: async (userId) => {
        await slowly()
        return app.adapter.listAccountsByUserId(userId)
      },
      leaseAccount: async () => {
        leases += 1
        await slowly()
        return false
      },
    })()
    call.catch(() => undefined)
    await passTime(20)
    expect(await resultOf(call)).toBe('pending')
    await passTime(12)
    expect(await resultOf(call)).toBe('TokenUnavailable')
    expect(leases).toBeGreaterThan(4)
  })

  it('ends if the account cannot be read', async () => {
    const app = await makeTokenApp()
    let isHung = false
    const call = processOf(app, {
      listAccountsByUserId: (userId) =>
        isHung ? never() : app.adapter.listAccountsByUserId(userId),
      leaseAccount: async () => {
        isHung = true
        return false
      },
    })()
    call.catch(() => undefined)
    await passTime(5)
    expect(await resultOf(call)).toBe('TokenUnavailable')
  })
})

it('a call ends if the account cannot be read under its lease', async () => {
  const app = await makeTokenApp()
  let isHung = false
  const call = processOf(app, {
    listAccountsByUserId: (userId) => (isHung ? never() : app.adapter.listAccountsByUserId(userId)),
    leaseAccount: (lease) => {
      isHung = true
      return app.adapter.leaseAccount(lease)
    },
  })()
  call.catch(() => undefined)
  // One read, and another one to end the lease.
  await passTime(10)
  expect(await resultOf(call)).toBe('TokenUnavailable')
})

it('a lease that begins late does not stay, and no other process sends the token', async () => {
  const app = await makeTokenApp()
  let leases = 0
  const own = processOf(app, {
    leaseAccount: async (lease) => {
      leases += 1
      // The call takes the lease again after four seconds.
      if (leases === 1) await new Promise((resolve) => setTimeout(resolve, 6000))
      return app.adapter.leaseAccount(lease)
    },
  })
  let other: Promise<AccessToken> | undefined
  app.service.intercept = async () => {
    app.service.intercept = () => undefined
    other = processOf(app)()
    await new Promise((resolve) => setTimeout(resolve, 5000))
    return undefined
  }
  const call = own()
  await passTime(12)
  expect(await resultOf(call)).toBe('access-2')
  expect(await resultOf(other ?? expect.fail())).toBe('access-2')
  expect(leases).toBe(2)
  expect(app.service.sent).toEqual(['refresh-1'])
  expect((await app.row()).refreshLeaseEnds ?? null).toBeNull()
})

it('a lease that ends late is not the one under which the call sends the next token', async () => {
  const app = await makeTokenApp()
  const { leaseAccount, swapTokens, updateAccount } = app.adapter
  let isAway = true
  let isFirst = true
  let endLate: (() => unknown) | undefined
  const own = processOf(app, {
    swapTokens: async (swap) => {
      if (isAway) throw new Error('The database is away.')
      return swapTokens(swap)
    },
    leaseAccount: async (lease) => {
      if (isAway) return leaseAccount(lease)
      if (lease.milliseconds === 0 && !endLate) {
        endLate = () => leaseAccount(lease)
        return never()
      }
      // The waiting refresh token is stored by the refresh, which sends it.
      const isLeased = !isFirst && leaseAccount(lease)
      isFirst = false
      return isLeased
    },
  })
  own().catch(() => undefined)
  await passTime(10)
  isAway = false
  // A sign-in without a refresh token, whose access token has expired.
  const expires_at = Math.floor(Date.now() / 1000) - 5
  await updateAccount({ ...keys, access_token: 'signed-in', expires_at })
  let other: Promise<AccessToken> | undefined
  app.service.intercept = async () => {
    app.service.intercept = () => undefined
    await endLate?.()
    other = processOf(app)()
    await new Promise((resolve) => setTimeout(resolve, 2000))
    return undefined
  }
  const call = own()
  await passTime(40)
  expect(await resultOf(call)).toBe('access-3')
  expect(await resultOf(other ?? expect.fail())).toBe('access-3')
  expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
})

import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { MissingAdapterMethods } from '../../../src/errors/config-errors.js'
import {
  createRuntime,
  getAccessToken,
  withRuntime,
  type AccessToken,
  type AuthConfig,
} from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { patient } from '../../support/patient.js'
import { keys, makeTokenApp, type TokenApp } from '../../support/apps/token-app.js'
import { skipPauses } from './skip-pauses.js'
import { refusal } from '../../support/token-service.js'

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date'] }))
afterEach(() => void vi.useRealTimers())

function pass(seconds: number): void {
  vi.setSystemTime(Date.now() + seconds * 1000)
}

/** The same app in a process of its own, which does not wait, with some other adapter methods. */
function processOf(app: TokenApp, methods: Partial<Adapter> = {}): () => Promise<AccessToken> {
  const adapter: Adapter = { ...app.adapter, ...methods }
  const config: AuthConfig = withRuntime(
    { ...app.config, adapter },
    createRuntime({ sleep: skipPauses }),
  )
  return () => getAccessToken(app.request, config, { provider: 'service' })
}

/** Lets work run after the first lease that an adapter gives, before the process learns of it. */
function afterLease(app: TokenApp, work: () => Promise<void>): Partial<Adapter> {
  let isFirst = true
  return {
    leaseAccount: async (lease) => {
      const isLeased = await app.adapter.leaseAccount(lease)
      if (isLeased && isFirst) {
        isFirst = false
        await work()
      }
      return isLeased
    },
  }
}

/** Lets work run when the rows are read for the given time, after the read. */
function afterRead(app: TokenApp, count: number, work: () => Promise<void>): Partial<Adapter> {
  let reads = 0
  return {
    listAccountsByUserId: async (userId) => {
      const rows = await app.adapter.listAccountsByUserId(userId)
      reads += 1
      if (reads === count) await work()
      return rows
    },
  }
}

/** Lets the reply to the first lease be lost, after the lease was written and some work was done. */
function losesReply(app: TokenApp, work: () => unknown = () => undefined): Partial<Adapter> {
  let isFirst = true
  return {
    leaseAccount: async (lease) => {
      const isLeased = await app.adapter.leaseAccount(lease)
      if (!isFirst) return isLeased
      isFirst = false
      await work()
      throw new Error('The reply was lost.')
    },
  }
}

/** What a sign-in writes if it brings no refresh token. */
async function signInWithoutRefreshToken(app: TokenApp): Promise<void> {
  const expires_at = Math.floor(Date.now() / 1000) + 3600
  await app.adapter.updateAccount({ ...keys, access_token: 'signed-in', expires_at })
}

async function expectReleased(app: TokenApp): Promise<void> {
  const { refreshLease, refreshLeaseEnds } = await app.row()
  expect(refreshLease).toMatch(/^refreshing:/)
  expect(refreshLeaseEnds).toBeLessThanOrEqual(Date.now())
}

describe('a process whose lease ends before it sends the refresh token', () => {
  it('does not send a token that another process has sent in the meantime', async () => {
    const app = await makeTokenApp()
    const other = processOf(app)
    // The second read follows the lease.
    const stalled = processOf(
      app,
      afterRead(app, 2, async () => {
        pass(21)
        expect((await other()).accessToken).toBe('access-2')
      }),
    )
    expect((await stalled()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(app.service.isRevoked).toBe(false)
  })

  it('does not send a token whose access token another process has extended', async () => {
    const app = await makeTokenApp()
    app.service.members = {
      access_token: 'access-1',
      refresh_token: 'refresh-1',
      expires_in: 3600,
    }
    const other = processOf(app)
    const stalled = processOf(
      app,
      afterRead(app, 2, async () => {
        pass(21)
        await other()
      }),
    )
    expect((await stalled()).accessToken).toBe('access-1')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('extends the lease if no other process has taken it', async () => {
    const app = await makeTokenApp()
    const stalled = processOf(
      app,
      afterRead(app, 2, async () => pass(15)),
    )
    const other = processOf(app)
    app.service.intercept = async () => {
      app.service.intercept = () => undefined
      // The request takes nine seconds. Without another lease, the first one would have ended.
      pass(9)
      await expect(other()).rejects.toMatchObject({ type: 'TokenUnavailable' })
      return undefined
    }
    expect((await stalled()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('sends nothing if the database stays slower than the lease allows', async () => {
    const app = await makeTokenApp()
    const slow = processOf(app, {
      listAccountsByUserId: async (userId) => {
        const rows = await app.adapter.listAccountsByUserId(userId)
        pass(21)
        return rows
      },
    })
    await expect(slow()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    expect(app.service.sent).toEqual([])
    expect((await processOf(app)()).accessToken).toBe('access-2')
  })

  it('does not send a token under the lease in which it has stored an old answer', async () => {
    const app = await makeTokenApp()
    app.service.members = { expires_in: 300 }
    let database: 'away' | 'slow' | 'fast' = 'away'
    const get = processOf(app, {
      swapTokens: async (swap) => {
        if (database === 'away') throw new Error('The database is away.')
        if (database === 'slow') pass(12)
        database = 'fast'
        return app.adapter.swapTokens(swap)
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    pass(600)
    database = 'slow'
    const other = processOf(app)
    app.service.intercept = async () => {
      app.service.intercept = () => undefined
      pass(9)
      await expect(other()).rejects.toMatchObject({ type: 'TokenUnavailable' })
      return undefined
    }
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
    expect(app.service.isRevoked).toBe(false)
  })
})

describe('a `prepare` function that takes longer than the lease allows', () => {
  function prepareFor(app: TokenApp, seconds: number): () => Promise<AccessToken> {
    const prepare = (): undefined => {
      pass(seconds)
    }
    const token = { url: 'https://service.test/token', prepare }
    const config = { ...app.config, providers: [{ ...app.service.provider, token }] }
    return processOf({ ...app, config })
  }

  it('keeps the token from being sent, and the next call is not paused', async () => {
    const app = await makeTokenApp()
    await expect(prepareFor(app, 6)()).rejects.toMatchObject({
      type: 'TokenUnavailable',
      retryAfter: 1,
    })
    expect(app.service.sent).toEqual([])
    expect((await prepareFor(app, 4)()).accessToken).toBe('access-2')
  })

  it('keeps the token from being sent if the clock was set back', async () => {
    const app = await makeTokenApp()
    await expect(prepareFor(app, -6)()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    expect(app.service.sent).toEqual([])
  })
})

describe('a process that has an answer when its lease is about to end', () => {
  /** Calls in another process, which does not get the token, and sends nothing. */
  async function expectLeased(app: TokenApp): Promise<void> {
    await expect(processOf(app)()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    expect(app.service.sent).toEqual(['refresh-1'])
  }

  /** The account is read four seconds after the lease began, and the answer takes nine more. */
  function slowRead(app: TokenApp): Partial<Adapter> {
    app.service.intercept = () => {
      pass(9)
      return undefined
    }
    return afterRead(app, 2, async () => pass(4))
  }

  it('renews the lease before a slow write', async () => {
    const app = await makeTokenApp()
    const slow = processOf(app, {
      ...slowRead(app),
      swapTokens: async (swap) => {
        pass(14)
        await expectLeased(app)
        return app.adapter.swapTokens(swap)
      },
    })
    expect((await slow()).accessToken).toBe('access-2')
    expect(app.service.isRevoked).toBe(false)
  })

  it('renews the lease before each write that follows a failed one', async () => {
    const app = await makeTokenApp()
    let writes = 0
    const slow = processOf(app, {
      ...slowRead(app),
      swapTokens: async (swap) => {
        writes += 1
        pass(14)
        await expectLeased(app)
        if (writes < 4) throw new Error('The write took too long.')
        return app.adapter.swapTokens(swap)
      },
    })
    expect((await slow()).accessToken).toBe('access-2')
    expect(writes).toBe(4)
  })

  it('stores the answer though the lease cannot be renewed', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const slow = processOf(app, {
      ...slowRead(app),
      leaseAccount: async (lease) => {
        leases += 1
        if (leases > 1) throw new Error('The database is away.')
        return app.adapter.leaseAccount(lease)
      },
    })
    expect((await slow()).accessToken).toBe('access-2')
    expect(leases).toBe(2)
  })

  it('does not lease again if it stores the answer in time', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const fast = processOf(app, {
      leaseAccount: async (lease) => {
        leases += 1
        return app.adapter.leaseAccount(lease)
      },
    })
    expect((await fast()).accessToken).toBe('access-2')
    expect(leases).toBe(1)
  })
})

describe('a lease whose reply is lost', () => {
  it.each([
    ['was taken', true],
    ['was not taken', false],
  ])('is recognised by the call that asked for it if it %s', async (_what, isTaken) => {
    const app = await makeTokenApp()
    let leases = 0
    const get = processOf(app, {
      leaseAccount: async (lease) => {
        leases += 1
        if (leases > 1) return app.adapter.leaseAccount(lease)
        if (isTaken) await app.adapter.leaseAccount(lease)
        throw new Error('The reply was lost.')
      },
    })
    expect((await get()).accessToken).toBe('access-2')
    expect(leases).toBe(2)
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(app.logged).toEqual(['AdapterError'])
  })

  it('costs a call nothing that waits for another process', async () => {
    const app = await makeTokenApp()
    const other = processOf(app)
    let leases = 0
    const waiting = processOf(app, {
      leaseAccount: async (lease) => {
        leases += 1
        if (leases === 1) return false
        if (leases === 2) expect((await other()).accessToken).toBe('access-2')
        const isLeased = await app.adapter.leaseAccount(lease)
        if (leases === 2) throw new Error('The reply was lost.')
        return isLeased
      },
    })
    expect((await waiting()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(app.logged).toEqual(['AdapterError'])
  })

  it('costs a call nothing if it happens twice before the other process has finished', async () => {
    const app = await makeTokenApp()
    const other = processOf(app)
    let leases = 0
    const waiting = processOf(app, {
      leaseAccount: async (lease) => {
        leases += 1
        if (leases === 2) expect((await other()).accessToken).toBe('access-2')
        if (leases <= 2) throw new Error('The database is away.')
        return app.adapter.leaseAccount(lease)
      },
    })
    expect((await waiting()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is recognised by the call that has extended it', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const slow = processOf(app, {
      // The second read follows the lease.
      ...afterRead(app, 2, async () => pass(6)),
      leaseAccount: async (lease) => {
        const isLeased = await app.adapter.leaseAccount(lease)
        leases += 1
        if (leases === 2) throw new Error('The reply was lost.')
        return isLeased
      },
    })
    expect((await slow()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
    expect(app.logged).toEqual(['AdapterError'])
  })

  it('is recognised by a call that has waited for another process', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const waiting = processOf(app, {
      leaseAccount: async (lease) => {
        leases += 1
        if (leases === 1) return false
        const isLeased = await app.adapter.leaseAccount(lease)
        if (leases === 2) throw new Error('The reply was lost.')
        return isLeased
      },
    })
    expect((await waiting()).accessToken).toBe('access-2')
    expect(leases).toBe(3)
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('ends if the reply to its extension is lost as well', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const slow = processOf(app, {
      // The third read follows the lease that the call has recognised.
      ...afterRead(app, 3, async () => pass(6)),
      leaseAccount: async (lease) => {
        const isLeased = await app.adapter.leaseAccount(lease)
        leases += 1
        if (leases === 1 || leases === 3) throw new Error('The reply was lost.')
        return isLeased
      },
    })
    await expect(slow()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    expect(leases).toBe(4)
    await expectReleased(app)
    expect(app.service.sent).toEqual([])
  })

  it('ends if the reply is lost once more, so that no other process waits for it', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const get = processOf(app, {
      leaseAccount: async (lease) => {
        const isLeased = await app.adapter.leaseAccount(lease)
        leases += 1
        if (leases <= 2) throw new Error('The reply was lost.')
        return isLeased
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    expect((await app.row()).refreshLeaseEnds).toBeLessThanOrEqual(Date.now())
    expect((await processOf(app)()).accessToken).toBe('access-2')
  })

  it('ends if a sign-in has replaced the tokens', async () => {
    const app = await makeTokenApp()
    const get = processOf(
      app,
      losesReply(app, () => signInWithoutRefreshToken(app)),
    )
    expect((await get()).accessToken).toBe('signed-in')
    await expectReleased(app)
  })

  it('ends if the account cannot be read any more', async () => {
    const app = await makeTokenApp()
    let isAway = false
    const get = processOf(app, {
      ...losesReply(app, () => (isAway = true)),
      listAccountsByUserId: async (userId) => {
        if (isAway) throw new Error('The database is away.')
        return app.adapter.listAccountsByUserId(userId)
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    await expectReleased(app)
  })

  it('ends if the call has read a pause that was over for the database', async () => {
    const app = await makeTokenApp()
    const pause = { refreshLease: 'failed:1:x', refreshLeaseEnds: Date.now() + 5000 }
    await app.adapter.updateAccount({ ...keys, ...pause })
    const { leaseAccount } = losesReply(app)
    let isFirst = true
    const get = processOf(app, {
      leaseAccount: async (lease) => {
        if (isFirst) {
          isFirst = false
          return false
        }
        await app.adapter.updateAccount({ ...keys, refreshLeaseEnds: Date.now() })
        return leaseAccount?.(lease) ?? expect.fail()
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 5 })
    await expectReleased(app)
  })

  it('is not asked for again if the adapter lacks something', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const get = processOf(app, {
      leaseAccount: async () => {
        leases += 1
        throw new MissingAdapterMethods('The adapter has no column.')
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
    expect(leases).toBe(1)
  })
})

it('a process that finds newer tokens does not end the lease of another process', async () => {
  const app = await makeTokenApp()
  const signedIn = { access_token: 'signed-in', refresh_token: 'refresh-9' }
  const late = processOf(
    app,
    afterLease(app, async () => {
      const free = { refreshLease: null, refreshLeaseEnds: null }
      const expires_at = Math.floor(Date.now() / 1000) + 30
      await app.adapter.updateAccount({ ...keys, ...signedIn, expires_at, ...free })
      const lease = {
        ...keys,
        expected: signedIn,
        holder: 'refreshing:other',
        milliseconds: 20_000,
      }
      expect(await app.adapter.leaseAccount(lease)).toBe(true)
    }),
  )
  expect((await late()).accessToken).toBe('signed-in')
  expect((await app.row()).refreshLease).toBe('refreshing:other')
})

it('a process that was never given the lease does not end it', async () => {
  const app = await makeTokenApp()
  const ended: string[] = []
  let isFirst = true
  const waiting = processOf(app, {
    leaseAccount: async ({ holder, milliseconds }) => {
      if (milliseconds === 0) ended.push(holder)
      if (isFirst) await processOf(app)()
      isFirst = false
      return false
    },
  })
  expect((await waiting()).accessToken).toBe('access-2')
  expect(ended).toEqual([])
})

describe('a lease that is not needed any more', () => {
  function signInDuringRequest(app: TokenApp, answer?: () => Response): void {
    app.service.intercept = async () => {
      app.service.intercept = () => undefined
      await signInWithoutRefreshToken(app)
      return answer?.()
    }
  }

  it('ends if a sign-in has replaced the tokens', async () => {
    const app = await makeTokenApp()
    signInDuringRequest(app)
    expect((await processOf(app)()).accessToken).toBe('signed-in')
    await expectReleased(app)
    expect((await app.row()).refresh_token).toBe('refresh-2')
  })

  it('ends if a sign-in replaces the tokens before the lease is extended', async () => {
    const app = await makeTokenApp()
    let leases = 0
    const slow = processOf(app, {
      // The second read follows the lease.
      ...afterRead(app, 2, async () => pass(6)),
      leaseAccount: async (lease) => {
        leases += 1
        if (leases === 2) await signInWithoutRefreshToken(app)
        return app.adapter.leaseAccount(lease)
      },
    })
    expect((await slow()).accessToken).toBe('signed-in')
    await expectReleased(app)
    expect(app.service.sent).toEqual([])
  })

  it('ends if the provider has refused tokens that a sign-in has replaced', async () => {
    const app = await makeTokenApp()
    signInDuringRequest(app, refusal)
    expect((await processOf(app)()).accessToken).toBe('signed-in')
    await expectReleased(app)
    expect(app.refused).toEqual([])
  })

  it('ends if a refusal cannot be stored, and the next call learns of it', async () => {
    const app = await makeTokenApp()
    app.service.intercept = refusal
    const process = processOf(app, {
      swapTokens: async () => {
        throw new Error('The table is locked.')
      },
    })
    await expect(process()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    await expectReleased(app)
    await expect(processOf(app)()).rejects.toMatchObject({ code: 'refused' })
  })

  it('ends with a refusal whose reply is lost, and the event is called once', async () => {
    const app = await makeTokenApp()
    app.service.intercept = refusal
    const process = processOf(app, {
      swapTokens: async (swap) => {
        await app.adapter.swapTokens(swap)
        throw new Error('The reply was lost.')
      },
    })
    await expect(process()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    await expect(process()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'refused' })
    expect(app.refused).toMatchObject([{ error: 'invalid_grant' }])
  })

  it('does not look like a pause if the database was the reason', async () => {
    const app = await makeTokenApp()
    const broken = afterRead(app, 2, async () => {
      throw new Error('The connection is broken.')
    })
    await expect(processOf(app, broken)()).rejects.toMatchObject({ type: 'TokenUnavailable' })
    await expectReleased(app)
  })
})

it('a pause that has ended keeps no process from waiting for the refresh of another one', async () => {
  const app = await makeTokenApp()
  const ended = { refreshLease: 'failed:1:x', refreshLeaseEnds: Date.now() - 1 }
  await app.adapter.updateAccount({ ...keys, ...ended })
  let leases = 0
  const late = processOf(app, {
    leaseAccount: async (lease) => {
      leases += 1
      // The row was read before the other process took the lease.
      if (leases === 2) await processOf(app)()
      return leases > 1 && app.adapter.leaseAccount(lease)
    },
  })
  expect((await late()).accessToken).toBe('access-2')
  expect(app.service.sent).toEqual(['refresh-1'])
})

describe('an answer whose storing fails', () => {
  it('is stored though the same tokens are encrypted anew during the request', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    app.service.intercept = async () => {
      const { access_token, refresh_token } = app.service.tokens
      await app.adapter.updateAccount({ ...keys, access_token, refresh_token })
      return undefined
    }
    expect((await processOf(app)()).accessToken).toBe('access-2')
    pass(3600)
    app.service.intercept = () => undefined
    expect((await processOf(app)()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
  })

  it('is kept if the adapter throws an error of ours', async () => {
    const app = await makeTokenApp()
    let isFirst = true
    const get = processOf(app, {
      swapTokens: async (swap) => {
        if (!isFirst) return app.adapter.swapTokens(swap)
        isFirst = false
        throw new MissingAdapterMethods('The adapter has no column.')
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'MissingAdapterMethods' })
    expect((await get()).accessToken).toBe('access-2')
    expect(app.service.sent).toEqual(['refresh-1'])
  })

  it('is not kept once its refresh token is stored, and the next call sends that one', async () => {
    const app = await makeTokenApp()
    const database = { isAway: false }
    const get = processOf(app, {
      swapTokens: async (swap) => {
        const isSwapped = await app.adapter.swapTokens(swap)
        database.isAway = app.service.sent.length === 1
        return isSwapped
      },
      listAccountsByUserId: async (userId) => {
        const { isAway } = database
        database.isAway = false
        if (isAway) throw new Error('The database is away.')
        return app.adapter.listAccountsByUserId(userId)
      },
    })
    // Only the refresh token of this answer can be used.
    app.service.members = { token_type: 'mac' }
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 1 })
    app.service.members = { expires_in: 3600 }
    expect((await get()).accessToken).toBe('access-3')
    expect(app.service.sent).toEqual(['refresh-1', 'refresh-2'])
    pass(3700)
    await get()
    expect(app.logged).not.toContain('token-answer-lost')
  })

  it('counts as stored if the database has written its refresh token without saying so', async () => {
    const app = await makeTokenApp()
    let isFirst = true
    const get = processOf(app, {
      swapTokens: async (swap) => {
        const isSwapped = await app.adapter.swapTokens(swap)
        if (!isFirst) return isSwapped
        isFirst = false
        throw new Error('The connection was lost.')
      },
    })
    app.service.members = { token_type: 'mac' }
    await expect(get()).rejects.toMatchObject({ type: 'TokenUnavailable', retryAfter: 20 })
    expect((await app.row()).refresh_token).toBe('refresh-2')
    expect(app.logged).toContain('token-refresh-failed')
  })
})

describe('an account whose row changes during a refresh', () => {
  it('has its new tokens revoked if it was unlinked and the writes fail', async () => {
    const app = await makeTokenApp()
    Object.assign(app.service.provider, { revocation: 'https://service.test/revoke' })
    const revoked: (string | null)[] = []
    app.service.intercept = async (form) => {
      if (!form.has('token')) {
        await app.adapter.unlinkAccount(keys)
        return undefined
      }
      revoked.push(form.get('token'))
      return new Response(null)
    }
    const get = processOf(app, {
      swapTokens: async () => {
        throw new Error('The database is away.')
      },
    })
    await expect(get()).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-account' })
    await vi.waitFor(() => expect(revoked).toEqual(['refresh-2']), patient)
  })

  it('is not gone if its tokens cannot be decrypted, and no token is revoked', async () => {
    const app = await makeTokenApp({ encryptTokens: true })
    Object.assign(app.service.provider, { revocation: 'https://service.test/revoke' })
    const work: Promise<unknown>[] = []
    app.service.intercept = async (form) => {
      expect(form.has('token')).toBe(false)
      const unreadable = 'latchkey.sealed:unreadable'
      const tokens = { access_token: unreadable, refresh_token: unreadable }
      await app.adapter.updateAccount({ ...keys, ...tokens })
      return undefined
    }
    const call = getAccessToken(app.request, app.config, {
      provider: 'service',
      waitUntil: (promise) => void work.push(promise),
    })
    await expect(call).rejects.toMatchObject({ type: 'ReauthRequired', code: 'no-token' })
    await Promise.all(work)
    expect(app.service.sent).toEqual(['refresh-1'])
  })
})

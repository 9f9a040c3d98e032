import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createLog } from '../../../src/config/logger.js'
import { createStoreMemory } from '../../../src/config/store-memory.js'
import { openStore, type Store } from '../../../src/config/store.js'
import { platformRandom as random } from '../../../src/crypto/random.js'
import { systemTime } from '../../../src/http/time.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { deleteSession } from '../../../src/store/delete-session.js'
import { undoLinkedAccount } from '../../../src/store/remove-account.js'
import { openRevocations } from '../../../src/store/revocation.js'

const account = { type: 'oidc', provider: 'op', providerAccountId: '1' } as const
const keys = { provider: 'op', providerAccountId: '1' }

const rules = {
  hasRows: true,
  mayLackTable: false,
  absoluteMaxAge: 3600,
  clock: () => Date.now(),
  secrets: ['a secret for tests that is long enough'],
} as const
const unlessMissing = <T>(work: () => Promise<T>): Promise<T> => work()

/** How many calls of a method fail, and whether such a call takes effect nevertheless. */
interface Fault {
  readonly times: number
  readonly takesEffect?: boolean
}

/** A database with a user, an account and a session, on which one method fails at first. */
async function open(
  method: 'deleteSession' | 'deleteSessionsByUserId' | 'unlinkAccount',
  fault: Fault,
): Promise<Store> {
  const adapter: Adapter = memoryAdapter()
  for (const id of ['ada', 'eve']) {
    await adapter.createUser?.({ id, email: `${id}@app.test`, emailVerified: null })
  }
  await adapter.linkAccount?.({ ...account, userId: 'ada' })
  await adapter.createSession?.({
    sessionToken: 'token',
    userId: 'ada',
    expires: new Date(Date.now() + 60_000),
  })
  const real = adapter[method] as (...input: unknown[]) => Promise<unknown>
  let left = fault.times
  const failing = async (...input: unknown[]): Promise<unknown> => {
    if (left-- <= 0) return real(...input)
    if (fault.takesEffect) await real(...input)
    throw new Error('The connection was lost.')
  }
  return openStore(
    { ...adapter, [method]: failing },
    createLog({ debug: false, logger: {}, secrets: [] }),
    createStoreMemory({ isShared: false, time: systemTime }),
    { pauses: { sleep: async () => undefined, random, clock: Date.now } },
  )
}

describe('a session that must not stay', () => {
  it('is deleted by a second attempt if the first one failed', async () => {
    const store = await open('deleteSession', { times: 1 })
    expect(await deleteSession(store, 'token')).toMatchObject({ sessionToken: 'token' })
    expect(await store.call('getSessionAndUser', 'token')).toBeNull()
  })

  it('counts as deleted if only the answer was lost', async () => {
    const store = await open('deleteSession', { times: 1, takesEffect: true })
    expect(await deleteSession(store, 'token')).toBeNull()
  })

  it('is reported if both attempts failed', async () => {
    const store = await open('deleteSession', { times: 2 })
    await expect(deleteSession(store, 'token')).rejects.toThrow('`deleteSession` failed')
  })
})

describe('the sessions of a user', () => {
  it.each([
    ['failed', false],
    ['took effect, but its answer was lost', true],
  ])('end by a second attempt if the first one %s', async (_what, takesEffect) => {
    const store = await open('deleteSessionsByUserId', { times: 1, takesEffect })
    await openRevocations(store, rules, async () => true, unlessMissing).endSessions('ada')
    expect(await store.call('getSessionAndUser', 'token')).toBeNull()
  })

  it('are reported if both attempts to end them failed', async () => {
    const store = await open('deleteSessionsByUserId', { times: 2 })
    const ended = openRevocations(store, rules, async () => true, unlessMissing).endSessions('ada')
    await expect(ended).rejects.toThrow('`deleteSessionsByUserId` failed')
  })
})

describe('an account that must not stay linked', () => {
  it('is removed by a second attempt if the first one failed', async () => {
    const store = await open('unlinkAccount', { times: 1 })
    await undoLinkedAccount(store, account, 'ada')
    expect(await store.call('getUserByAccount', keys)).toBeNull()
  })

  it('is removed by a second attempt if the ids of users are numbers', async () => {
    const id = 7 as unknown as string
    const owner = { id, email: 'ada@app.test', emailVerified: null }
    const calls: string[] = []
    const store = openStore(
      {
        getUserByAccount: async () => owner,
        unlinkAccount: async () => {
          calls.push('unlinkAccount')
          if (calls.length === 1) throw new Error('The connection was lost.')
        },
      },
      createLog({ debug: false, logger: {}, secrets: [] }),
      createStoreMemory({ isShared: false, time: systemTime }),
    )
    await undoLinkedAccount(store, account, id)
    expect(calls).toHaveLength(2)
  })

  it('counts as removed if only the answer was lost', async () => {
    const store = await open('unlinkAccount', { times: 1, takesEffect: true })
    await undoLinkedAccount(store, account, 'ada')
    expect(await store.call('getUserByAccount', keys)).toBeNull()
  })

  it('stays if another user has linked it in the meantime', async () => {
    const store = await open('unlinkAccount', { times: 1 })
    await undoLinkedAccount(store, account, 'eve')
    expect(await store.call('getUserByAccount', keys)).toMatchObject({ id: 'ada' })
  })

  it('is reported if both attempts failed', async () => {
    const store = await open('unlinkAccount', { times: 2 })
    await expect(undoLinkedAccount(store, account, 'ada')).rejects.toThrow('`unlinkAccount` failed')
  })
})

import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AdapterUser } from '../../../src/model/adapter.js'
import { keepsContract, oneStepMethods } from '../../support/adapters/keeps-contract.js'

const ada: AdapterUser = { id: 'ada', name: 'Ada', email: 'ada@example.com', emailVerified: null }
const later = new Date('2099-01-01')

describe('the memory adapter', () => {
  keepsContract(() => memoryAdapter(), { lacks: oneStepMethods })

  it('keeps the id that it is given', async () => {
    expect(await memoryAdapter().createUser(ada)).toEqual(ada)
  })

  it('refuses an id that is taken', async () => {
    const adapter = memoryAdapter()
    await adapter.createUser(ada)
    const rival = adapter.createUser({ ...ada, email: 'other@example.com' })
    await expect(rival).rejects.toThrow('This user exists already.')
    expect(await adapter.getUser('ada')).toEqual(ada)
    expect(await adapter.getUserByEmail('other@example.com')).toBeNull()
  })

  it('keeps fields that it does not know, copied all the way down', async () => {
    const adapter = memoryAdapter()
    const user = { ...ada, settings: { tags: ['a'] } }
    await adapter.createUser(user)
    user.settings.tags.push('b')
    expect(await adapter.getUser('ada')).toEqual({ ...ada, settings: { tags: ['a'] } })
  })

  it('gives no object another prototype', async () => {
    const adapter = memoryAdapter()
    const hostile: object = JSON.parse('{"__proto__":{"isAdmin":true}}')
    await adapter.createUser({ ...ada, ...hostile })
    await adapter.updateUser({ id: 'ada', ...hostile })
    expect(Object.getPrototypeOf(await adapter.getUser('ada'))).toBe(Object.prototype)
    expect(await adapter.getUser('ada')).not.toHaveProperty('isAdmin')
  })

  it('refuses a row without an existing user', async () => {
    const adapter = memoryAdapter()
    const account = { userId: 'x', type: 'oidc', provider: 'p', providerAccountId: '1' } as const
    const session = { sessionToken: 's', userId: 'x', expires: later }
    const authenticator = {
      credentialID: 'c',
      userId: 'x',
      providerAccountId: 'c',
      credentialPublicKey: 'k',
      counter: 0,
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
    }
    await expect(adapter.linkAccount(account)).rejects.toThrow('No user has this id.')
    await expect(adapter.createSession(session)).rejects.toThrow('No user has this id.')
    await expect(adapter.createAuthenticator(authenticator)).rejects.toThrow('No user has this id.')
  })

  it('forgets counts of attempts that are over when it deletes what expired', async () => {
    const adapter = memoryAdapter()
    const attempt = { key: 'hash', now: new Date(0), expires: new Date(1000) }
    await adapter.countAttempt(attempt)
    await adapter.deleteExpired(new Date(1000))
    expect((await adapter.countAttempt(attempt)).count).toBe(2)
    await adapter.deleteExpired(new Date(1001))
    expect((await adapter.countAttempt(attempt)).count).toBe(1)
  })

  it('shares nothing with another', async () => {
    await memoryAdapter().createUser(ada)
    expect(await memoryAdapter().getUser('ada')).toBeNull()
  })
})

describe('a transaction in memory', () => {
  it('is over for the adapter that its work was given', async () => {
    const adapter = memoryAdapter()
    const inner = await adapter.transaction(async (given) => given)
    await expect(inner.createUser?.(ada)).rejects.toThrow('has ended')
    const running = adapter.transaction(async () => inner.createUser?.(ada))
    await expect(running).rejects.toThrow('has ended')
    expect(await adapter.getUser('ada')).toBeNull()
  })

  it('lets others wait in the order in which they came', async () => {
    const adapter = memoryAdapter()
    const [first, , between, , last] = await Promise.all([
      adapter.getUser('ada'),
      adapter.transaction(async (inner) => inner.createUser?.(ada)),
      adapter.getUser('ada'),
      adapter.transaction(async (inner) => inner.deleteUser?.('ada')),
      adapter.getUser('ada'),
    ])
    expect([first, between, last]).toEqual([null, ada, null])
  })

  it('puts back a deleted row as it was, whatever became of the one returned', async () => {
    const adapter = memoryAdapter()
    await adapter.createUser(ada)
    const session = { sessionToken: 's', userId: 'ada', expires: later }
    await adapter.createSession(session)
    const failing = adapter.transaction(async (inner) => {
      const deleted = await inner.deleteSession?.('s')
      deleted?.expires.setTime(0)
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    expect((await adapter.getSessionAndUser('s'))?.session).toEqual(session)
  })

  it('leaves the others running when its work throws at once', async () => {
    const adapter = memoryAdapter()
    const failing = adapter.transaction(() => {
      throw new Error('at once')
    })
    await expect(failing).rejects.toThrow('at once')
    expect(await adapter.transaction(async (inner) => inner.createUser?.(ada))).toEqual(ada)
  })
})

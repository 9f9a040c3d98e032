import { describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Adapter, AdapterFactor, AdapterUser } from '../../../src/model/adapter.js'
import { operationsOf, type Operations } from '../../../src/store/operations.js'
import { watch, without, type Watched } from '../../support/adapters/watched-adapter.js'
import { openTestContext } from '../../support/open-test-context.js'

const user: AdapterUser = { id: 'ada', email: 'ada@example.test', emailVerified: null }
const types = ['totp', 'email', 'recovery-code', 'device'] as const

function factorOf(type: AdapterFactor['type'], fields: Partial<AdapterFactor> = {}): AdapterFactor {
  return {
    id: `${type}-1`,
    userId: user.id,
    type,
    name: null,
    secret: null,
    lastStep: 0,
    createdAt: new Date(0),
    lastUsedAt: null,
    expires: null,
    ...fields,
  }
}

type Strategy = 'database' | 'jwt'

interface Opened {
  readonly operations: Operations
  readonly store: Watched
}

/** A user with one factor of each type. */
async function open(adapter: Adapter, strategy: Strategy = 'database'): Promise<Opened> {
  const store = watch(adapter)
  const { ctx } = openTestContext({ config: { adapter: store.adapter, session: { strategy } } })
  await adapter.createUser?.(user)
  for (const type of types) await adapter.createFactor?.(factorOf(type))
  return { operations: operationsOf(ctx), store }
}

async function typesLeft({ operations }: Opened): Promise<readonly string[]> {
  return (await operations.factors.list(user.id)).map(({ type }) => type)
}

function missingTable(): never {
  throw Object.assign(new Error('relation "Session" does not exist'), { code: '42P01' })
}

/** A database whose adapter knows factors, but that has no table for sessions. */
function withoutSessions(): Adapter {
  return {
    ...memoryAdapter(),
    createSession: missingTable,
    getSessionAndUser: missingTable,
    updateSession: missingTable,
    deleteSession: missingTable,
    listSessionsByUserId: missingTable,
    deleteSessionsByUserId: missingTable,
  }
}

describe('factors', () => {
  it('of a user with a similar id are not listed, if the database compares loosely', async () => {
    const inner = memoryAdapter()
    const listFactorsByUserId = async () => inner.listFactorsByUserId(user.id)
    const { operations } = await open({ ...inner, listFactorsByUserId })
    expect(await operations.factors.list(user.id)).toHaveLength(4)
    expect(await operations.factors.list('ADA')).toEqual([])
  })

  it('of a user whose id is a number are the same under the number and under the text', async () => {
    const inner = memoryAdapter()
    const listFactorsByUserId = async () => {
      const rows = await inner.listFactorsByUserId(user.id)
      return rows.map((row) => Object.assign(row, { userId: 42 as unknown as string }))
    }
    const { factors } = (await open({ ...inner, listFactorsByUserId })).operations
    expect(await factors.list('42')).toHaveLength(4)
    expect(await factors.list(42 as unknown as string)).toHaveLength(4)
    expect(await factors.list('43')).toEqual([])
  })

  it.each([undefined, null, 1, 'true', {}])(
    'are used and deleted only if the adapter returns true, not %j',
    async (result) => {
      const careless = async (): Promise<boolean> => result as boolean
      const adapter = { ...memoryAdapter(), useFactorStep: careless, deleteFactor: careless }
      const { factors } = (await open(adapter)).operations
      expect(await factors.useStep('totp-1', { step: 1, lastUsedAt: new Date() })).toBe(false)
      expect(await factors.remove('recovery-code-1')).toBe(false)
    },
  )

  it('are created, used, replaced and deleted', async () => {
    const { factors } = (await open(memoryAdapter())).operations
    const use = { step: 1, lastUsedAt: new Date() }
    expect(await factors.useStep('totp-1', use)).toBe(true)
    expect(await factors.useStep('totp-1', use)).toBe(false)
    await factors.replace(user.id, 'recovery-code', [factorOf('recovery-code', { id: 'new' })])
    expect(await factors.remove('recovery-code-1')).toBe(false)
    expect(await factors.remove('new')).toBe(true)
    await factors.create(factorOf('device', { id: 'device-2' }))
    expect(await factors.list(user.id)).toHaveLength(4)
  })
})

const ends: readonly (readonly [string, (operations: Operations) => Promise<unknown>])[] = [
  ['all sessions end', ({ endSessions }) => endSessions(user.id)],
  ['all other sessions end', ({ endOtherSessions }) => endOtherSessions(user.id, 'kept')],
  ['a sign-in ends all others', ({ restartSessions }) => restartSessions(user.id)],
]
const strategies = ['database', 'jwt'] as const

describe('remembered browsers', () => {
  const cases = ends.flatMap(([what, end]) =>
    strategies.map((strategy) => [what, strategy, end] as const),
  )

  it.each(cases)('are forgotten when %s, with %s', async (_, strategy, end) => {
    const opened = await open(memoryAdapter(), strategy)
    await end(opened.operations)
    expect(await typesLeft(opened)).toEqual(['totp', 'email', 'recovery-code'])
  })

  it.each(cases)('are forgotten after the mark when %s, with %s', async (_, strategy, end) => {
    const opened = await open(memoryAdapter(), strategy)
    const names: string[] = []
    opened.store.before = ({ name }) => void names.push(name)
    await end(opened.operations)
    expect(names).toContain('createSession')
    expect(names.indexOf('replaceFactors')).toBeGreaterThan(names.indexOf('createSession'))
  })

  it.each(ends.slice(1))('are forgotten when %s, without a table of sessions', async (_, end) => {
    const opened = await open(withoutSessions(), 'jwt')
    await end(opened.operations)
    expect(await typesLeft(opened)).toEqual(['totp', 'email', 'recovery-code'])
  })

  it.each(ends)('do not matter when %s, if the adapter has no factors', async (_, end) => {
    const { operations } = await open(without(memoryAdapter(), 'replaceFactors'))
    await end(operations)
  })
})

describe('a take-over', () => {
  const kinds: readonly (readonly [string, () => Adapter])[] = [
    ['transactions', memoryAdapter],
    ['no transactions', () => without(memoryAdapter(), 'transaction')],
  ]
  const proof = { user, email: user.email, emailVerified: new Date() }

  it.each(kinds)('removes factors of every type, with %s', async (_, makeAdapter) => {
    const opened = await open(makeAdapter())
    await opened.operations.takeOverUser?.(proof)
    expect(await typesLeft(opened)).toEqual([])
  })

  it('removes factors before the address is proven, so that a crash leaves none', async () => {
    const opened = await open(without(memoryAdapter(), 'transaction'))
    opened.store.before = ({ name }) => {
      if (name === 'updateUser') throw new Error('The process ended.')
    }
    await expect(opened.operations.takeOverUser?.(proof)).rejects.toThrow('updateUser')
    expect(await typesLeft(opened)).toEqual([])
  })

  it('removes factors that were added meanwhile', async () => {
    const inner = without(memoryAdapter(), 'transaction')
    const opened = await open(inner)
    opened.store.before = async ({ name }) => {
      if (name === 'updateUser') await inner.createFactor?.(factorOf('totp', { id: 'late' }))
    }
    await opened.operations.takeOverUser?.(proof)
    expect(await typesLeft(opened)).toEqual([])
  })

  it('forgets a browser that was remembered right after it, with the sessions', async () => {
    const inner = memoryAdapter()
    const opened = await open(inner)
    opened.store.after = async ({ name }) => {
      if (name === 'transaction') await inner.createFactor(factorOf('device', { id: 'late' }))
    }
    await opened.operations.takeOverUser?.(proof)
    expect(await typesLeft(opened)).toEqual([])
  })

  it('works without methods for factors', async () => {
    for (const lacking of [['replaceFactors'], ['replaceFactors', 'transaction']] as const) {
      const { operations } = await open(without(memoryAdapter(), ...lacking))
      expect(await operations.takeOverUser?.(proof)).toMatchObject({ id: user.id })
    }
  })
})

describe('a session', () => {
  const authentication = { authenticatedAt: new Date(0), amr: 'pwd otp mfa' }
  const row = { sessionToken: 'token', userId: user.id, expires: new Date(Date.now() + 60_000) }

  it('has the time and the methods of its authentication', async () => {
    const { operations, store } = await open(memoryAdapter())
    await operations.createSession({ ...row, ...authentication }, {})
    const found = await store.adapter.getSessionAndUser?.('token')
    expect(found?.session).toMatchObject(authentication)
  })

  it('has neither if the adapter has no factors, because its table may lack the columns', async () => {
    const { operations, store } = await open(without(memoryAdapter(), 'listFactorsByUserId'))
    await operations.createSession({ ...row, ...authentication, provider: 'op' }, {})
    const found = await store.adapter.getSessionAndUser?.('token')
    expect(found?.session).toEqual({ ...row, provider: 'op' })
  })
})

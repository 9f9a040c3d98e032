import { describe, expect, it } from 'vitest'
import type { Context } from '../../../src/context/context.js'
import type { Adapter, AdapterSession } from '../../../src/model/adapter.js'
import { createRow, deleteRow, findLivingRow } from '../../../src/session/session-rows.js'
import { openTestContext } from '../../support/open-test-context.js'

const now = 1_900_000_000
const ada = { id: '1', email: 'ada@app.test', emailVerified: null }
const at = (seconds: number): Date => new Date((now + seconds) * 1000)

function openWith(adapter: Adapter, userAgent?: string): Context {
  const { ctx } = openTestContext({ config: { adapter, session: { strategy: 'jwt' } } })
  if (userAgent === undefined) return { ...ctx, now }
  return {
    ...ctx,
    now,
    request: new Request(ctx.request.url, { headers: { 'user-agent': userAgent } }),
  }
}

describe('createRow', () => {
  /** What the adapter is asked to keep. */
  async function created(
    details: Partial<Parameters<typeof createRow>[3]>,
    { canList = true, userAgent }: { canList?: boolean; userAgent?: string } = {},
  ): Promise<unknown> {
    const rows: unknown[] = []
    const createSession = async (row: AdapterSession): Promise<AdapterSession> => {
      rows.push(row)
      return row
    }
    const adapter = { createSession, ...(canList && { listSessionsByUserId: async () => [] }) }
    await createRow(openWith(adapter, userAgent), 'key', at(60), { userId: '1', ...details })
    return rows[0]
  }

  const row = { sessionToken: 'key', userId: '1', expires: at(60) }

  it('keeps what lets people recognise a session', async () => {
    const account = { provider: 'github', type: 'oauth', providerAccountId: '2' } as const
    const details = { account, providerSessionId: 'over there' }
    expect(await created(details, { userAgent: 'x'.repeat(300) })).toEqual({
      ...row,
      createdAt: at(0),
      userAgent: 'x'.repeat(256),
      provider: 'github',
      providerSessionId: 'over there',
    })
  })

  it('says null of what is not known', async () => {
    const nothing = { createdAt: at(0), userAgent: null, provider: null, providerSessionId: null }
    expect(await created({})).toEqual({ ...row, ...nothing })
  })

  it('keeps three columns where the adapter cannot list', async () => {
    expect(await created({}, { canList: false })).toEqual(row)
  })
})

describe('findLivingRow', () => {
  /** The row that is found, and the keys that were deleted. */
  async function find(given: unknown): Promise<{ found: unknown; deleted: readonly string[] }> {
    const deleted: string[] = []
    const adapter: Adapter = {
      getSessionAndUser: async () => given as never,
      deleteSession: async (key) => void deleted.push(key),
    }
    return { found: await findLivingRow(openWith(adapter), 'key'), deleted }
  }

  const session = { sessionToken: 'key', userId: '1', expires: at(1) }

  it('finds a session that has not ended, its end as a date', async () => {
    const living = { found: { session, user: ada }, deleted: [] }
    expect(await find({ session, user: ada })).toEqual(living)
    const written = { ...session, expires: at(1).toISOString() }
    expect(await find({ session: written, user: ada })).toEqual(living)
  })

  it('deletes one that has, on sight', async () => {
    const ended = { ...session, expires: at(0) }
    expect(await find({ session: ended, user: ada })).toEqual({
      found: undefined,
      deleted: ['key'],
    })
  })

  it.each([
    ['nothing', null],
    ['no session', { user: ada }],
    ['no user', { session }],
    ['another key', { session: { ...session, sessionToken: 'KEY' }, user: ada }],
  ])('finds none where there is %s', async (_what, given) => {
    expect(await find(given)).toEqual({ found: undefined, deleted: [] })
  })
})

describe('deleteRow', () => {
  const session = { sessionToken: 'key', userId: '1', expires: at(1) }

  it('gives what the adapter says', async () => {
    const told = openWith({ deleteSession: async () => session })
    expect(await deleteRow(told, 'key')).toEqual(session)
    const silent = openWith({ deleteSession: async () => undefined })
    expect(await deleteRow(silent, 'key')).toBeUndefined()
    const missing = openWith({ deleteSession: async () => null })
    expect(await deleteRow(missing, 'key')).toBeNull()
  })

  it('is content when there was no such row, and fails when it is still there', async () => {
    const deleteSession = async (): Promise<never> => Promise.reject(new Error('no such row'))
    const gone = openWith({ deleteSession, getSessionAndUser: async () => null })
    expect(await deleteRow(gone, 'key')).toBeNull()
    const there = openWith({
      deleteSession,
      getSessionAndUser: async () => ({ session, user: ada }),
    })
    await expect(deleteRow(there, 'key')).rejects.toMatchObject({ type: 'AdapterError' })
  })
})

describe('findLivingRow', () => {
  const read = (expires: Date, key = 'key') => ({
    session: { sessionToken: key, userId: '1', expires },
    user: ada,
  })

  it('returns the row of a synchronous adapter without a promise', () => {
    const ctx = openWith({ getSessionAndUser: () => read(at(60)) })
    expect(findLivingRow(ctx, 'key')).toEqual(read(at(60)))
  })

  it('reads a date that the adapter returned as text', () => {
    const text = at(60).toISOString() as unknown as Date
    const ctx = openWith({ getSessionAndUser: () => read(text) })
    expect(findLivingRow(ctx, 'key')).toEqual(read(at(60)))
  })

  it('finds no row under another key, also if the adapter is synchronous', () => {
    const ctx = openWith({ getSessionAndUser: () => read(at(60), 'KEY') })
    expect(findLivingRow(ctx, 'key')).toBeUndefined()
  })

  it('deletes an expired row of a synchronous adapter', async () => {
    const deleted: string[] = []
    const ctx = openWith({
      getSessionAndUser: () => read(at(0)),
      deleteSession: (key) => void deleted.push(key),
    })
    expect(await findLivingRow(ctx, 'key')).toBeUndefined()
    expect(deleted).toEqual(['key'])
  })

  it('names the method of a synchronous adapter that throws', async () => {
    const ctx = openWith({
      getSessionAndUser: () => {
        throw new Error('The file is locked.')
      },
    })
    await expect(findLivingRow(ctx, 'key')).rejects.toThrow(/`getSessionAndUser` failed/)
  })

  it('waits for a promise of another library', async () => {
    // oxlint-disable-next-line unicorn/no-thenable -- as Prisma does
    const lazy = { then: (use: (found: unknown) => void) => use(read(at(60))) }
    const ctx = openWith({ getSessionAndUser: () => lazy as unknown as Promise<null> })
    expect(await findLivingRow(ctx, 'key')).toEqual(read(at(60)))
  })
})

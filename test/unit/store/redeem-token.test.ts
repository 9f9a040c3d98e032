import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { Turn } from '../../../src/config/store-memory.js'
import type { Adapter, VerificationToken } from '../../../src/model/adapter.js'
import { systemTime } from '../../../src/http/time.js'
import { runExclusive } from '../../../src/store/run-exclusive.js'
import { operationsOf } from '../../../src/store/operations.js'
import {
  authJsAdapter,
  watch,
  without,
  type Watched,
} from '../../support/adapters/watched-adapter.js'
import { openTestContext } from '../../support/open-test-context.js'

const token: VerificationToken = {
  identifier: 'ada@example.test',
  token: 'hash-of-the-token',
  expires: new Date(Date.UTC(2040, 0, 1)),
}

type Visit = ReturnType<typeof openTestContext>
type Keys = Pick<VerificationToken, 'identifier' | 'token'>

async function redeemToken(ctx: Visit['ctx'], keys: Keys): Promise<VerificationToken | null> {
  return operationsOf(ctx).redeemToken(keys)
}

const memory = { turns: new Map<string, Turn>(), time: systemTime }

function runWithKey<T>(key: string, work: () => Promise<T>): Promise<T> {
  return runExclusive(memory, key, work)
}

beforeEach(() => void vi.resetModules())
afterEach(() => void vi.restoreAllMocks())

function open(adapter: Adapter) {
  return openTestContext({ config: { adapter, session: { strategy: 'jwt' } } })
}

it('a mail to one address proves no other address, if the adapter looks for the token alone', async () => {
  for (const adapter of [memoryAdapter(), authJsAdapter()]) {
    await adapter.createVerificationToken?.(token)
    const byToken = async () => token
    const careless = {
      ...adapter,
      consumeVerificationToken: byToken,
      useVerificationToken: byToken,
    }
    const { ctx } = open(
      adapter.consumeVerificationToken ? careless : without(careless, 'consumeVerificationToken'),
    )
    expect(await redeemToken(ctx, { ...token, identifier: 'eve@example.test' })).toBeNull()
    expect(await redeemToken(ctx, token)).toMatchObject({ identifier: token.identifier })
  }
})

/** The same code in another process: it shares the database, and nothing else. */
async function inAnotherProcess(): Promise<Process> {
  vi.resetModules()
  const { openTestContext: openThere } = await import('../../support/open-test-context.js')
  const { operationsOf: operationsThere } = await import('../../../src/store/operations.js')
  return (adapter) => {
    const visit = openThere({ config: { adapter, session: { strategy: 'jwt' } } })
    return { visit, redeem: () => operationsThere(visit.ctx).redeemToken(token) }
  }
}

/** Opens a visit in a process. */
type Process = (adapter: Adapter) => {
  readonly visit: Visit
  readonly redeem: () => Promise<VerificationToken | null>
}

const thisProcess: Process = (adapter) => {
  const visit = open(adapter)
  return { visit, redeem: () => redeemToken(visit.ctx, token) }
}

/** Looks first and deletes second, as some published adapters do; `rows` are its table. */
function racyAdapter(hasUniqueKeys: boolean): Adapter & { readonly rows: VerificationToken[] } {
  const rows: VerificationToken[] = []
  const find = (keys: Pick<VerificationToken, 'identifier' | 'token'>) =>
    rows.findIndex((row) => row.identifier === keys.identifier && row.token === keys.token)
  return {
    rows,
    createVerificationToken: async (row) => {
      await pause(2)
      if (hasUniqueKeys && find(row) !== -1) throw new Error('duplicate key')
      rows.push(row)
    },
    useVerificationToken: async (keys) => {
      const found = rows[find(keys)] ?? null
      await pause(5)
      const at = find(keys)
      if (at !== -1) rows.splice(at, 1)
      return found
    },
  }
}

function pause(milliseconds: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, milliseconds))
}

async function redeemAtOnce(processes: readonly Process[], adapter: Adapter, each: number) {
  const tries = processes.flatMap((visit) =>
    Array.from({ length: each }, () => visit(adapter).redeem()),
  )
  return (await Promise.all(tries)).filter(Boolean)
}

describe('a token that is redeemed', () => {
  const kinds: readonly [string, () => Adapter][] = [
    ['consume', memoryAdapter],
    ['use', authJsAdapter],
    ['a race', () => racyAdapter(true)],
  ]

  it.each(kinds)('is given once, by an adapter with %s', async (_, makeAdapter) => {
    const adapter = makeAdapter()
    await adapter.createVerificationToken?.(token)
    expect(await redeemToken(open(adapter).ctx, token)).toEqual(token)
    expect(await redeemToken(open(adapter).ctx, token)).toBeNull()
  })

  it.each(kinds)('needs both keys, with %s', async (_, makeAdapter) => {
    const adapter = makeAdapter()
    await adapter.createVerificationToken?.(token)
    const { ctx } = open(adapter)
    expect(await redeemToken(ctx, { ...token, identifier: 'eve@example.test' })).toBeNull()
    expect(await redeemToken(ctx, { ...token, token: 'another' })).toBeNull()
    expect(await redeemToken(ctx, token)).toEqual(token)
  })

  it.each(kinds)('is given to one of twenty in one process, with %s', async (_, makeAdapter) => {
    const adapter = makeAdapter()
    await adapter.createVerificationToken?.(token)
    expect(await redeemAtOnce([thisProcess], adapter, 20)).toEqual([token])
  })

  it('is given to one of twenty in one process where the table has no keys', async () => {
    const adapter = racyAdapter(false)
    await adapter.createVerificationToken?.(token)
    expect(await redeemAtOnce([thisProcess], adapter, 20)).toEqual([token])
  })

  it('is given to one of two processes by an adapter that races', async () => {
    const adapter = racyAdapter(true)
    await adapter.createVerificationToken?.(token)
    const processes = [await inAnotherProcess(), await inAnotherProcess()]
    expect(processes[0]).not.toBe(processes[1])
    expect(await redeemAtOnce(processes, adapter, 3)).toEqual([token])
  })

  it('is logged if two processes redeem it at once', async () => {
    const adapter = racyAdapter(true)
    await adapter.createVerificationToken?.(token)
    const processes = [await inAnotherProcess(), await inAnotherProcess()]
    const visits = processes.map((visit) => visit(adapter))
    await Promise.all(visits.map(({ redeem }) => redeem()))
    const codes = visits.flatMap(({ visit: { logged } }) =>
      logged.map(({ level, code }) => `${level} ${code}`),
    )
    // The adapter has no methods about sessions, which each process warns of.
    const others = codes.filter((code) => code !== 'warn sessions-not-revocable')
    expect(others).toEqual(['warn token-redeemed-twice'])
  })

  it('asks `consume` alone where it is there, and with the two keys alone', async () => {
    const store: Watched = watch()
    await store.adapter.createVerificationToken?.(token)
    store.take()
    await redeemToken(open(store.adapter).ctx, token)
    const { identifier } = token
    expect(store.calls).toEqual([
      { name: 'consumeVerificationToken', args: [{ identifier, token: token.token }] },
    ])
  })

  it('leaves a receipt that ends with it, and that is no token', async () => {
    const store = watch(without(memoryAdapter(), 'consumeVerificationToken'))
    await store.adapter.createVerificationToken?.(token)
    store.take()
    await redeemToken(open(store.adapter).ctx, token)
    const receipt = store.calls.at(-1)?.args[0] as VerificationToken
    expect(receipt.expires).toEqual(token.expires)
    expect(receipt.identifier).toMatch(/^redeemed:[\da-f]{64}$/)
    expect(JSON.stringify(receipt)).not.toContain(token.token)
    expect(JSON.stringify(receipt)).not.toContain('ada@')
  })

  it('an unknown one leaves no receipt', async () => {
    const store = watch(authJsAdapter())
    await redeemToken(open(store.adapter).ctx, token)
    expect(store.take()).toEqual(['useVerificationToken'])
  })

  it('the same words, told apart differently, are another token', async () => {
    const adapter = authJsAdapter()
    const one = { ...token, identifier: 'a', token: 'bc' }
    const two = { ...token, identifier: 'ab', token: 'c' }
    await adapter.createVerificationToken?.(one)
    await adapter.createVerificationToken?.(two)
    expect(await redeemToken(open(adapter).ctx, one)).toEqual(one)
    expect(await redeemToken(open(adapter).ctx, two)).toEqual(two)
  })
})

describe('runExclusive', () => {
  it('runs work under one key in the order of the calls, and never two at once', async () => {
    const log: string[] = []
    const work = (name: string, ms: number) => async () => {
      log.push(`${name} begins`)
      await pause(ms)
      log.push(`${name} ends`)
      return name
    }
    const results = await Promise.all([
      runWithKey('key', work('a', 10)),
      runWithKey('key', work('b', 1)),
      runWithKey('key', work('c', 1)),
    ])
    expect(results).toEqual(['a', 'b', 'c'])
    expect(log).toEqual(['a begins', 'a ends', 'b begins', 'b ends', 'c begins', 'c ends'])
  })

  it('runs work under different keys side by side', async () => {
    const log: string[] = []
    const slow = runWithKey('one', async () => {
      await pause(20)
      log.push('slow')
    })
    await runWithKey('two', async () => void log.push('fast'))
    await slow
    expect(log).toEqual(['fast', 'slow'])
  })

  it('goes on after work that failed, which fails alone', async () => {
    const first = runWithKey('key', () => Promise.reject(new Error('no')))
    const second = runWithKey('key', () => Promise.resolve('yes'))
    await expect(first).rejects.toThrow('no')
    expect(await second).toBe('yes')
    expect(await runWithKey('key', () => Promise.resolve('again'))).toBe('again')
  })

  it('a call that comes while the last one runs still waits', async () => {
    const log: string[] = []
    const first = runWithKey('late', () => pause(5))
    const second = runWithKey('late', async () => {
      await pause(20)
      log.push('second')
    })
    await first
    const third = runWithKey('late', async () => void log.push('third'))
    await Promise.all([second, third])
    expect(log).toEqual(['second', 'third'])
  })
})

import { fork, type ChildProcess } from 'node:child_process'
import { createHash } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Adapter } from '../../src/model/adapter.js'
import { buildChild, type Child } from './build-child.js'
import { describeStore } from './published/describe-store.js'
import { ownStores } from './published/own-stores.js'
import {
  redeemAll,
  type Answer,
  type Order,
  type Redeemed,
  type Request,
} from './published/redeem.js'
import { publishedStores } from './published/stores.js'

let program: Child
const processes: ChildProcess[] = []

beforeAll(async () => {
  program = await buildChild('test/stores/redemption-child.ts')
  for (let number = 0; number < 4; number += 1) {
    processes.push(fork(program.file, { execArgv: [] }))
  }
  await Promise.all(processes.map((child) => nextMessage(child)))
})
afterAll(async () => {
  for (const child of processes) child.kill()
  await program.remove()
})

const onServers = [
  'the Kysely adapter on PostgreSQL',
  'the Kysely adapter on MariaDB',
  'the Redis adapter',
  '@auth/pg-adapter on PostgreSQL',
  '@auth/drizzle-adapter on PostgreSQL',
  '@auth/drizzle-adapter on MariaDB',
  '@auth/kysely-adapter on PostgreSQL',
  '@auth/kysely-adapter on MariaDB',
] as const
const stores = { ...publishedStores, ...ownStores }

describe('a verification token', () => {
  for (const name of onServers) {
    describeStore(`with ${name}`, stores[name], (adapter, url) => {
      it('is redeemed once, of a thousand times in four processes', async () => {
        const { won, errors } = await redeemEverywhere(adapter(), url(), name, {
          tokens: 1,
          times: 250,
        })
        expect(won).toEqual([1])
        expect(errors).toEqual([])
      })

      it('is redeemed once beside others, of four times in four processes', async () => {
        const { won, errors } = await redeemEverywhere(adapter(), url(), name, {
          tokens: 100,
          times: 1,
        })
        expect(won).toEqual(won.map(() => 1))
        expect(errors).toEqual([])
      })
    })
  }

  describeStore(
    'that was redeemed with @auth/drizzle-adapter on MariaDB',
    stores['@auth/drizzle-adapter on MariaDB'],
    (adapter) => {
      it('leaves a receipt behind', async () => {
        const [only = expect.fail()] = await order(adapter(), { tokens: 1, times: 1 })
        expect((await redeemAll(adapter(), [only])).won).toEqual([1])
        const { identifier, token } = only
        const whose = createHash('sha256')
          .update(JSON.stringify([identifier, token]))
          .digest('hex')
        const receipt = { identifier: `redeemed:${whose}`, token: whose }
        expect(await adapter().useVerificationToken?.(receipt)).toMatchObject(receipt)
      })
    },
  )

  describeStore(
    'with @auth/unstorage-adapter on Redis',
    stores['@auth/unstorage-adapter on Redis'],
    (adapter, url) => {
      it('is redeemed once in a process', async () => {
        const orders = await order(adapter(), { tokens: 20, times: 50 })
        expect((await redeemAll(adapter(), orders)).won).toEqual(orders.map(() => 1))
      })

      it('is redeemed once in every process, at worst', async () => {
        const name = '@auth/unstorage-adapter on Redis'
        const load = { tokens: 100, times: 10 }
        const { won } = await redeemEverywhere(adapter(), url(), name, load)
        expect(Math.min(...won)).toBeGreaterThanOrEqual(1)
        expect(Math.max(...won)).toBeLessThanOrEqual(4)
      })
    },
  )
})

interface Load {
  readonly tokens: number
  /** How often each process redeems each token. */
  readonly times: number
}

async function redeemEverywhere(
  adapter: Adapter,
  url: string,
  open: keyof typeof stores,
  load: Load,
): Promise<Redeemed> {
  const orders = await order(adapter, load)
  await askAll({ open, url })
  const answers = await askAll({ redeem: orders })
  await askAll({ close: true })
  const redeemed = answers.filter((answer) => 'won' in answer)
  return {
    won: orders.map((_, number) =>
      redeemed.reduce((sum, { won }) => sum + (won[number] ?? Number.NaN), 0),
    ),
    errors: redeemed.flatMap(({ errors }) => errors),
  }
}

async function order(adapter: Adapter, { tokens, times }: Load): Promise<Order[]> {
  const orders = Array.from({ length: tokens }, () => {
    const token = crypto.randomUUID()
    return { identifier: `${token}@example.test`, token, times }
  })
  const expires = new Date(Date.now() + 60_000)
  for (const { identifier, token } of orders)
    await adapter.createVerificationToken?.({ identifier, token, expires })
  return orders
}

async function askAll(request: Request): Promise<Answer[]> {
  const answers = processes.map((child) => nextMessage(child))
  for (const child of processes) child.send(request)
  return Promise.all(answers)
}

async function nextMessage(child: ChildProcess): Promise<Answer> {
  const answer = await new Promise<Answer>((resolve, reject) => {
    const despair = (): void => reject(new Error('A process ended.'))
    child.once('exit', despair)
    child.once('message', (message) => {
      child.off('exit', despair)
      resolve(message as Answer)
    })
  })
  if ('failed' in answer) throw new Error(answer.failed)
  return answer
}

import { inspect } from 'node:util'
import { resolveConfig } from '../../../src/config/resolve.js'
import { openContext, type Context } from '../../../src/context/context.js'
import type { Adapter, VerificationToken } from '../../../src/model/adapter.js'
import { operationsOf } from '../../../src/store/operations.js'
import Credentials from '../../../src/providers/credentials.js'
import { ownStores } from './own-stores.js'
import type { OpenStore, PublishedStore } from './store.js'
import { publishedStores } from './stores.js'

/** A token to redeem, many times at once. */
export interface Order extends Pick<VerificationToken, 'identifier' | 'token'> {
  readonly times: number
}

/** What came of the orders: winners by order, and what went wrong. */
export interface Redeemed {
  readonly won: readonly number[]
  readonly errors: readonly string[]
}

/** What the parent process asks for, and what it is told. */
export type Request =
  | { readonly open: keyof typeof stores; readonly url: string }
  | { readonly redeem: readonly Order[] }
  | { readonly close: true }
export type Answer = { readonly done: true } | { readonly failed: string } | Redeemed

const stores = { ...publishedStores, ...ownStores }

/** Does what the parent process asks for, one after the other. */
export function serveParent(): void {
  let opened: OpenStore | undefined
  const answer = async (request: Request): Promise<Answer> => {
    if ('redeem' in request) return redeemAll(opened?.adapter ?? {}, request.redeem)
    if ('open' in request) {
      const store: PublishedStore = stores[request.open]
      opened = await store.open(request.url)
    } else {
      await opened?.close()
    }
    return { done: true }
  }
  const reply = async (request: Request): Promise<void> => {
    const done = await answer(request).catch((thrown: unknown) => ({ failed: String(thrown) }))
    process.send?.(done)
  }
  process.on('message', (request) => void reply(request as Request))
  process.send?.({ done: true })
}

/** Redeems every token as often as ordered, all at once. */
export async function redeemAll(adapter: Adapter, orders: readonly Order[]): Promise<Redeemed> {
  const ctx = contextOf(adapter)
  const errors: string[] = []
  const redeem = async (order: Order): Promise<number> => {
    try {
      return (await operationsOf(ctx).redeemToken(order)) ? 1 : 0
    } catch (thrown) {
      errors.push(inspect(thrown))
      return 0
    }
  }
  const won = orders.map(async (order) => {
    const all = await Promise.all(Array.from({ length: order.times }, () => redeem(order)))
    return all.reduce((sum, one) => sum + one, 0)
  })
  return { won: await Promise.all(won), errors }
}

function contextOf(adapter: Adapter): Context {
  const { config, mistake } = resolveConfig({
    secret: 'a-Secret/of+sufficient=length_0123456789',
    trustHost: true,
    adapter,
    session: { strategy: 'jwt' },
    providers: [Credentials({ authorize: () => null })],
    logger: { error: () => {}, warn: () => {}, debug: () => {} },
  })
  if (!config) throw mistake
  return openContext(new Request('https://app.test/'), config)
}

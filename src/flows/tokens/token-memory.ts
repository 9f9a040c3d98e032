import type { SignInContext } from '../../context/context.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { placeOf } from '../../session/place.js'

const mostNames = 1000

/**
 * Names an account in the memory of this process. An app that creates a database driver at each request
 * has one memory for all its databases, and the same account may be in several of them.
 */
export function nameOf(
  ctx: SignInContext,
  { provider, providerAccountId }: Pick<AdapterAccount, 'provider' | 'providerAccountId'>,
): string {
  const place = ctx.config.store ? placeOf(ctx, ctx.config.store) : ''
  return JSON.stringify([place, provider, providerAccountId])
}

/** Remembers a value. Drops the oldest entries if there are too many. */
export function remember<T>(known: Map<string, T>, name: string, value: T): void {
  known.delete(name)
  for (const oldest of known.keys()) if (known.size >= mostNames) known.delete(oldest)
  known.set(name, value)
}

import type { Context } from '../context/context.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { strategyOf } from '../session/choose-strategy.js'
import { idOf } from '../session/user-id.js'

/** Whoever asked to have something linked, who must still be signed in when it arrives. */
export async function requireAsker(ctx: Context, userId: string): Promise<AdapterUser> {
  const holder = await strategyOf(ctx).holder(ctx)
  if (holder && idOf(holder.user) === userId) return holder.user
  throw new AccountNotLinked('Whoever asked to link the account is no longer signed in.')
}

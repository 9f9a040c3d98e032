import type { Context } from '../context/context.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import { strategyOf } from '../session/choose-strategy.js'
import type { Holder } from '../session/strategy.js'
import { idOf } from '../store/user-id.js'

/** The user who asked to have something linked, and who must still be signed in when it arrives. */
export async function requireAsker(ctx: Context, userId: string): Promise<Holder> {
  const asker = await strategyOf(ctx).holder(ctx)
  if (asker && idOf(asker.user) === userId) return asker
  throw new AccountNotLinked('The user who asked to link the account is no longer signed in.')
}

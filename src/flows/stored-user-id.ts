import type { SignInContext } from '../context/context.js'
import type { Account, User } from '../model/records.js'
import { operationsOf } from '../store/operations.js'
import { idOf } from '../store/user-id.js'

/**
 * Returns the id that the user of a sign-in has in the database. `authorize` may return a user without
 * one, whose address then decides whose rows count.
 */
export async function findStoredUserId(
  ctx: SignInContext,
  { user, account }: { readonly user: User; readonly account: Account },
): Promise<string> {
  const id = idOf(user)
  if (account.type !== 'credentials' || !user.email) return id
  const operations = operationsOf(ctx)
  if (await operations.findStored(id)) return id
  const owner = await operations.findUserByEmail(user.email)
  return owner ? idOf(owner) : id
}

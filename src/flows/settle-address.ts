import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { requireStore } from '../context/require-store.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import type { Adapter, AdapterUser } from '../model/adapter.js'
import { endSessionsOfUser } from '../session/revocation-mark.js'
import type { Settled } from './candidate.js'
import { oneAtATime } from './one-at-a-time.js'
import { removeAccount } from './remove-account.js'
import { hasProvenAddress } from './proven-address.js'

/** What evicting others from an address takes. */
const evictionMethods: readonly (keyof Adapter)[] = [
  'listAccountsByUserId',
  'unlinkAccount',
  'deleteSessionsByUserId',
]

/**
 * Refuses an address that cannot be given to whoever proves it: a user has it who never did, and
 * the adapter cannot say by which accounts and sessions a stranger may sit there.
 */
export function requireSettleable(ctx: Context, known: AdapterUser | null): void {
  if (!known || hasProvenAddress(known) || requireStore(ctx).has(...evictionMethods)) return
  ctx.log.warn(
    'address-not-proven',
    `Someone proved the address of a user who has not, and the adapter lacks one of ${evictionMethods.join(', ')}.`,
  )
  throw new AccountNotLinked('Somebody signed up with the address and has not proven it.')
}

/** Finds or creates the user of an address that someone has just proven to own. */
export async function settleAddress(
  ctx: Context,
  identifier: string,
  known: AdapterUser | null,
): Promise<Settled> {
  const store = requireStore(ctx)
  if (!known) return oneAtATime(`address:${identifier}`, () => create(ctx, store, identifier))
  if (!hasProvenAddress(known)) await evict(ctx, store, known)
  const emailVerified = new Date(ctx.now * 1000)
  const user = await store.call('updateUser', { id: known.id, emailVerified })
  await tell(ctx, 'updateUser', { user })
  return { user, isNewUser: false }
}

async function create(ctx: Context, store: Store, identifier: string): Promise<Settled> {
  // Tables without keys take two users of one address.
  const owner = await store.call('getUserByEmail', identifier)
  if (owner && hasProvenAddress(owner)) return { user: owner, isNewUser: false }
  const emailVerified = new Date(ctx.now * 1000)
  const fresh = { id: crypto.randomUUID(), email: identifier, emailVerified }
  let user: AdapterUser
  try {
    user = await store.call('createUser', fresh)
  } catch (thrown) {
    // Two links to one person, opened at the same time.
    const rival = await store.call('getUserByEmail', identifier)
    if (!rival || !hasProvenAddress(rival)) throw thrown
    return { user: rival, isNewUser: false }
  }
  await tell(ctx, 'createUser', { user })
  return { user, isNewUser: true }
}

/** Whoever planted an account or a session on an address that was not theirs loses it. */
async function evict(ctx: Context, store: Store, { id }: AdapterUser): Promise<void> {
  for (const account of await store.call('listAccountsByUserId', id)) {
    await removeAccount(store, account)
  }
  await endSessionsOfUser(ctx, id)
}

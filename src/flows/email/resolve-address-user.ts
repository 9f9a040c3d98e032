import type { Context } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import type { ProvenAddress } from '../../store/prove-address.js'
import type { ResolvedUser } from '../verified-account.js'

/** Finds or creates the user of an address that a visitor has just proven to own. */
export async function resolveAddressUser(
  ctx: Context,
  email: string,
  known: AdapterUser | null,
  rules: Pick<ProvenAddress, 'isUserProven' | 'keepsUnproven'> = {},
): Promise<ResolvedUser> {
  const { user, written } = await operationsOf(ctx).proveAddress({
    email,
    known,
    emailVerified: new Date(ctx.now * 1000),
    ...rules,
  })
  if (written === 'created') await emitEvent(ctx, 'createUser', { user })
  if (written === 'updated') await emitEvent(ctx, 'updateUser', { user })
  if (written === 'taken-over') await emitEvent(ctx, 'updateUser', { user, isTakenOver: true })
  return { user, isNewUser: written === 'created', evidence: undefined }
}

import type { RouteContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { redeemProof, type OpenedProof } from './mailed-proof.js'
import { dropPending } from './pending-password.js'

/**
 * Uses up the link and stores the proof. Nothing is removed, because the browser has shown that it is
 * the one that signed up.
 */
export async function proveAddress(
  ctx: RouteContext,
  { id, email }: AdapterUser,
  proof: OpenedProof,
): Promise<AdapterUser> {
  await redeemProof(ctx, proof, [email, await operationsOf(ctx).passwords.findStamp(id)])
  dropPending(ctx)
  const emailVerified = new Date(ctx.now * 1000)
  // The update includes the address, because the user may have changed it and the proof covers only
  // this one.
  const user = await operationsOf(ctx).updateUser({ id, email, emailVerified })
  await recordEvent(ctx, { event: 'address-verified', userId: id })
  await emitEvent(ctx, 'updateUser', { user })
  return user
}

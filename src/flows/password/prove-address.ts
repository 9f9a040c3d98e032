import type { RouteContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import { Verification } from '../../errors/email-errors.js'
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
  known: AdapterUser,
  proof: OpenedProof,
): Promise<AdapterUser> {
  const { id, email } = known
  const { passwords, confirmAddress } = operationsOf(ctx)
  await redeemProof(ctx, proof, [email, await passwords.findStamp(id)])
  dropPending(ctx)
  const user = await confirmAddress(known, new Date(ctx.now * 1000))
  if (!user) throw new Verification('The user no longer has the address that was proven.')
  await recordEvent(ctx, { event: 'address-verified', userId: id })
  await emitEvent(ctx, 'updateUser', { user })
  return user
}

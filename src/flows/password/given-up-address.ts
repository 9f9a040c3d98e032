import type { SignInContext } from '../../context/context.js'
import { Verification } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { linkLifetimes, type OpenedProof } from './mailed-proof.js'

/** Nothing is left of a record after the last link that was sent before it has expired. */
const memory = linkLifetimes['choose password']

/**
 * Records that a user gives up their address. Links that were mailed to it stay dead if the user takes
 * the address back.
 */
export async function recordGivenUp(ctx: SignInContext, user: AdapterUser): Promise<void> {
  const { moments } = operationsOf(ctx)
  // A record keeps its first moment, and the user may give up the same address again.
  await moments.forget(nameOf(user))
  await moments.record(nameOf(user), ctx.startedAt + memory)
}

/** Throws if the user has given up the address since the mail was asked for. */
export async function requireNotGivenUp(
  ctx: SignInContext,
  user: AdapterUser,
  { askedAt }: OpenedProof,
): Promise<void> {
  const until = await operationsOf(ctx).moments.find(nameOf(user))
  if (until === undefined || askedAt >= until - memory) return
  throw new Verification('The user had another address after the link was sent.')
}

function nameOf({ id, email }: AdapterUser): readonly string[] {
  return ['given up', id, email]
}

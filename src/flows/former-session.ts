import type { SignInContext } from '../context/context.js'
import type { User } from '../model/records.js'
import { neverProven, type Authentication } from '../session/authentication.js'
import { strategyOf } from '../session/choose-strategy.js'
import { idOf } from '../store/user-id.js'

/**
 * When a user proved their identity, in seconds since the epoch. `unknown` if the provider may not have
 * asked the user.
 */
export type ProofTime = number | 'unknown'

/** The session that this browser had when a sign-in arrived. */
export interface FormerSession {
  readonly userId: string
  readonly startedAt: number | undefined
  readonly sessionKey: string | undefined
  readonly authentication: Authentication
}

/** Returns the session of this browser, before the sign-in changes anything. */
export async function findFormerSession(ctx: SignInContext): Promise<FormerSession | undefined> {
  const current = await strategyOf(ctx).currentUser(ctx)
  if (!current) return undefined
  const { user, startedAt, sessionKey, findAuthentication } = current
  return { userId: idOf(user), startedAt, sessionKey, authentication: await findAuthentication() }
}

/**
 * Returns when a user proved their identity by a sign-in. If the provider may not have asked the user,
 * the sign-in is as old as the former session of the same user. A user who did not exist before has
 * nothing that the proof would protect.
 */
export function proofTimeOf(
  { now }: Pick<SignInContext, 'now'>,
  { provenAt }: { readonly provenAt?: ProofTime | undefined },
  { user, isNewUser = false }: { readonly user: User; readonly isNewUser?: boolean },
  former: FormerSession | undefined,
): number {
  if (provenAt !== 'unknown') return provenAt ?? now
  if (isNewUser) return now
  const isSame = former !== undefined && former.userId === user.id
  return (isSame ? former.authentication.at : undefined) ?? neverProven
}

import type { Context } from '../../context/context.js'
import { ConfirmationRequired } from '../../errors/second-factor-errors.js'
import { hasTwoFactors, type Authentication } from '../../session/authentication.js'

/** How recent and how strong the proof of a session's user must be. */
export interface NeededProof {
  /** How old it may be, in seconds. Default: 600. */
  readonly maxAge?: number | undefined
  /** How many factors it must have. Default: 1. */
  readonly factors?: 1 | 2 | undefined
}

/** Seconds for which a proof allows what the library itself protects. */
export const defaultProofAge: number = 10 * 60

/** Seconds by which the clock of the server that wrote the session may be ahead. */
const clockTolerance = 60

/** Whether a session's proof is recent and strong enough. */
export function isProven(
  { now }: Pick<Context, 'now'>,
  authentication: Authentication,
  { maxAge = defaultProofAge, factors = 1 }: NeededProof,
): boolean {
  const { at } = authentication
  const isRecent = at !== undefined && at <= now + clockTolerance && now < at + maxAge
  return isRecent && (factors === 1 || hasTwoFactors(authentication))
}

/** Throws unless the session's proof is recent and strong enough. */
export function requireProof(
  ctx: Pick<Context, 'now'>,
  authentication: Authentication,
  needed: NeededProof,
): void {
  if (isProven(ctx, authentication, needed)) return
  const { maxAge = defaultProofAge, factors = 1 } = needed
  throw new ConfirmationRequired(
    'The user has to confirm their identity: the last proof is too old or too weak.',
    { maxAge, factors },
  )
}

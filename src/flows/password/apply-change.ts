import type { RouteContext } from '../../context/context.js'
import { Verification } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { NewPassword } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import type { AppliedChange, ChosenPassword, PasswordChange } from '../pending-change.js'
import { useUpLink, writeChosenPassword } from './choose-password.js'
import { writeForcedPassword } from './forced-password.js'
import { requireNotGivenUp } from './given-up-address.js'
import { openProof } from './mailed-proof.js'
import type { PasswordProvider } from './password-provider.js'
import { proveAddress } from './prove-address.js'

/** Makes a change that waited for the second factor of its user. */
export async function applyPasswordChange(
  ctx: RouteContext,
  provider: PasswordProvider,
  userId: string,
  change: PasswordChange,
): Promise<AppliedChange> {
  if (change.kind === 'chosen-password') return applyChosen(ctx, provider, userId, change)
  const user = await operationsOf(ctx).findStored(userId)
  if (!user) throw new Verification('The user of the sign-in no longer exists.')
  if (change.kind === 'forced-password') {
    // The caller has just checked that the user has not signed out everywhere since the sign-in began.
    const begun = { begunAt: ctx.startedAt, password: revive(change.password) }
    return writeForcedPassword(ctx, user, { ...change, ...begun })
  }
  const proof = await openProof(ctx, 'verify address', change.link)
  const proven = await proveAddress(ctx, user, proof)
  return { user: proven, isNewUser: false, evidence: undefined }
}

/** The link is used up here. It is dead if the user or the password has changed since it was sent. */
async function applyChosen(
  ctx: RouteContext,
  provider: PasswordProvider,
  userId: string,
  { link, password, userName }: ChosenPassword,
): Promise<AppliedChange> {
  const proof = await openProof(ctx, 'choose password', link)
  const operations = operationsOf(ctx)
  const user = await operations.findUserByEmail(proof.email)
  requireSame(user, userId)
  // The user may have given the address up while the second factor was awaited.
  await requireNotGivenUp(ctx, user, proof)
  const stamp = await operations.passwords.findStamp(user.id)
  const choice = { email: proof.email, user, stamp, password: revive(password), userName }
  return useUpLink(ctx, proof, [user.id, stamp], (use) =>
    writeChosenPassword(ctx, provider, {
      ...choice,
      ...use,
      begunAt: proof.askedAt,
      isUserProven: true,
    }),
  )
}

function requireSame(user: AdapterUser | null, userId: string): asserts user is AdapterUser {
  if (user && idOf(user) === userId) return
  throw new Verification('The user has another address by now.')
}

/** A cookie keeps a date as text. */
function revive(password: NewPassword): NewPassword {
  return { ...password, changedAt: new Date(password.changedAt) }
}

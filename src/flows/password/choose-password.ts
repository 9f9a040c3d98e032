import type { RouteContext } from '../../context/context.js'
import { provenAttempts } from '../../context/known-client.js'
import { countAttempts } from '../../context/limits.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { Verification } from '../../errors/email-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { NewPassword } from '../../model/password.js'
import type { Account } from '../../model/records.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { signedOutEverywhere } from '../../store/sessions.js'
import { idOf } from '../../store/user-id.js'
import { completeSignIn } from '../complete-sign-in.js'
import { loginNameKey } from '../credentials/password-counts.js'
import { resolveAddressUser } from '../email/resolve-address-user.js'
import type { AppliedChange } from '../pending-change.js'
import { changeStoredPassword, type PasswordChange } from './change-stored-password.js'
import { replaceForcedPassword } from './forced-password.js'
import { requireNotGivenUp } from './given-up-address.js'
import { dropLink, requireShownLink } from './link-cookie.js'
import { openProof, redeemProof, rowOf, type OpenedProof, type ProofState } from './mailed-proof.js'
import { prepareNewPassword } from './new-password.js'
import { claimUserName, findShownName, readNewUserName } from './new-user-name.js'
import type { PasswordProvider } from './password-provider.js'
import { findPending } from './pending-password.js'
import { notifyMethodAdded } from './notify-owner.js'
import { isSignedInAs } from './verify-address.js'

/**
 * Sets the password that the reader of a mail has chosen, and signs them in. The mail proves the
 * address, so this also signs up, and takes the address back from a user who never proved it, unless
 * the browser is signed in as that user.
 *
 * The link is used up only after the password has met the rules and was hashed. If the `signIn`
 * callback refuses, the link is restored.
 */
export async function choosePassword(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const pending = await findPending(ctx, 'new password')
  if (pending) return replaceForcedPassword(ctx, provider, pending)
  const link = await requireShownLink(ctx, 'password')
  await countAttempts(ctx, provenAttempts(ctx, 'password link', link.email))
  const proof = await openProof(ctx, 'choose password', link)
  const operations = operationsOf(ctx)
  const user = await operations.findUserByEmail(proof.email)
  const stamp = user && (await operations.passwords.findStamp(user.id))
  if (user && (await operations.isSignInRevoked(user.id, proof.askedAt))) {
    throw new Verification(signedOutEverywhere)
  }
  if (user) await requireNotGivenUp(ctx, user, proof)
  const isUserProven = user !== null && (await isSignedInAs(ctx, idOf(user)))
  if (!isUserProven) operations.requireProvable(user)
  const name = await readNewUserName(ctx, provider, user)
  const owner = { ...(user ?? { email: proof.email }), userName: name }
  const password = await prepareNewPassword(ctx, provider, owner)
  const { email } = proof
  // The sign-in page looks for the name that its visitor types.
  const shownName =
    provider.passwords.identifier === 'username'
      ? (name ?? (await findShownName(ctx, provider, user)))
      : undefined
  const identifier = await loginNameKey(provider, shownName ?? email)
  return useUpLink(ctx, proof, [user?.id ?? null, stamp], async (use) =>
    completeSignIn(ctx, {
      ...describePerson(ctx, provider, email, user),
      findChange: async () => {
        const { token, userId } = link
        const change = { link: { email, token, userId }, password, userName: name }
        return user ? { user, change: { kind: 'chosen-password', ...change } } : undefined
      },
      resolveUser: () => {
        const begunAt = proof.askedAt
        const chosen = { email, user, stamp, password, userName: name, begunAt, isUserProven }
        return writeChosenPassword(ctx, provider, { ...chosen, ...use })
      },
      start: {
        at: proof.askedAt,
        foundUser: null,
        passwordStamp: password.stamp,
        refusal: (message) => new Verification(message),
      },
      amr: ['pwd', 'otp'],
      callbackUrl: ctx.callbackUrl ?? link.callbackUrl,
      identifier,
    }),
  )
}

/**
 * Uses up a link for a password. A sign-in that is refused, or that fails before the password is
 * written, must not use up the link, so it is restored.
 */
export async function useUpLink<T>(
  ctx: RouteContext,
  proof: OpenedProof,
  state: ProofState,
  write: (use: LinkUse) => Promise<T>,
): Promise<T> {
  let row = await redeemProof(ctx, proof, state)
  let isWritten = false
  try {
    return await write({
      onResolved: async (next) => {
        row = await rowOf(proof, next)
      },
      onWritten: () => (isWritten = true),
    })
  } finally {
    if (!isWritten) {
      const restored = operationsOf(ctx).restoreToken(row)
      await restored.catch((error: unknown) => ctx.log.error(error))
    }
  }
}

/** What the use of a link has to know. */
interface LinkUse {
  /** Called with the state that the link would need from now on. */
  readonly onResolved: (state: ProofState) => Promise<void>
  /** Called when the password is stored. */
  readonly onWritten: () => void
}

/** A password that the reader of a mail has chosen. */
interface ChosenPassword extends LinkUse, Pick<PasswordChange, 'begunAt'> {
  /** The address that the mail proves. */
  readonly email: string
  readonly user: AdapterUser | null
  /** The stamp of the password that it replaces. */
  readonly stamp: string | null
  readonly password: NewPassword
  readonly userName: string | undefined
  /**
   * Whether the reader has also proven to be the user, with a second factor or with a session of the
   * same browser, so that nothing is removed.
   */
  readonly isUserProven: boolean
}

/** Writes the password, after the link was used up. */
export async function writeChosenPassword(
  ctx: RouteContext,
  provider: PasswordProvider,
  { email, user, stamp, password, userName, begunAt, ...chosen }: ChosenPassword,
): Promise<AppliedChange> {
  const { isUserProven, onResolved, onWritten } = chosen
  const owner = await resolveAddressUser(ctx, email, user, { isUserProven })
  // A user who was taken over has lost the password that came with the address.
  const isKept = user !== null && (isUserProven || hasProvenAddress(user))
  const expectedStamp = isKept ? stamp : null
  await onResolved([owner.user.id, expectedStamp])
  await claimUserName(ctx, provider, owner.user, userName)
  // A password that replaces none is a new way to sign in.
  const isMethod = isKept && stamp === null
  const restartedAt = await changeStoredPassword(ctx, {
    user: owner.user,
    password,
    expectedStamp,
    begunAt,
    onWritten: () => {
      onWritten()
      if (isMethod) notifyMethodAdded(ctx, email, provider.name)
    },
  })
  dropLink(ctx, 'password')
  return { ...owner, restartedAt }
}

/** Describes the person as callbacks receive them. The mail has proven the address. */
function describePerson(
  { now }: RouteContext,
  { id, type }: PasswordProvider,
  email: string,
  user: AdapterUser | null,
): { readonly user: AdapterUser; readonly account: Account } {
  const person = user ?? { id: crypto.randomUUID(), email }
  return {
    user: { ...person, emailVerified: user?.emailVerified ?? new Date(now * 1000) },
    account: { provider: id, type, providerAccountId: user?.id ?? email },
  }
}

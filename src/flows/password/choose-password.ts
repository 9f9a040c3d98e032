import type { RouteContext } from '../../context/context.js'
import { countClient } from '../../context/limits.js'
import type { RedirectOutcome } from '../../context/outcome.js'
import { Verification } from '../../errors/email-errors.js'
import type { AdapterPassword, AdapterUser } from '../../model/adapter.js'
import type { Account } from '../../model/records.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { signedOutEverywhere } from '../../store/sessions.js'
import { completeSignIn } from '../complete-sign-in.js'
import { resolveAddressUser } from '../email/resolve-address-user.js'
import { changeStoredPassword } from './change-stored-password.js'
import { dropLink, findLink } from './link-cookie.js'
import { openProof, redeemProof, type OpenedProof } from './mailed-proof.js'
import { prepareNewPassword } from './new-password.js'
import type { PasswordProvider } from './password-provider.js'

/** Who may choose a password, and what is known about them. */
interface Chooser {
  readonly proof: OpenedProof
  readonly user: AdapterUser | null
  readonly stored: AdapterPassword | null
}

/**
 * Sets the password that the reader of a mail has chosen, and signs them in. The mail proves the
 * address, so this also signs up, and takes the address back from a user who never proved it.
 *
 * The link is used up only after the password has met the rules and was hashed. If the `signIn`
 * callback refuses, the link is restored.
 */
export async function choosePassword(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  await countClient(ctx)
  const link = await findLink(ctx)
  if (!link) throw new Verification('This browser has not opened a link, or it has expired.')
  const proof = await openProof(ctx, 'choose password', link)
  const operations = operationsOf(ctx)
  const user = await operations.findUserByEmail(proof.email)
  const stored = user && (await operations.passwords.find(user.id))
  if (user && (await operations.isSignInRevoked(user.id, proof.askedAt))) {
    throw new Verification(signedOutEverywhere)
  }
  operations.requireProvable(user)
  const subject = user ?? { email: proof.email }
  const password = await prepareNewPassword(ctx, provider, 'password', subject)
  const state = { userId: user?.id ?? null, stamp: stored?.stamp ?? null }
  const row = await redeemProof(ctx, proof, state)
  let isResolving = false
  try {
    return await completeSignIn(ctx, {
      ...describePerson(provider, { proof, user, stored }),
      resolveUser: async () => {
        isResolving = true
        const owner = await resolveAddressUser(ctx, proof.email, user)
        // A user who had not proven the address has lost the password that came with it.
        const expectedStamp = user && hasProvenAddress(user) ? (stored?.stamp ?? null) : null
        const restartedAt = await changeStoredPassword(ctx, {
          user: owner.user,
          password,
          expectedStamp,
        })
        dropLink(ctx)
        return { ...owner, restartedAt }
      },
      start: {
        at: proof.askedAt,
        foundUser: null,
        refusal: (message) => new Verification(message),
      },
      callbackUrl: link.callbackUrl ?? ctx.callbackUrl,
    })
  } finally {
    // A refused sign-in must not use up the link.
    if (!isResolving) {
      await operations.restoreToken(row).catch((error: unknown) => ctx.log.error(error))
    }
  }
}

/** Describes the person as callbacks receive them. The mail has proven the address. */
function describePerson(
  { id, type }: PasswordProvider,
  { proof: { email }, user }: Chooser,
): { readonly user: AdapterUser; readonly account: Account } {
  const person = user ?? { id: crypto.randomUUID(), email, emailVerified: null }
  return {
    user: person,
    account: { provider: id, type, providerAccountId: user?.id ?? email },
  }
}

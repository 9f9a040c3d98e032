import type { RouteContext } from '../../context/context.js'
import { provenAttempts } from '../../context/known-client.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl } from '../../context/redirects.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { InvalidPassword } from '../../errors/password-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { completeSignIn } from '../complete-sign-in.js'
import { enterCounted } from '../credentials/enter-counted.js'
import { passwordHost } from '../credentials/password-host.js'
import type { AppliedChange, ForcedPassword } from '../pending-change.js'
import { isStored } from './require-password.js'
import { changeStoredPassword, type PasswordChange } from './change-stored-password.js'
import { requireShown } from './link-cookie.js'
import { openProof } from './mailed-proof.js'
import { prepareNewPassword } from './new-password.js'
import { type CheckedSignIn, type PasswordProvider } from './password-provider.js'
import {
  dropPending,
  keepPending,
  namePending,
  openPending,
  type PendingPassword,
} from './pending-password.js'
import { proveAddress } from './prove-address.js'

/**
 * Leads a user whose password must be changed to the page that asks for a new one. There is no
 * session before it is set.
 */
export async function askForNewPassword(
  ctx: RouteContext,
  { checked, ...rest }: CheckedSignIn,
): Promise<RedirectOutcome> {
  await keepPending(ctx, checked, { ...rest, wants: 'new password' })
  return redirectTo(pageUrl(ctx, 'resetPassword', 'reset-password'))
}

/** Sets the new password of a user who had to change it, and signs them in. */
export async function replaceForcedPassword(
  ctx: RouteContext,
  provider: PasswordProvider,
  pending: PendingPassword,
): Promise<RedirectOutcome> {
  requireShown(ctx, await namePending(pending))
  const { password: typed } = ctx.fields
  const { user, stored } = await openPending(ctx, pending)
  const password = await enterCounted(ctx, provider, {
    host: passwordHost(ctx, provider),
    attempts: provenAttempts(ctx, 'forced password', pending.userId, String(pending.at)),
    check: async (run) => {
      if (typeof typed === 'string' && (await isStored(ctx, provider, run, { stored, typed }))) {
        throw new InvalidPassword({ type: 'same' })
      }
      return prepareNewPassword(ctx, provider, user, run)
    },
  })
  const { link } = pending
  const expectedStamp = stored.stamp
  return completeSignIn(ctx, {
    user,
    account: { provider: provider.id, type: provider.type, providerAccountId: user.id },
    findChange: async () => ({
      user,
      change: { kind: 'forced-password', password, expectedStamp, link },
    }),
    resolveUser: () =>
      writeForcedPassword(ctx, user, { password, expectedStamp, link, begunAt: pending.at }),
    start: {
      at: pending.at,
      foundUser: link ? null : user,
      passwordStamp: password.stamp,
      refusal: (message) => new CredentialsSignin(message),
    },
    amr: ['pwd'],
    callbackUrl: ctx.callbackUrl ?? pending.callbackUrl,
    identifier: pending.typed,
  })
}

/** Stores the new password of a user who had to change it, after the address, if that was missing. */
export async function writeForcedPassword(
  ctx: RouteContext,
  found: AdapterUser,
  {
    password,
    expectedStamp,
    link,
    begunAt,
  }: Omit<ForcedPassword, 'kind'> & Pick<PasswordChange, 'begunAt'>,
): Promise<AppliedChange> {
  const user = link
    ? await proveAddress(ctx, found, await openProof(ctx, 'verify address', link))
    : found
  const restartedAt = await changeStoredPassword(ctx, { user, password, expectedStamp, begunAt })
  dropPending(ctx)
  return { user, isNewUser: false, evidence: undefined, restartedAt }
}

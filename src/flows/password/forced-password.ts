import type { RouteContext } from '../../context/context.js'
import { countClient } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl } from '../../context/redirects.js'
import { CredentialsSignin } from '../../errors/credentials-signin.js'
import { Verification } from '../../errors/email-errors.js'
import { InvalidPassword } from '../../errors/password-errors.js'
import { completeSignIn } from '../complete-sign-in.js'
import { isStored } from './require-password.js'
import { changeStoredPassword } from './change-stored-password.js'
import { prepareNewPassword } from './new-password.js'
import { type HeldSignIn, type PasswordProvider } from './password-provider.js'
import {
  dropPending,
  keepPending,
  namePending,
  openPending,
  type PendingPassword,
} from './pending-password.js'

/**
 * Leads a user whose password must be changed to the page that asks for a new one. There is no
 * session before it is set.
 */
export async function askForNewPassword(
  ctx: RouteContext,
  { checked, at, callbackUrl, typed }: HeldSignIn,
): Promise<RedirectOutcome> {
  await keepPending(ctx, checked, { wants: 'new password', at, callbackUrl, typed })
  return redirectTo(pageUrl(ctx, 'resetPassword', 'reset-password'))
}

/** Sets the new password of a user who had to change it, and signs them in. */
export async function replaceForcedPassword(
  ctx: RouteContext,
  provider: PasswordProvider,
  pending: PendingPassword,
): Promise<RedirectOutcome> {
  await countClient(ctx)
  const { link: shown, password: typed } = ctx.fields
  // A form of the app's own page may not say which password it asks for.
  if (shown !== undefined && shown !== (await namePending(pending))) {
    throw new Verification('The browser has begun another sign-in since the page was shown.')
  }
  const { user, stored } = await openPending(ctx, pending)
  if (typeof typed === 'string' && (await isStored(ctx, provider, stored, typed))) {
    throw new InvalidPassword({ type: 'same' })
  }
  const password = await prepareNewPassword(ctx, provider, user)
  return completeSignIn(ctx, {
    user,
    account: { provider: provider.id, type: provider.type, providerAccountId: user.id },
    findChange: async () => ({
      user,
      change: { kind: 'forced-password', password, expectedStamp: stored.stamp },
    }),
    resolveUser: async () => {
      const change = { user, password, expectedStamp: stored.stamp }
      const restartedAt = await changeStoredPassword(ctx, change)
      dropPending(ctx)
      return { user, isNewUser: false, evidence: undefined, restartedAt }
    },
    start: {
      at: pending.at,
      foundUser: user,
      passwordStamp: password.stamp,
      refusal: (message) => new CredentialsSignin(message),
    },
    amr: ['pwd'],
    callbackUrl: ctx.callbackUrl ?? pending.callbackUrl,
    identifier: pending.typed,
  })
}

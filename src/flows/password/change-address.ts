import type { RouteContext, SignInContext } from '../../context/context.js'
import { countAttempt } from '../../context/limits.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, routeUrl } from '../../context/redirects.js'
import { requireMailPage } from '../../context/require-mailer.js'
import { runLater } from '../../context/run-later.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { idOf } from '../../store/user-id.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { mayMailTo } from '../count-mailbox.js'
import { countMails } from '../count-mails.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { askedAddress } from './ask-for-mail.js'
import { requireCurrentUser } from './change-password.js'
import { mailProof } from './mail-proof.js'
import { linkLifetimes } from './mailed-proof.js'
import { isProof, type PasswordProvider } from './password-provider.js'
import { requireOwner } from './require-password.js'
import { sendPasswordMail } from './send-password-mail.js'
import { notifyAddressRequested } from './notify-owner.js'

/**
 * Sends a mail to the new address of the signed-in user, who must know the password or have signed in
 * a few minutes ago. Nothing changes before the link in it is confirmed. The response is the same if
 * the address belongs to another user.
 */
export async function askForAddress(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { user } = current
  const email = requireMailPage(ctx).normalize(ctx.fields['email'])
  const stored = await operationsOf(ctx).passwords.find(user.id)
  await requireConfirmed(ctx, current, { hasTypedPassword: isProof(stored) })
  await requireOwner(ctx, provider, current, stored)
  await countAttempt(ctx, 'mail', JSON.stringify(['change', email]))
  await countAttempt(ctx, 'mail', JSON.stringify(['new address', user.id]))
  warnOfUnknownOrigin(ctx)
  await askedAddress.keep(ctx, { email }, linkLifetimes['change address'])
  runLater(ctx, async () =>
    mail(ctx, user, email, await operationsOf(ctx).passwords.findStamp(user.id)),
  )
  if (hasProvenAddress(user)) notifyAddressRequested(ctx, user.email)
  const about = { provider: provider.id, type: provider.type }
  return redirectTo(pageUrl(ctx, 'verifyRequest', 'verify-request', about))
}

async function mail(
  ctx: SignInContext,
  user: AdapterUser,
  email: string,
  stamp: string | null,
): Promise<void> {
  const owner = await operationsOf(ctx).findUserByEmail(email)
  // A user who has not proven the address may be a stranger who occupies it.
  if (owner && hasProvenAddress(owner)) {
    const url = pageUrl(ctx, 'signIn', 'signin')
    await countMails(ctx, 'change')
    await sendPasswordMail(ctx, { to: email, purpose: 'alreadyRegistered', url })
    return
  }
  if (!(await mayMailTo(ctx, email))) return
  await mailProof(ctx, 'change', {
    purpose: 'newAddress',
    proves: 'change address',
    subject: { email, userId: idOf(user) },
    state: [user.email, stamp],
    linkTo: (token) =>
      routeUrl(ctx, 'verify-email', { token, email, user: idOf(user), purpose: 'change' }),
  })
}

import type { RouteContext, SignInContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { emitEvent } from '../../context/emit-event.js'
import { countAttempt, countClient } from '../../context/limits.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { recordEvent } from '../../context/record-event.js'
import { pageUrl, resolveRedirect, routeUrl } from '../../context/redirects.js'
import { runLater } from '../../context/run-later.js'
import { Verification } from '../../errors/email-errors.js'
import { mailboxOf } from '../../http/email-address.js'
import type { AdapterUser } from '../../model/adapter.js'
import { renderPasswordDonePage } from '../../pages/password-done-page.js'
import { renderVerifyEmailPage } from '../../pages/verify-email-page.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { askedAddress } from './ask-for-mail.js'
import { requireCurrentUser } from './change-password.js'
import { endSessions } from './change-stored-password.js'
import { dropLink, keepLink, nameLink, requireLink, requireShownLink } from './link-cookie.js'
import { mailProof } from './mail-proof.js'
import { linkLifetimes, openProof, redeemProof, type OpenedProof } from './mailed-proof.js'
import { requireMailer, type PasswordProvider } from './password-provider.js'
import { requirePassword } from './require-password.js'
import { sendPasswordMail } from './send-password-mail.js'
import { errorWords, openPage, passwordShell } from './show-password-pages.js'
import { askForPassword, confirmOwnAddress, mayConfirm } from './verify-address.js'

/** The purposes of links about an address, by the name in the URL. */
const purposes = {
  change: 'change address',
  restore: 'restore address',
  verify: 'verify address',
} as const

const pageKinds = {
  'change address': 'new-address',
  'restore address': 'restore-address',
  'verify address': 'verify',
} as const

/**
 * Sends a mail to the new address of the signed-in user, who must know the password, if there is
 * one. Nothing changes before the link in it is confirmed. The response is the same if the address
 * belongs to another user.
 */
export async function askForAddress(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const current = await requireCurrentUser(ctx)
  const { user } = current
  const email = requireMailer(ctx).normalize(ctx.fields['email'])
  const stored = await operationsOf(ctx).passwords.find(user.id)
  await requireConfirmed(ctx, current, { hasTypedPassword: stored !== null })
  if (stored) await requirePassword(ctx, provider, stored, ctx.fields['currentPassword'])
  else await countClient(ctx)
  await countAttempt(ctx, 'mail', mailboxOf(email))
  await askedAddress.keep(ctx, { email }, linkLifetimes['change address'])
  runLater(ctx, async () =>
    mail(ctx, user, email, await operationsOf(ctx).passwords.findStamp(user.id)),
  )
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
  if (owner) {
    const url = pageUrl(ctx, 'signIn', 'signin')
    if (hasProvenAddress(owner)) {
      await sendPasswordMail(ctx, { to: email, purpose: 'alreadyRegistered', url })
    }
    return
  }
  await mailProof(ctx, {
    purpose: 'newAddress',
    proves: 'change address',
    subject: { email, userId: user.id },
    state: [user.email, stamp],
    linkTo: (token) =>
      routeUrl(ctx, 'verify-email', { token, email, user: user.id, purpose: 'change' }),
  })
}

/** Opens a mailed link about an address, or shows the page with the button that confirms it. */
export async function showVerifyEmail(ctx: RouteContext): Promise<Outcome> {
  const token = ctx.query.get('token')
  const email = ctx.query.get('email')
  const userId = ctx.query.get('user') ?? undefined
  if (token !== null && email !== null) {
    const purpose = ctx.query.get('purpose') ?? ''
    const proves = Object.hasOwn(purposes, purpose)
      ? purposes[purpose as keyof typeof purposes]
      : purposes.change
    const proof = await openProof(ctx, proves, { token, email, userId })
    await keepLink(ctx, 'address', proof, { proves, token, email, userId })
    return redirectTo(pageUrl(ctx, 'verifyEmail', 'verify-email'))
  }
  const { custom, callbackUrl } = await openPage(ctx, 'verifyEmail')
  if (custom) return redirectTo(custom)
  const shell = await passwordShell(ctx)
  const done = doneKinds.find((kind) => kind === ctx.query.get('done'))
  if (done) {
    const continueUrl = await resolveRedirect(ctx, undefined)
    return showPage((nonce) => renderPasswordDonePage({ ...shell, kind: done, continueUrl, nonce }))
  }
  const link = await requireLink(ctx, 'address')
  const { proves } = link
  if (proves === purposes.verify && !(await mayConfirm(ctx, link.userId)))
    return askForPassword(ctx)
  const props = {
    ...shell,
    // This cookie holds no link that chooses a password.
    kind: proves === 'choose password' ? 'new-address' : pageKinds[proves],
    action: routeUrl(ctx, 'verify-email'),
    csrfToken: await csrfToken(ctx),
    // A sign-in that waits for the proof knows itself where it leads.
    callbackUrl: proves === purposes.verify ? undefined : callbackUrl,
    email: link.email,
    error: errorWords(ctx, shell),
    hidden: { link: await nameLink(link) },
  }
  return showPage((nonce) => renderVerifyEmailPage({ ...props, nonce }))
}

const doneKinds = ['address-changed', 'address-restored', 'verified'] as const

/**
 * Confirms a new address, or restores the one before. It does not sign in, because the link may be
 * opened in any browser.
 */
export async function confirmAddress(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  await countClient(ctx)
  const { proves, ...link } = await requireShownLink(ctx, 'address')
  const proof = await openProof(ctx, proves, link)
  if (proves === purposes.verify) return confirmOwnAddress(ctx, provider, proof)
  const done = proves === purposes.restore ? await restore(ctx, proof) : await change(ctx, proof)
  dropLink(ctx, 'address')
  return redirectTo(pageUrl(ctx, 'verifyEmail', 'verify-email', { done }))
}

async function change(ctx: RouteContext, proof: OpenedProof): Promise<(typeof doneKinds)[0]> {
  const operations = operationsOf(ctx)
  const user = await requireUser(ctx, proof)
  await redeemProof(ctx, proof, [user.email, await operations.passwords.findStamp(user.id)])
  await replaceAddress(ctx, user, proof.email)
  // Only an address that was proven can have an owner to warn.
  if (hasProvenAddress(user)) runLater(ctx, () => warnFormerOwner(ctx, user, proof.email))
  return 'address-changed'
}

async function warnFormerOwner(
  ctx: SignInContext,
  { id, email }: AdapterUser,
  newAddress: string,
): Promise<void> {
  await mailProof(ctx, {
    purpose: 'oldAddress',
    proves: 'restore address',
    subject: { email, userId: id },
    state: [newAddress],
    linkTo: (token) =>
      routeUrl(ctx, 'verify-email', { token, email, user: id, purpose: 'restore' }),
  })
}

/** Someone else may have changed the address, so all sessions end. */
async function restore(ctx: RouteContext, proof: OpenedProof): Promise<(typeof doneKinds)[1]> {
  const user = await requireUser(ctx, proof)
  await redeemProof(ctx, proof, [user.email])
  await replaceAddress(ctx, user, proof.email)
  await endSessions(ctx, user.id)
  return 'address-restored'
}

async function requireUser(ctx: RouteContext, { userId = '' }: OpenedProof): Promise<AdapterUser> {
  const user = await operationsOf(ctx).findStored(userId)
  if (user) return user
  throw new Verification('The user of the link no longer exists.')
}

/** The database refuses an address that another user has. */
async function replaceAddress(ctx: RouteContext, user: AdapterUser, email: string): Promise<void> {
  const operations = operationsOf(ctx)
  const owner = await operations.findUserByEmail(email)
  if (owner && owner.id !== user.id) {
    throw new Verification('Another user has taken the address in the meantime.')
  }
  const emailVerified = new Date(ctx.now * 1000)
  const updated = await operations.updateUser({ id: user.id, email, emailVerified })
  await recordEvent(ctx, { event: 'address-changed', userId: user.id })
  await emitEvent(ctx, 'updateUser', { user: updated })
}

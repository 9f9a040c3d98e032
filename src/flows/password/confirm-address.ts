import type { RouteContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import { provenAttempts } from '../../context/known-client.js'
import { countAttempts } from '../../context/limits.js'
import { redirectTo, showPage, type Outcome, type RedirectOutcome } from '../../context/outcome.js'
import { pageUrl, resolveRedirect, routeUrl } from '../../context/redirects.js'
import { requireMailer } from '../../context/require-mailer.js'
import { requireStore } from '../../context/require-store.js'
import { runLater } from '../../context/run-later.js'
import { Verification } from '../../errors/email-errors.js'
import { renderPasswordDonePage } from '../../pages/password-done-page.js'
import { renderVerifyEmailPage } from '../../pages/verify-email-page.js'
import { forgetDevices } from '../../store/factors.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { signedOutEverywhere } from '../../store/sessions.js'
import {
  dropLink,
  keepLink,
  nameLink,
  requireLink,
  requireShownLink,
  type OpenedLink,
} from './link-cookie.js'
import { recordGivenUp, requireNotGivenUp } from './given-up-address.js'
import { openProof, redeemProof, type OpenedProof } from './mailed-proof.js'
import type { PasswordProvider } from './password-provider.js'
import { beginChange, mailUndo, openUndo, restoreAddress } from './restore-address.js'
import { errorWords, openPage, passwordShell } from './show-password-pages.js'
import { askForPassword, confirmOwnAddress, isSignedInAs, mayConfirm } from './verify-address.js'

/** The purposes of links about an address, by the name in the URL. */
const purposes = {
  change: 'change address',
  restore: 'restore address',
  verify: 'verify address',
} as const

export const pageKinds = {
  'change address': 'new-address',
  'restore address': 'restore-address',
  'verify address': 'verify',
} as const

/** Opens a mailed link about an address, or shows the page with the button that confirms it. */
export async function showVerifyEmail(ctx: RouteContext): Promise<Outcome> {
  const token = ctx.query.get('token')
  const email = ctx.query.get('email')
  const userId = ctx.query.get('user') ?? undefined
  const note = ctx.query.get('note') ?? undefined
  if (token !== null && email !== null) {
    const purpose = ctx.query.get('purpose') ?? ''
    const proves = Object.hasOwn(purposes, purpose)
      ? purposes[purpose as keyof typeof purposes]
      : purposes.change
    const proof = await openProof(ctx, proves, { token, email, userId, note })
    await keepLink(ctx, 'address', proof, { proves, token, email, userId, note })
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
  if (!(await mayUse(ctx, link))) return askForPassword(ctx)
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
 * Whether this browser may use a link. The reader of a mail may be the victim of a stranger who
 * entered the victim's address, and must not confirm it for the stranger's user. The owner of a
 * replaced address may have lost every session, so the link that restores it is enough.
 */
async function mayUse(ctx: RouteContext, { proves, userId }: OpenedLink): Promise<boolean> {
  if (proves === purposes.restore) return true
  return proves === purposes.verify ? mayConfirm(ctx, userId) : isSignedInAs(ctx, userId)
}

/**
 * Confirms a new address in a session of its user, or restores the one before in any browser. It
 * does not sign in.
 */
export async function confirmAddress(
  ctx: RouteContext,
  provider: PasswordProvider,
): Promise<RedirectOutcome> {
  const link = await requireShownLink(ctx, 'address')
  await countAttempts(ctx, provenAttempts(ctx, 'address link', link.email))
  const { proves, callbackUrl: _callbackUrl, ...mailed } = link
  const proof = await openProof(ctx, proves, mailed)
  if (!(await mayUse(ctx, link))) return askForPassword(ctx)
  if (proves === purposes.verify) return confirmOwnAddress(ctx, provider, proof)
  const done = proves === purposes.restore ? 'address-restored' : 'address-changed'
  await (proves === purposes.restore ? restoreAddress(ctx, proof) : changeAddress(ctx, proof))
  dropLink(ctx, 'address')
  return redirectTo(pageUrl(ctx, 'verifyEmail', 'verify-email', { done }))
}

async function changeAddress(ctx: RouteContext, proof: OpenedProof): Promise<void> {
  const { userId = '', email } = proof
  const operations = operationsOf(ctx)
  const user = await operations.findStored(userId)
  if (!user) throw new Verification('The user of the link no longer exists.')
  await requireNotGivenUp(ctx, user, proof)
  if (await operations.isSignInRevoked(user.id, proof.askedAt)) {
    throw new Verification(signedOutEverywhere)
  }
  // Only an address that was proven can have an owner to warn.
  const mustWarn = hasProvenAddress(user)
  if (mustWarn) requireMailer(ctx)
  await redeemProof(ctx, proof, [user.email, await operations.passwords.findStamp(user.id)])
  const emailVerified = new Date(ctx.now * 1000)
  const change = { userId: user.id, from: user.email, email, emailVerified }
  const note = mustWarn ? await beginChange(ctx, user.id) : undefined
  // A browser is remembered for an address. It must stay forgotten if the user takes that one back.
  await forgetDevices(requireStore(ctx), user.id)
  await recordGivenUp(ctx, user)
  await operations.addresses.release(email, user.id)
  const updated = await operations.addresses.replace(change)
  if (!updated) throw new Verification('The address is taken, or was changed in the meantime.')
  if (note !== undefined) await openUndo(ctx, user.id)
  await recordEvent(ctx, { event: 'address-changed', userId: user.id })
  await emitEvent(ctx, 'updateUser', { user: updated })
  if (note !== undefined) runLater(ctx, () => mailUndo(ctx, user, note))
}

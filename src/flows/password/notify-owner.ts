import type { SignInContext } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import { runLater } from '../../context/run-later.js'
import { warnOfUnknownOrigin } from '../warn-of-unknown-origin.js'
import { sendPasswordMail, type PasswordMail } from './send-password-mail.js'

/** Tells the owner about a new password, because another person may have set it. */
export function notifyPasswordChanged(ctx: SignInContext, email: string): void {
  notify(ctx, { to: email, purpose: 'changed' })
}

/** Tells the owner about a new way to sign in. */
export function notifyMethodAdded(ctx: SignInContext, email: string, method: string): void {
  notify(ctx, { to: email, purpose: 'methodAdded', methods: [method] })
}

/**
 * Tells the owner that a new address was asked for, while a new password still stops it. The mail does
 * not name the new address, because a stranger may have chosen it to deceive the reader.
 */
export function notifyAddressRequested(ctx: SignInContext, email: string): void {
  notify(ctx, { to: email, purpose: 'addressRequested' })
}

/** No limit counts a notice, because an attacker could use the limit up before the change. */
function notify(ctx: SignInContext, mail: Omit<PasswordMail, 'url'>): void {
  if (!ctx.config.mailer) return
  warnOfUnknownOrigin(ctx)
  const url = routeUrl(ctx, 'forgot-password')
  runLater(ctx, () => sendPasswordMail(ctx, { ...mail, url }))
}

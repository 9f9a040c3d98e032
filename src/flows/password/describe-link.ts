import type { SignInContext } from '../../context/context.js'
import { Verification } from '../../errors/email-errors.js'
import type { MailedLinkDescription, MailedLinkPage } from '../../model/password.js'
import { pageKinds } from './confirm-address.js'
import { findLink, nameLink } from './link-cookie.js'
import type { PasswordProvider } from './password-provider.js'
import { describeSubject } from './show-reset-password.js'

/** Describes the link that this browser has opened, for a page of the app's own. */
export async function describeLink(
  ctx: SignInContext,
  provider: PasswordProvider,
  page: MailedLinkPage,
): Promise<MailedLinkDescription | null> {
  return page === 'resetPassword' ? describeReset(ctx, provider) : describeVerification(ctx)
}

async function describeReset(
  ctx: SignInContext,
  provider: PasswordProvider,
): Promise<MailedLinkDescription | null> {
  try {
    const { kind, email, userName, nameField, hidden } = await describeSubject(ctx, provider)
    return { kind: `${kind}-password`, email, userName, nameField, ...hidden }
  } catch (thrown) {
    if (thrown instanceof Verification) return null
    throw thrown
  }
}

async function describeVerification(ctx: SignInContext): Promise<MailedLinkDescription | null> {
  const link = await findLink(ctx, 'address')
  if (!link || link.proves === 'choose password') return null
  const { email, proves } = link
  return {
    kind: pageKinds[proves],
    email,
    userName: undefined,
    nameField: 'none',
    link: await nameLink(link),
  }
}

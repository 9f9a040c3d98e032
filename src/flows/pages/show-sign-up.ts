import { isWebAuthn } from '../../config/providers.js'
import type { ResolvedConfig } from '../../config/resolved-config.js'
import type { RouteContext, SignInContext } from '../../context/context.js'
import { csrfToken } from '../../context/csrf.js'
import { redirectTo, showPage, type Outcome } from '../../context/outcome.js'
import { customPageUrl, pageUrl, resolveRedirect, type SafeUrl } from '../../context/redirects.js'
import { UnknownAction } from '../../errors/request-errors.js'
import { renderPasskeySignUpPage } from '../../pages/passkey-sign-up-page.js'
import { findPasswordProvider, loadPasswordFlows } from '../password/password-provider.js'
import { pageShell } from './page-shell.js'
import { findPasskeySignUp } from './passkey-options.js'

/** Shows the page on which a visitor creates an account, with a password or with a passkey. */
export async function showSignUp(ctx: RouteContext): Promise<Outcome> {
  const { config } = ctx
  const passwords = findPasswordProvider(config)
  if (passwords && (signsUpWithPassword(config) || !hasPasskeys(config))) {
    return (await loadPasswordFlows(passwords)).showSignUp(ctx, passwords)
  }
  if (!hasPasskeys(config)) throw new UnknownAction('No provider lets visitors sign up.')
  return showPasskeySignUp(ctx)
}

/** Returns the URL of the page. Undefined if visitors can sign up neither way. */
export function findSignUpUrl(
  ctx: SignInContext,
  params: { readonly callbackUrl?: SafeUrl | undefined },
): SafeUrl | undefined {
  if (!signsUpWithPassword(ctx.config) && !hasPasskeys(ctx.config)) return undefined
  return pageUrl(ctx, 'signUp', 'signup', params)
}

async function showPasskeySignUp(ctx: RouteContext): Promise<Outcome> {
  const callbackUrl = await resolveRedirect(ctx, ctx.callbackUrl)
  const custom = customPageUrl(ctx, 'signUp', { callbackUrl })
  if (custom) return redirectTo(custom)
  const shell = await pageShell(ctx)
  const passkeys = await findPasskeySignUp(ctx, shell.language)
  if (!passkeys) throw new UnknownAction('The config has no passkeys.')
  const props = {
    ...shell,
    csrfToken: await csrfToken(ctx),
    callbackUrl,
    passkeys,
    signinUrl: pageUrl(ctx, 'signIn', 'signin', { callbackUrl }),
  }
  const page = showPage((nonce) => renderPasskeySignUpPage({ ...props, nonce }))
  return { ...page, hasScript: passkeys.scriptUrl !== undefined }
}

/** A mail confirms the address of a new account with a password. */
function signsUpWithPassword(config: ResolvedConfig): boolean {
  const provider = findPasswordProvider(config)
  return provider?.passwords.allowsSignUp === true && config.mailer !== undefined
}

function hasPasskeys({ providers }: ResolvedConfig): boolean {
  return [...providers.values()].some(isWebAuthn)
}

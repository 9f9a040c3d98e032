import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { SignInContext } from '../../context/context.js'
import { routeUrl } from '../../context/redirects.js'
import { ReauthRequired, type ReauthReason } from '../../errors/token-errors.js'
import type { TokenCall } from './token-owner.js'

/** Describes a call that needs a token, with the error that leads the user to the provider. */
export function createTokenCall(ctx: SignInContext, provider: ResolvedOAuthProvider): TokenCall {
  const requireSignIn = (code: ReauthReason): ReauthRequired =>
    new ReauthRequired(explain(provider.id, code), code, signInUrl(ctx, provider))
  return { ctx, provider, requireSignIn }
}

/** `withCure` adds what the call asks for. */
export function signInUrl(ctx: SignInContext, { id }: ResolvedOAuthProvider): string {
  return routeUrl(ctx, `signin/${id}`)
}

function explain(provider: string, code: ReauthReason): string {
  const cure = `The user has to sign in at "${provider}" again.`
  switch (code) {
    case 'no-account':
      return `The user has no such account at "${provider}". Let them link one.`
    case 'no-refresh-token':
      return `The access token of "${provider}" cannot be used any more, and there is no refresh token. ${cure}`
    case 'refused':
      return `The provider "${provider}" has ended the grant. ${cure}`
    case 'no-token':
      return `There is no readable token of "${provider}". ${cure}`
    case 'other-issuer':
      return `The account at "${provider}" belongs to another issuer, so its tokens are not used. Let the user link an account of the current issuer.`
  }
}

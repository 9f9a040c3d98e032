import {
  ReauthRequired,
  ScopeMissing,
  TokenUnavailable,
  type ReauthReason,
} from '../../errors/token-errors.js'
import type { AccessTokenOptions } from '../../model/tokens.js'
import { grantPageUrl, type GrantRequest } from '../grant-request.js'
import { manyRefusals } from '../../store/account-tokens.js'
import { joinScopes } from './scopes.js'
import type { TokenCall } from './token-owner.js'

/** What is known about the account of a token that cannot be had. */
interface KnownAccount {
  readonly granted?: string | null | undefined
  /** How often in a row the provider has refused to refresh the tokens. */
  readonly refusals: number
}

/**
 * Returns an error with the URL that cures it: the page with the provider's button, which asks for
 * what is missing. Other errors are returned as they are.
 */
export async function withCure(
  { ctx, provider }: TokenCall,
  userId: string,
  { callbackUrl, scopes = [], accountId }: AccessTokenOptions,
  thrown: unknown,
  { granted, refusals }: KnownAccount,
): Promise<unknown> {
  const mayBeDead = thrown instanceof TokenUnavailable && refusals >= manyRefusals
  if (!(thrown instanceof ReauthRequired || thrown instanceof ScopeMissing || mayBeDead))
    return thrown
  const code = thrown instanceof ReauthRequired ? thrown.code : undefined
  const scopeToAsk = (): string | undefined => {
    // A link that names scopes takes only an account that the user has, and here it is to be another.
    const isOther = code === 'other-issuer' || (code === 'no-account' && accountId !== undefined)
    if (isOther || (code === 'no-account' && scopes.length === 0)) return undefined
    return joinScopes(provider.party, granted, ...scopes)
  }
  const request: GrantRequest = {
    link: ctx.config.store !== undefined,
    scope: scopeToAsk(),
    consent: mayBeDead || code === 'refused' || code === 'no-refresh-token',
    reason: mayBeDead ? 'again' : code === undefined ? 'more' : reasons[code],
  }
  const url = await grantPageUrl(ctx, userId, provider.id, request, { callbackUrl })
  if (thrown instanceof TokenUnavailable)
    return new TokenUnavailable(thrown.message, thrown.retryAfter, url)
  return thrown instanceof ReauthRequired
    ? new ReauthRequired(thrown.message, thrown.code, url)
    : new ScopeMissing(thrown.message, thrown.scopes, url)
}

const reasons: Readonly<Record<ReauthReason, GrantRequest['reason']>> = {
  'no-account': 'first',
  'other-issuer': 'first',
  'no-refresh-token': 'again',
  'no-token': 'again',
  refused: 'again',
}

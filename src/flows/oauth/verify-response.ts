import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { RouteContext } from '../../context/context.js'
import { OAuthAttemptLost } from '../../errors/oauth-errors.js'
import { acceptPicture } from '../../http/accept-url.js'
import type { Profile, TokenSet } from '../../model/records.js'
import type { Attempt } from '../../oauth/attempt.js'
import { scopeOfConfig } from '../../oauth/authorization-request.js'
import { validateAuthorizationResponse } from '../../oauth/authorization-response.js'
import { exchangeCode } from '../../oauth/exchange-code.js'
import { accountIssuer, type Server } from '../../oauth/server.js'
import { fetchUserinfo } from '../../oauth/userinfo.js'
import { mayHaveIssued } from '../../oauth/verify-jwt.js'
import { operationsOf } from '../../store/operations.js'
import type { VerifiedAccount } from '../verified-account.js'
import { identify, type OAuthIdentity } from './oauth-identity.js'
import { viewProvider } from './oauth-view.js'

/** What the provider's response proves. */
export interface Proof extends OAuthIdentity {
  readonly profile: Profile
  readonly providerSessionId: string | undefined
  readonly idToken: string | undefined
  /** When the user signed in at the provider, if the ID token says it. */
  readonly authTime: number | undefined
  readonly verifiedAccount: VerifiedAccount
}

/** Verifies the provider's response and returns the identity that it proves. */
export async function verifyResponse(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
  server: Server,
  attempt: Attempt,
  params: URLSearchParams,
): Promise<Proof> {
  const { party } = provider
  const view = viewProvider(ctx, provider, server)
  const response = await validateAuthorizationResponse(party, server, attempt, params)
  const { tokens, claims, dpopKey } = await exchangeCode(party, server, attempt, response, view)
  const received = Object.fromEntries(response)
  const profile =
    claims && party.profileFromIdToken
      ? claims
      : await fetchUserinfo(party, server, tokens, claims, { view, params: received, dpopKey })
  const identity = await identify(provider, { profile, claims, tokens, params: received })
  const sid = claims?.['sid']
  const authTime = claims?.['auth_time']
  return {
    ...identity,
    profile,
    providerSessionId: typeof sid === 'string' ? sid : undefined,
    idToken: party.endsSession ? tokens.id_token : undefined,
    authTime: typeof authTime === 'number' ? authTime : undefined,
    verifiedAccount: withPicture(
      ctx,
      toVerifiedAccount(provider, server, identity, tokens, { ...attempt, dpopKey }),
    ),
  }
}

/** Returns the account's columns, and the facts that decide which user it belongs to. */
function toVerifiedAccount(
  provider: ResolvedOAuthProvider,
  server: Server,
  { user, account, addressClaim }: OAuthIdentity,
  tokens: TokenSet,
  { linkTo, startedAt, scope: moreScopes, askedScope = moreScopes, dpopKey }: Attempt,
): VerifiedAccount {
  const { type, mayLinkByAddress } = provider
  const keys = { type, provider: account.provider, providerAccountId: account.providerAccountId }
  const issuer = accountIssuer(server, provider.party)
  // RFC 6749 §5.1: an answer that names no scopes grants those that were asked for.
  const scope = (tokens.scope ?? askedScope ?? scopeOfConfig(provider.party)) || undefined
  const granted = scope === undefined ? tokens : { ...tokens, scope }
  const columns = provider.account(granted)
  // Without a token, there is nothing to prove.
  const isKeyNeeded = dpopKey !== undefined && Boolean(columns.access_token)
  const kept = {
    ...columns,
    ...keys,
    ...(issuer !== undefined && { issuer }),
    // The type says that the token needs the key, whatever the app stores.
    ...(isKeyNeeded && { dpopKey, token_type: tokens.token_type }),
  }
  const start = { at: startedAt, refusal: (message: string) => new OAuthAttemptLost(message) }
  const { party } = provider
  const evidence = {
    hasIssued: (idToken: string) => mayHaveIssued(idToken, party, server),
    isChosenByApp: party.isIssuerChosenByApp,
  }
  return { user, account: kept, issuer: evidence, addressClaim, mayLinkByAddress, linkTo, start }
}

/** Adds the picture that the user can choose on the account page. */
function withPicture(ctx: RouteContext, verified: VerifiedAccount): VerifiedAccount {
  const { account, store } = ctx.config
  if (!account || !store || !operationsOf(ctx).keepsPictures) return verified
  const image = acceptPicture(verified.user.image) ?? null
  return { ...verified, account: { ...verified.account, image } }
}

import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { keepAttempt, takeAttempt } from '../../context/attempt-cookie.js'
import type { RouteContext } from '../../context/context.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { proxiedUrl, routeUrl, type SafeUrl } from '../../context/redirects.js'
import { dropTokenCookies } from '../../context/token-cookies.js'
import { equalInConstantTime } from '../../crypto/equal.js'
import { OAuthAttemptLost } from '../../errors/oauth-errors.js'
import { AccountNotLinked } from '../../errors/request-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { attemptId, type Attempt } from '../../oauth/attempt.js'
import { claimedState } from '../../oauth/authorization-response.js'
import { StaleAuthentication } from '../../oauth/id-token.js'
import { loadServer } from '../../oauth/server.js'
import { skew } from '../../oauth/wire.js'
import { currentClaims } from '../../session/jwt-strategy.js'
import { readSessionCookie } from '../../session/session-cookie.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { completeSignIn, type VerifiedSignIn } from '../complete-sign-in.js'
import { grantPageUrl } from '../grant-request.js'
import { findAccountLink } from '../pending-link.js'
import { resolveAccountUser } from '../resolve-account-user.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { keepTokens } from '../tokens/kept-token-cookie.js'
import type { VerifiedAccount } from '../verified-account.js'
import { AttemptFailed } from './attempt-failed.js'
import { dropAuthJsAttempt, takeAuthJsAttempt } from './authjs-attempt.js'
import { confirmAtProvider } from './confirm-at-provider.js'
import { forwardTarget } from './redirect-proxy.js'
import { verifyResponse, type Proof } from './verify-response.js'

const explainLoss =
  'No sign-in with this state is under way in this browser: its cookie is blocked, of another host ' +
  'than the callback, used, older than 15 minutes, or of another secret. Start again, on that host.'

const noState = 'The response has no state.'
const otherProvider = 'The response answers a sign-in at another provider.'

/** Completes a sign-in with the response that the provider sent through the browser. */
export async function oauthCallback(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
  params: URLSearchParams,
): Promise<RedirectOutcome> {
  const elsewhere = await forwardTarget(ctx, provider, params)
  if (elsewhere) return redirectTo(elsewhere)

  const attempt = await findAttempt(ctx, provider, params)
  const needsSession = attempt.linkTo !== undefined || attempt.confirms !== undefined
  if (needsSession && isWithoutSessionCookie(ctx)) {
    await keepAttempt(ctx, attempt, { posted: provider.isPostedBack })
    return redirectTo(proxiedUrl(routeUrl(ctx, `callback/${provider.id}`), params))
  }
  try {
    const server = await loadServer(provider.party)
    if (attempt.issuer !== server.issuer) throw new OAuthAttemptLost(otherProvider)
    const proof = await verifyResponse(ctx, provider, server, attempt, params)
    return attempt.confirms === undefined
      ? await completeOAuth(ctx, proof, attempt)
      : await confirmAtProvider(ctx, { ...proof, userId: attempt.confirms }, attempt.callbackUrl)
  } catch (thrown) {
    const outcome = await findOtherProof(ctx, provider, thrown)
    if (outcome) return outcome
    throw new AttemptFailed(thrown, attempt.callbackUrl, await findGrantPage(ctx, attempt, thrown))
  }
}

/** Leads back to the sign-in that asked the provider for a new proof, if the answer is not one. */
async function findOtherProof(
  ctx: RouteContext,
  { id }: ResolvedOAuthProvider,
  thrown: unknown,
): Promise<RedirectOutcome | undefined> {
  const { secondFactor } = ctx.config
  if (!secondFactor || !(thrown instanceof StaleAuthentication)) return undefined
  const { proveInstead } = await loadSecondFactorFlows(secondFactor)
  return proveInstead(ctx, id)
}

/** Returns the page that asked the user for a permission, if the user chose another account. */
async function findGrantPage(
  ctx: RouteContext,
  { linkTo, scope, providerId, callbackUrl }: Attempt,
  thrown: unknown,
): Promise<SafeUrl | undefined> {
  if (linkTo === undefined || scope === undefined || !(thrown instanceof AccountNotLinked)) {
    return undefined
  }
  // Whether the first attempt asked for consent is not known. Without it, the grant may be useless.
  const request = { link: true, scope, reason: 'again', consent: true } as const
  return grantPageUrl(ctx, linkTo, providerId, request, { callbackUrl, error: thrown.type })
}

/**
 * Completes the sign-in. With a database, the account finds its user there. Without one, the
 * provider's response is the only source.
 */
async function completeOAuth(
  ctx: RouteContext,
  { user, account, profile, providerSessionId, idToken, authTime, ...proof }: Proof,
  { callbackUrl, scope }: Attempt,
): Promise<RedirectOutcome> {
  const { verifiedAccount, addressClaim } = proof
  const hasStore = ctx.config.store !== undefined
  const owner = hasStore ? await operationsOf(ctx).findUserByAccount(verifiedAccount.account) : null
  if (scope !== undefined) requireLinked(verifiedAccount, owner)
  let isAccepted = false
  const resolveUser: VerifiedSignIn['resolveUser'] = async () => {
    isAccepted = true
    return hasStore
      ? resolveAccountUser(ctx, verifiedAccount, owner)
      : { user, isNewUser: false, evidence: undefined }
  }
  // Otherwise an address that an attacker typed at the provider would count as the user's own.
  const emailVerified = addressClaim === 'verified' ? new Date(ctx.now * 1000) : null
  const claimed = { ...user, emailVerified }
  const known = { user: owner ?? claimed, account, profile, providerSessionId, idToken }
  const outcome = await completeSignIn(ctx, {
    ...known,
    findChange: () => (hasStore ? findAccountLink(ctx, verifiedAccount, owner) : undefined),
    resolveUser,
    // Which methods the provider used is its own affair.
    amr: [],
    provenAt: findProofTime(ctx, authTime),
    isLink: verifiedAccount.linkTo !== undefined,
    start: verifiedAccount.start,
    callbackUrl,
  })
  if (isAccepted && ctx.config.keepsTokens) await keepOnly(ctx, verifiedAccount)
  return outcome
}

/**
 * Returns when the user proved their identity at the provider. A session there that is old proves
 * nothing new. A provider that does not say when it began may not have asked the user anything.
 *
 * An app without these options has no page on which such a user could confirm their identity.
 */
function findProofTime(
  { config, now }: RouteContext,
  authTime: number | undefined,
): VerifiedSignIn['provenAt'] {
  const { secondFactor, account, store } = config
  if (!(secondFactor ?? account) || !store) return undefined
  return authTime === undefined || authTime > now + skew ? 'unknown' : Math.min(authTime, now)
}

/** Keeps the tokens of a new session. Those of the session that it replaces are dropped. */
async function keepOnly(ctx: RouteContext, { account }: VerifiedAccount): Promise<void> {
  const claims = await currentClaims(ctx)
  dropTokenCookies(ctx)
  if (claims) await keepTokens(ctx, claims, { ...account, userId: claims.sub ?? '' })
}

/** More scopes are granted with an account that the user has. Another one would be linked unasked. */
function requireLinked({ account, linkTo }: VerifiedAccount, owner: AdapterUser | null): void {
  if (owner && idOf(owner) === linkTo) return
  throw new AccountNotLinked(
    `The user was to grant more scopes, and chose another account at "${account.provider}" than the linked one.`,
  )
}

/**
 * A form that another site posts arrives without the session cookie, but linking needs the session.
 * A redirect turns it into a navigation that carries the cookie.
 */
function isWithoutSessionCookie(ctx: RouteContext): boolean {
  return ctx.request.method === 'POST' && readSessionCookie(ctx) === undefined
}

/** Returns the unfinished attempt that this browser started at this provider. */
async function findAttempt(
  ctx: RouteContext,
  provider: ResolvedOAuthProvider,
  params: URLSearchParams,
): Promise<Attempt> {
  const { party } = provider
  const isChecked = party.checks.has('state')
  const state = claimedState(params)
  const own =
    isChecked && state === undefined
      ? undefined
      : await takeAttempt(ctx, attemptId(party, isChecked ? state : undefined))
  const attempt = own ?? (await takeAuthJsAttempt(ctx, provider, state))
  const isWithoutState = isChecked && state === undefined
  if (!attempt) throw new OAuthAttemptLost(isWithoutState ? noState : explainLoss)
  dropAuthJsAttempt(ctx)
  const isSame = attempt.state === undefined || equalInConstantTime(attempt.state, state ?? '')
  if (!isSame || attempt.providerId !== party.id) throw new OAuthAttemptLost(otherProvider)
  return attempt
}

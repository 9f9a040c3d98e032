import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { keepAttempt } from '../../context/attempt-cookie.js'
import type { Context } from '../../context/context.js'
import { cookieCallbackUrl } from '../../context/cookie-callback-url.js'
import { redirectTo, type RedirectOutcome } from '../../context/outcome.js'
import { providerUrl } from '../../context/redirects.js'
import { AccountNotLinked } from '../../errors/request-errors.js'
import { createAttempt, toSeconds } from '../../oauth/attempt.js'
import {
  authorizationParameters,
  authorizationUrl,
  isPushed,
  scopeOfConfig,
} from '../../oauth/authorization-request.js'
import { handlerFetch } from '../../oauth/outgoing.js'
import { loadDpop } from '../../oauth/load-dpop.js'
import { loadServer, type Server } from '../../oauth/server.js'
import { runStep } from '../../oauth/translate-errors.js'
import { strategyOf } from '../../session/choose-strategy.js'
import type { CurrentUser } from '../../session/strategy.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { joinScopes } from '../tokens/scopes.js'
import { keepAuthJsAttempt } from './authjs-attempt.js'
import { viewProvider } from './oauth-view.js'
import { addressState, redirectUri } from './redirect-proxy.js'

/** A request to sign in at a provider. */
export interface OAuthStart {
  readonly provider: ResolvedOAuthProvider
  readonly callbackUrl: unknown
  /** Whether to link the account to the signed-in user. */
  readonly link: boolean
  /** Whether the signed-in user confirms their identity at the provider. */
  readonly confirm?: boolean
  /** Parameters that the app adds to the authorization request. */
  readonly authorizationParams: Iterable<readonly [string, string]>
}

/** Redirects the browser to the provider and stores what the callback needs. */
export async function oauthStart(ctx: Context, start: OAuthStart): Promise<RedirectOutcome> {
  const { provider, callbackUrl } = start
  const currentUser = start.link || start.confirm ? await requireCurrentUser(ctx) : undefined
  // An account is a new way to sign in, so a stolen session must not link one.
  if (currentUser && start.link) await requireConfirmed(ctx, currentUser)
  const linkTo = currentUser && start.link ? idOf(currentUser.user) : undefined
  const confirms = currentUser && start.confirm ? idOf(currentUser.user) : undefined
  const server = await loadServer(provider.party)
  const drawn = createAttempt(provider.party, {
    issuer: server.issuer,
    startedAt: ctx.startedAt,
    redirectUri: redirectUri(ctx, provider),
    callbackUrl: cookieCallbackUrl(callbackUrl),
    linkTo,
    confirms,
  })
  const dpopKey = await createPushedKey(provider, server)
  const attempt = { ...(await addressState(ctx, provider, drawn)), ...(dpopKey && { dpopKey }) }
  const asked = [...start.authorizationParams]
  const params = await authorizationParameters(provider.party, attempt, asked)
  const scope = linkTo === undefined ? undefined : await findScopes(ctx, provider, linkTo, asked)
  if (scope) params.set('scope', scope)
  if (confirms !== undefined) {
    // The provider must ask the user, and must say that it did.
    params.set('prompt', 'login')
    params.set('max_age', '0')
  }
  const target = await runStep(
    'Authorization request',
    async () => providerUrl(await findUrl(ctx, provider, server, params, dpopKey)),
    { redirectUri: attempt.redirectUri },
  )
  const askedScope = params.get('scope') ?? ''
  const kept = {
    ...attempt,
    // A confirmation judges `auth_time` itself, because without it the user confirms in another way.
    maxAge: confirms === undefined ? toSeconds(params.get('max_age')) : undefined,
    // Also an empty one, because it says that the account must be linked already.
    ...(scope !== undefined && { scope }),
    ...(scope === undefined && askedScope !== scopeOfConfig(provider.party) && { askedScope }),
  }
  await keepAttempt(ctx, kept, { posted: provider.isPostedBack })
  // Auth.js would sign the account in instead of confirming the user.
  if (confirms === undefined) await keepAuthJsAttempt(ctx, provider, kept)
  return redirectTo(target)
}

/**
 * Returns the scopes to ask for if a user with an account at the provider is to grant more. What the
 * user has granted before is asked for again, because the new token replaces the old one.
 */
async function findScopes(
  ctx: Context,
  { id, party }: ResolvedOAuthProvider,
  userId: string,
  asked: readonly (readonly [string, string])[],
): Promise<string | undefined> {
  const wanted = new Map(asked).get('scope')
  if (wanted === undefined || !ctx.config.store) return undefined
  const { lists, accountTokens } = operationsOf(ctx)
  if (!lists.accounts) return undefined
  const accounts = await accountTokens.list(userId, id)
  if (accounts.length === 0) return undefined
  const granted = accounts.map((account) => account.scope)
  return joinScopes(party, ...granted, wanted)
}

/** A pushed request proves the key already, so the callback needs it, perhaps in another process. */
async function createPushedKey(
  { party }: ResolvedOAuthProvider,
  server: Server,
): Promise<string | undefined> {
  if (!party.dpop || party.token.request || !isPushed(party, server)) return undefined
  const { createProofKey } = await loadDpop()
  return createProofKey()
}

async function findUrl(
  ctx: Context,
  provider: ResolvedOAuthProvider,
  server: Server,
  params: URLSearchParams,
  dpopKey: string | undefined,
): Promise<URL> {
  const { party } = provider
  if (!party.authorization.request) return authorizationUrl(party, server, params, dpopKey)
  const view = viewProvider(ctx, provider, server)
  const fetch = handlerFetch(party.fetch, party.httpHosts)
  const given = { params: Object.fromEntries(params), provider: view, fetch }
  return new URL(await party.authorization.request(given))
}

async function requireCurrentUser(ctx: Context): Promise<CurrentUser> {
  const currentUser = ctx.config.store && (await strategyOf(ctx).currentUser(ctx))
  if (currentUser) return currentUser
  throw new AccountNotLinked('An account can be linked only to a user who is signed in.')
}

import type { Awaitable } from '../model/awaitable.js'
import type { Compatibility } from '../model/compatibility.js'
import type {
  OAuthConfig,
  OAuthProviderButtonStyles,
  ProfileContext,
  ProfileUser,
} from '../model/oauth.js'
import type { AnyProfile } from '../model/provider.js'
import type { Profile, TokenSet } from '../model/records.js'
import { instanceOf, isIssuerChosenByApp } from './issuer-choice.js'
import { nonVouchingIds } from './non-vouching-ids.js'
import { resolveAuthJsChecks, resolveChecks } from './oauth-checks.js'
import { cacheKeyOf, fetchOf, measureFetch } from './provider-fetch.js'
import { httpUrlsOf } from './provider-urls.js'
import { standardTokens, standardUser } from './standard-profile.js'
import type { ResolvedTelemetry } from './telemetry.js'
import type { OAuthMemory } from '../oauth/oauth-memory.js'
import type { Check, ConfiguredEndpoint, RelyingParty } from '../oauth/relying-party.js'

/** An oauth or oidc provider with every default filled in. */
export interface ResolvedOAuthProvider {
  readonly type: 'oauth' | 'oidc'
  readonly id: string
  readonly name: string
  readonly style: OAuthProviderButtonStyles | undefined
  readonly party: RelyingParty
  /**
   * Whether the provider sends its response as a cross-site form post (`response_mode=form_post`).
   */
  readonly isPostedBack: boolean
  /** The callback URL of the deployment that receives this provider's responses for this one. */
  readonly redirectProxyUrl: string | undefined
  readonly profile: (
    profile: Profile,
    tokens: TokenSet,
    context: ProfileContext,
  ) => Awaitable<ProfileUser>
  readonly account: (tokens: TokenSet) => TokenSet
  /** Whether a function of the app or of the provider chooses the id of an account. */
  readonly hasOwnProfile: boolean
  readonly mayLinkByAddress: boolean
  /** Whether the engine believes this provider when it says that an e-mail address is verified. */
  readonly vouchesForEmail: boolean
  /** The checks that Auth.js makes for this provider. Empty if it makes none. */
  readonly authJsChecks: readonly Check[]
}

export function resolveOAuthProvider(
  provider: OAuthConfig<AnyProfile>,
  configProxyUrl: string | undefined,
  memory: OAuthMemory,
  warn: RelyingParty['warn'],
  compatibility: Compatibility | undefined,
  telemetry?: ResolvedTelemetry,
): ResolvedOAuthProvider {
  // An empty value comes from an empty environment variable and sets nothing.
  const proxyUrl = provider.redirectProxyUrl || configProxyUrl || undefined
  const authJsChecks = resolveAuthJsChecks(provider, proxyUrl)
  // Auth.js refuses a nonce that it did not ask for.
  const checked = compatibility ? { ...provider, checks: authJsChecks } : provider
  const checks = resolveChecks(checked, proxyUrl)
  const plain = resolveParty(provider, checks, memory, compatibility)
  const fetch = telemetry ? measureFetch(telemetry, plain) : plain.fetch
  const party = { ...plain, fetch, warn }
  const isPostedBack = party.authorization.params['response_mode']?.startsWith('form_post') ?? false
  return {
    type: provider.type,
    id: provider.id,
    name: provider.name,
    style: provider.style,
    party,
    isPostedBack,
    redirectProxyUrl:
      proxyUrl === undefined ? undefined : `${proxyUrl.replace(/\/$/, '')}/callback/${provider.id}`,
    // Called as methods, because the provider's functions may use `this`.
    profile: (profile, tokens, context) =>
      provider.profile ? provider.profile(profile, tokens, context) : standardUser(profile),
    hasOwnProfile: provider.profile !== undefined,
    account: (tokens) =>
      provider.account ? (provider.account(tokens) ?? {}) : standardTokens(tokens),
    mayLinkByAddress: provider.allowDangerousEmailAccountLinking === true,
    vouchesForEmail: mayVouch(provider, party),
    authJsChecks,
  }
}

/**
 * A list of origins is compared with the token endpoint, because that shows which server the app
 * uses. If the provider says nothing, its id tells whether it is a service that may not vouch.
 */
function mayVouch(
  { id, vouchesForEmail: given = !nonVouchingIds.includes(id) }: OAuthConfig<AnyProfile>,
  { token }: RelyingParty,
): boolean {
  if (typeof given === 'boolean') return given
  return token.url !== undefined && given.includes(new URL(token.url).origin)
}

function resolveParty(
  provider: OAuthConfig<AnyProfile>,
  checks: ReadonlySet<Check>,
  memory: OAuthMemory,
  compatibility: Compatibility | undefined,
): Omit<RelyingParty, 'warn'> {
  const fetch = fetchOf(provider)
  const authorization = toHandler(provider.authorization)
  const token = toHandler(provider.token)
  const userinfo = toHandler(provider.userinfo)
  return {
    id: provider.id,
    type: provider.type,
    clientId: provider.clientId ?? provider.client?.client_id ?? '',
    clientSecret: provider.clientSecret,
    client: provider.client ?? {},
    issuer: provider.issuer,
    isIssuerChosenByApp: isIssuerChosenByApp(provider),
    instance: instanceOf(provider),
    wellKnown: provider.wellKnown,
    jwksUri: provider.jwks_endpoint,
    revocationUrl: provider.revocation,
    // Called as a method, because the provider's function may use `this`.
    expectedIssuer:
      provider.type === 'oidc' && provider.expectedIssuer
        ? (claims, announced) => provider.expectedIssuer?.(claims, announced) ?? announced
        : undefined,
    authorization: { ...resolveEndpoint(authorization), receive: authorization.receive },
    token: {
      ...resolveEndpoint(token),
      prepare: token.prepare,
      conform: token.conform,
      clientPrivateKey: token.clientPrivateKey,
      assertionAudience: token.assertionAudience,
    },
    userinfo: { ...resolveEndpoint(userinfo), prepare: userinfo.prepare },
    checks,
    profileFromIdToken: provider.type === 'oidc' && provider.idToken !== false,
    decryptionKey: provider.type === 'oidc' ? provider.decryptionKey : undefined,
    scopeSeparator: provider.scopeSeparator,
    offlineParams: provider.offlineParams,
    pushedRequests: provider.pushedRequests ?? false,
    endsSession: provider.type === 'oidc' && provider.endSession === true,
    dpop: provider.dpop ?? false,
    signedResponses: provider.signedResponses ?? false,
    requiredAcr: [provider.requiredAcr ?? []].flat(),
    fetch,
    cacheKey: cacheKeyOf(provider, fetch, memory),
    httpHosts: compatibility ? httpUrlsOf(provider).map(([, url]) => new URL(url).host) : [],
    memory,
  }
}

interface EndpointObject {
  readonly url?: string | undefined
  readonly params?: object | undefined
  readonly request?: unknown
}

/** Every member of an endpoint object is optional, so a URL alone is a valid one. */
function toHandler<Handler extends EndpointObject>(given: string | Handler | undefined): Handler {
  return typeof given === 'object' ? given : ({ url: given } as Handler)
}

/** Moves the query of a configured URL into `params`, so that both are merged in one place. */
function resolveEndpoint<Handler extends EndpointObject>({
  url,
  params,
  request,
}: Handler): ConfiguredEndpoint<Handler> {
  const address = url === undefined ? undefined : new URL(url)
  const inAddress = Object.fromEntries(address?.searchParams ?? [])
  if (address) address.search = ''
  return { url: address?.href, params: { ...inAddress, ...toTexts(params) }, request }
}

function toTexts(params: object | undefined): Record<string, string> {
  const texts: Record<string, string> = {}
  for (const [name, value] of Object.entries(params ?? {}) as [string, unknown][]) {
    if (value === undefined || value === null) continue
    texts[name] = typeof value === 'string' ? value : JSON.stringify(value)
  }
  return texts
}

import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidEndpoints, InvalidProviderConfig } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'
import { httpUrlsOf } from './provider-urls.js'

type AnyConfig = AuthConfig<DefaultSession>

/** What `compatibility: 'authjs'` weakens. */
export const weakenings: readonly string[] = [
  'The cookies of sessions and sign-ins have the prefix `__Secure-`, so a sibling subdomain can set them.',
  'Database sessions and mailed tokens are stored in the form that Auth.js reads. A session token is not hashed, so a reader of the database can use it.',
  'Servers with Auth.js do not check whether a token was revoked, and end no session after `absoluteMaxAge`.',
  'A sign-in that Auth.js started may rest on PKCE alone, and before 0.41.3 is not bound to its provider. OpenID Connect sign-ins use a nonce only if the provider lists it in `checks`.',
  'Unsigned links of Auth.js in mails are accepted, so a forged link costs a database query.',
  'A proof of the address keeps the accounts, passkeys and sessions of a user whose address is unproven. An attacker who signed up with the address keeps access, also after the mode is off.',
  'A form of this site needs no CSRF token if the browser sends both `Origin` and `Sec-Fetch-Site: same-origin`.',
  'Short secrets, unusable pages, providers without a name and issuers on plain http are warnings.',
  'Unless `NODE_ENV` is `production`, the Host header is trusted.',
]

/** The mistakes in a config, divided by what `compatibility` makes of them. */
export interface SortedMistakes {
  /** The app cannot run with these. */
  readonly fatal: readonly TypedAuthError[]
  /** Auth.js accepts these, so they are warnings beside it. */
  readonly tolerated: readonly TypedAuthError[]
}

/** Separates the mistakes that Auth.js accepts from the others. */
export function sortMistakes(
  { compatibility }: AnyConfig,
  mistakes: readonly TypedAuthError[],
): SortedMistakes {
  if (compatibility !== 'authjs') return { fatal: mistakes, tolerated: [] }
  return {
    fatal: mistakes.filter((one) => !isTolerated(one)),
    tolerated: mistakes.filter(isTolerated),
  }
}

/** A secret that can be guessed is never tolerated, because anyone could forge sessions with it. */
function isTolerated(mistake: TypedAuthError): boolean {
  if (mistake.type === 'WeakSecret') return mistake.isOnlyShort === true
  return mistake.type === 'InvalidPage'
}

/** Returns the provider with its id as its name if it has none, as Auth.js allows. */
export function nameProvider(config: AnyConfig, provider: ProviderConfig): ProviderConfig {
  if (config.compatibility !== 'authjs' || !isNameless(provider)) return provider
  return { ...provider, name: provider.id }
}

/** Finds what Auth.js accepts in providers, and Latchkey does not without `compatibility`. */
export function* toleratedInProviders(
  { compatibility }: AnyConfig,
  providers: readonly ProviderConfig[],
): Generator<TypedAuthError> {
  if (compatibility !== 'authjs') return
  for (const provider of providers) {
    if (isNameless(provider)) {
      yield new InvalidProviderConfig(
        `The provider "${provider.id}" has no \`name\`, so pages show its id. Add \`name\`.`,
      )
    }
    for (const [option, url] of isOAuthConfig(provider) ? httpUrlsOf(provider) : []) {
      yield new InvalidEndpoints(
        `\`${option}\` of the provider "${provider.id}" uses http, so anyone on the network can read and change its answers: ${formatValue(url)}. Use https.`,
      )
    }
  }
}

function isNameless(provider: ProviderConfig): boolean {
  return typeof provider?.id === 'string' && !provider.name
}

function isOAuthConfig(provider: ProviderConfig): provider is OAuthConfig<AnyProfile> {
  return provider?.type === 'oauth' || provider?.type === 'oidc'
}

import { parseUrl } from '../http/parse-url.js'
import type { Adapter } from '../model/adapter.js'
import type { OAuthConfig } from '../model/oauth.js'
import type { AnyProfile, ProviderConfig } from '../model/provider.js'

/** Marks a provider whose factory names the server, so that the app cannot have changed it. */
export const namedByFactory: unique symbol = Symbol.for('latchkey.named-by-factory')

/** Whether an object of provider options names the server by its issuer or metadata URL. */
export function namesServer(options: object): boolean {
  return ['issuer', 'wellKnown'].some((name) => Boolean(Reflect.get(options, name)))
}

/** Whether the app's config names the server, so that its accounts may come from another one. */
export function isIssuerChosenByApp(provider: OAuthConfig<AnyProfile>): boolean {
  const isFixed = Reflect.get(provider, namedByFactory) === true
  if (namesServer(provider)) return !isFixed
  const isDefault = Object.entries(provider.variables ?? {}).every(
    ([name, value]) => Reflect.get(provider, name) === value,
  )
  return !isDefault && instanceOf(provider) !== undefined
}

/**
 * Returns the server's origin if an option of the app selects the server, by URL, host or
 * subdomain. Accounts of two servers must not be mixed up.
 */
export function instanceOf(provider: OAuthConfig<AnyProfile>): string | undefined {
  const { token, variables = {} } = provider
  const { origin, host } = parseUrl((typeof token === 'object' ? token.url : token) ?? '') ?? {}
  const picks = Object.keys(variables).map((name): unknown => Reflect.get(provider, name))
  const isPicked = picks.some(
    (value) =>
      typeof value === 'string' &&
      value !== '' &&
      (parseUrl(value)?.origin === origin || `${host}.`.startsWith(`${value}.`)),
  )
  return isPicked ? origin : undefined
}

/**
 * Explains which providers have accounts that cannot show their issuer. With `updateAccount` the
 * account stores it. With `getAccount` the stored ID token names it, which only OpenID Connect has.
 */
export function explainUnknownIssuers(
  adapter: Adapter | undefined,
  providers: readonly ProviderConfig[],
): string | undefined {
  if (!adapter || typeof adapter.updateAccount === 'function') return undefined
  const canReadToken = typeof adapter.getAccount === 'function'
  const ids = providers.flatMap((provider) => {
    const isOAuth = provider.type === 'oauth' || provider.type === 'oidc'
    if (!isOAuth || !isIssuerChosenByApp(provider)) return []
    return provider.type === 'oidc' && canReadToken ? [] : [`"${provider.id}"`]
  })
  if (ids.length === 0) return undefined
  return (
    `The adapter has no method \`updateAccount\`, so accounts of ${ids.join(', ')} do not store their issuer. ` +
    'If you change the issuer, users of the new one can sign in as users of the old one. ' +
    'Use an adapter with `updateAccount`, or give the provider another `id` whenever you change its issuer.'
  )
}

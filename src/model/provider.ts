import type { CredentialInputs, CredentialsConfig } from './credentials.js'
import type { EmailConfig, EmailUserConfig } from './email.js'
import type { OAuth2Config, OAuthConfig, OAuthUserConfig, OIDCConfig } from './oauth.js'
import type { OAuthProviderId } from './built-in-ids.js'
import type { WebAuthnConfig, WebAuthnProviderType, WebAuthnUserConfig } from './webauthn.js'

/** How a provider lets people sign in. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | WebAuthnProviderType

/** Types of the providers whose sign-in need not leave the page. */
export type RedirectableProviderType = 'email' | 'credentials'

/** What every provider has. */
export interface CommonProviderOptions {
  /** Unique among the providers; part of the URL. */
  id: string
  /** Shown on the built-in sign-in page: "Sign in with <name>". */
  name: string
  type: ProviderType
}

/** A provider with the URLs that it is served under. */
export interface AppProvider extends CommonProviderOptions {
  /** Where a sign-in is finished. */
  callbackUrl: string
  /** Where a sign-in is started. */
  signinUrl: string
}

/** What anyone may know of a provider: the answer of the `providers` endpoint. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

/**
 * The profile of a provider that is not known by type.
 *
 * It is `any` for two reasons: a list of providers holds callbacks for unrelated profiles, which no
 * other type accepts, and a `profile` callback written in place may read what its service sends.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- for the two reasons above
export type AnyProfile = any

/** A provider as an object. */
export type ProviderConfig<P = AnyProfile> =
  OIDCConfig<P> | OAuth2Config<P> | EmailConfig | CredentialsConfig | WebAuthnConfig

/** A provider as a function that makes it when called without options. */
export type ProviderFactory<P = AnyProfile> = (options: Record<never, never>) => ProviderConfig<P>

/** An entry of `providers`: a provider, or a function that returns one. */
export type Provider<P = AnyProfile> = ProviderConfig<P> | ProviderFactory<P>

/** Factories of the built-in providers, by id. */
export type BuiltInProviders = Record<
  Exclude<OAuthProviderId, WebAuthnProviderType | 'passkey'>,
  (options?: OAuthUserConfig<AnyProfile>) => OAuthConfig<AnyProfile>
> &
  Record<'email', (options?: EmailUserConfig) => EmailConfig> &
  Record<
    'credentials',
    <C extends CredentialInputs>(options: Partial<CredentialsConfig<C>>) => CredentialsConfig<C>
  > &
  Record<WebAuthnProviderType | 'passkey', (options?: WebAuthnUserConfig) => WebAuthnConfig>

/** Id of a built-in provider. */
export type BuiltInProviderType = RedirectableProviderType | OAuthProviderId | WebAuthnProviderType

/** A list of providers, those of the built-in factories included. */
export type AppProviders = (Provider | ReturnType<BuiltInProviders[keyof BuiltInProviders]>)[]

import type { CredentialInputs, CredentialsConfig } from './credentials.js'
import type { EmailConfig, EmailUserConfig } from './email.js'
import type { OAuth2Config, OAuthConfig, OAuthUserConfig, OIDCConfig } from './oauth.js'
import type { OAuthProviderId } from './built-in-ids.js'
import type { WebAuthnConfig, WebAuthnProviderType, WebAuthnUserConfig } from './webauthn.js'

/** How users sign in with a provider. */
export type ProviderType = 'oidc' | 'oauth' | 'email' | 'credentials' | WebAuthnProviderType

/** Types of providers that can sign a user in without leaving the page. */
export type RedirectableProviderType = 'email' | 'credentials'

/** The fields of every provider. */
export interface CommonProviderOptions {
  /** Must be unique among your providers. Part of the URL. */
  id: string
  /** Shown on the built-in sign-in page: "Sign in with <name>". */
  name: string
  type: ProviderType
}

/** A provider with its URLs. */
export interface AppProvider extends CommonProviderOptions {
  /** URL where a sign-in ends. */
  callbackUrl: string
  /** URL where a sign-in starts. */
  signinUrl: string
}

/** The public data of a provider, as the `providers` endpoint returns it. */
export interface PublicProvider {
  id: string
  name: string
  type: ProviderType
  signinUrl: string
  callbackUrl: string
}

/**
 * A profile of unknown type.
 *
 * It is `any` for two reasons. A list of providers contains callbacks for unrelated profiles, and
 * only `any` accepts them all. And a `profile` callback that you write inline may read any field
 * that the provider sends.
 */
// oxlint-disable-next-line typescript/no-explicit-any -- for the two reasons above
export type AnyProfile = any

/** A provider as an object. */
export type ProviderConfig<P = AnyProfile> =
  OIDCConfig<P> | OAuth2Config<P> | EmailConfig | CredentialsConfig | WebAuthnConfig

/** A function that returns a provider when it is called without options. */
export type ProviderFactory<P = AnyProfile> = (options: Record<never, never>) => ProviderConfig<P>

/**
 * A credentials provider of `@auth/core`. The attributes of its fields have the types of another
 * JSX library.
 */
export interface AuthJsCredentialsConfig extends Omit<CredentialsConfig, 'credentials'> {
  credentials: Record<string, { label?: string | undefined }>
}

/** An element of `providers`: a provider, or a function that returns one. */
export type Provider<P = AnyProfile> =
  ProviderConfig<P> | ProviderFactory<P> | AuthJsCredentialsConfig

/** Factories of the built-in providers, keyed by id. */
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

/** A list of providers, which may include the built-in ones. */
export type AppProviders = (Provider | ReturnType<BuiltInProviders[keyof BuiltInProviders]>)[]

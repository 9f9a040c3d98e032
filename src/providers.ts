// The type imports of `@auth/core/providers` have these names.
export type { OAuthProviderId as OAuthProviderType } from './model/built-in-ids.js'
export type { CredentialInput, CredentialsConfig } from './model/credentials.js'
export type { EmailConfig, EmailUserConfig } from './model/email.js'
export type {
  OAuth2Config,
  OAuthConfig,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
} from './model/oauth.js'
export type {
  AppProvider,
  BuiltInProviders,
  BuiltInProviderType,
  CommonProviderOptions,
  Provider,
  ProviderType,
  RedirectableProviderType,
} from './model/provider.js'
export type { WebAuthnConfig } from './model/webauthn.js'

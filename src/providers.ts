// The type imports of `@auth/core/providers` have these names.
export type {
  CredentialsProviderId,
  EmailProviderId,
  OAuthProviderId,
  OAuthProviderId as OAuthProviderType,
  ProviderId,
} from './model/built-in-ids.js'
export type { CredentialInput, CredentialsConfig } from './model/credentials.js'
export type {
  EmailConfig,
  EmailProviderType,
  EmailUserConfig,
  VerificationRequestParams as EmailProviderSendVerificationRequestParams,
} from './model/email.js'
export type {
  AuthorizationEndpointHandler,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from './model/oauth-endpoints.js'
export type { OAuthChecks } from './model/oauth-parameters.js'
export type {
  AccountCallback,
  LogoPart,
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
} from './model/oauth.js'
export type {
  AppProvider,
  AppProviders,
  BuiltInProviders,
  BuiltInProviderType,
  CommonProviderOptions,
  Provider,
  ProviderType,
  RedirectableProviderType,
} from './model/provider.js'
export type { WebAuthnConfig } from './model/webauthn.js'

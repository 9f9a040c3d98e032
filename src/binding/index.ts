export { listActivity } from './activity-calls.js'
export type { AuthCookieOptions, AuthEvent } from './event.js'
export type { Exposed } from './exposed.js'
export type { SessionLoader, SessionSource } from './instances.js'
export { authorizedFetch, getAccessToken } from './token-calls.js'
export {
  addFactor,
  checkSecondFactor,
  confirmIdentity,
  getAuthentication,
  listFactors,
  makeRecoveryCodes,
  offerFactor,
  removeFactor,
  type FactorInput,
  type RecoveryCodesResult,
} from './factor-calls.js'
export {
  changeEmail,
  changePassword,
  removePassword,
  requestPasswordReset,
  resetPassword,
  signUp,
  verifyEmail,
  type PasswordInput,
} from './password-calls.js'
export { requireSession, type GuardOptions } from './require-session.js'
export { getSession, updateSession } from './session-calls.js'
export {
  AuthError,
  CredentialsSignin,
  customFetch,
  setEnvDefaults,
  skipCSRFCheck,
  type Activity,
  type ActivityOptions,
  type ActivityPage,
  type AddFactorCall,
  type AddressCall,
  type ChangeEmailCall,
  type ChangePasswordCall,
  type ConfirmCall,
  type CredentialsSigninOptions,
  type FactorCall,
  type ListedFactor,
  type ListedFactors,
  type OfferedFactor,
  type PasswordCall,
  type RemoveFactorCall,
  type RemovePasswordCall,
  type ResetPasswordCall,
  type SecondFactorCall,
  type SignUpCall,
  type UserAuthentication,
} from '../core.js'
export type {
  Adapter,
  AdapterAccount,
  AdapterAuthenticator,
  AdapterFactor,
  AdapterFactorUse,
  AdapterNewcomer,
  AdapterPassword,
  AdapterSession,
  AdapterSessionDetails,
  AdapterUnlinking,
  AdapterLease,
  AdapterStoredTokens,
  AdapterTokenSwap,
  AdapterUser,
  Authenticator,
  AuthenticatorDetails,
  VerificationToken,
} from '../model/adapter.js'
export type {
  AuditEvent,
  AuditOutcome,
  AuditQuery,
  AuditRecord,
  AuditSink,
} from '../model/audit.js'
export type { Compatibility } from '../model/compatibility.js'
export type { Awaitable } from '../model/awaitable.js'
export type { OAuthProviderId } from '../model/built-in-ids.js'
export type {
  CallbacksOptions,
  JWTCallbackParams,
  JWTReadParams,
  JWTSignInParams,
  JWTUpdateParams,
  RedirectCallbackParams,
  SessionCallbackParams,
  SessionInCallback,
  SignInCallbackParams,
} from '../model/callbacks.js'
export type {
  AuthConfig,
  EnvGetter,
  EnvSource,
  FrameworkAuthConfig,
  QwikAuthConfig,
} from '../model/config.js'
export type {
  CredentialInput,
  CredentialInputs,
  CredentialsConfig,
  CredentialValue,
  CredentialValues,
} from '../model/credentials.js'
export type {
  EmailConfig,
  EmailUserConfig,
  MailPurpose,
  SendingProvider,
  SignInMail,
  VerificationRequestParams,
} from '../model/email.js'
export type {
  EventCallbacks,
  LinkAccountEvent,
  SessionEvent,
  SignInEvent,
  SignOutEvent,
  UpdateUserEvent,
  TokenRefusedEvent,
  UserEvent,
} from '../model/events.js'
export type { Attempt, AttemptCount, LimitsOptions, LimitStore, Rate } from '../model/limits.js'
export type {
  AccountCallback,
  AuthorizationEndpointHandler,
  AuthorizationParameters,
  CallbackParamsType,
  Client,
  CommonOAuthConfig,
  EndpointFetch,
  EndpointHandler,
  EndpointRequest,
  EndpointRequestChanges,
  EndpointRequestContext,
  OAuth2Config,
  OAuthCallbackChecks,
  OAuthChecks,
  OAuthConfig,
  OAuthEndpointType,
  OAuthHandlerProvider,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  OpenIDCallbackChecks,
  Preparable,
  PrepareRequest,
  PrivateKey,
  ProfileCallback,
  ProfileContext,
  ProfileUser,
  ResolvedEndpoint,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../model/oauth.js'
export type {
  CookieOption,
  CookieSerializeOptions,
  CookiesOptions,
  JWTDecodeParams,
  JWTEncodeParams,
  JWTOptions,
  ErrorCode,
  LoggerInstance,
  Overrides,
  PagesOptions,
  SessionOptions,
  SessionStrategy,
  Theme,
} from '../model/options.js'
export type { ErrorWithText, ErrorWords, PageTexts } from '../model/page-texts.js'
export type {
  DoneWords,
  PasswordMailKind,
  PasswordMailWords,
  PasswordTexts,
} from '../model/password-texts.js'
export type { TextOverrides } from '../model/text-overrides.js'
export type {
  AnyProfile,
  AppProvider,
  AppProviders,
  AuthJsCredentialsConfig,
  BuiltInProviderType,
  BuiltInProviders,
  CommonProviderOptions,
  Provider,
  ProviderConfig,
  ProviderFactory,
  ProviderType,
  PublicProvider,
  RedirectableProviderType,
} from '../model/provider.js'
export type {
  Account,
  DefaultJWT,
  DefaultSession,
  JWT,
  PostalAddress,
  Profile,
  Session,
  TokenSet,
  User,
} from '../model/records.js'
export type {
  ActionFailure,
  ActionSuccess,
  GetSessionResult,
  SignInFailure,
  SignInInput,
  SignInOptions,
  SignInResult,
  SignOutFailure,
  SignOutInput,
  SignOutResult,
} from '../model/results.js'
export type {
  RelayingParty,
  SimpleWebAuthn,
  WebAuthnAuthenticationOptions,
  WebAuthnConfig,
  WebAuthnHookOptions,
  WebAuthnHookRequest,
  WebAuthnProviderType,
  WebAuthnRegistrationOptions,
  WebAuthnUserConfig,
  WebAuthnUserInfo,
  WebAuthnVerificationOptions,
} from '../model/webauthn.js'

export {
  deleteAccount,
  describeAccount,
  describePendingDeletion,
  exportAccount,
  keepAccount,
  removePasskey,
  revokeOtherSessions,
  unlinkAccount,
  updateProfile,
} from './account-calls.js'
export { listActivity } from './activity-calls.js'
export { issueCsrfToken } from './csrf-call.js'
export type { ActionEvent, AnswerableEvent, AuthCookieOptions, AuthEvent } from './event.js'
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
  describeMailedLink,
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
  type AccountData,
  type AccountDescription,
  type AccountProblem,
  type AccountsSection,
  type AccountUser,
  type AddressSection,
  type ConnectableProvider,
  type ConnectedAccount,
  type PasskeysSection,
  type PasswordSection,
  type PendingDeletionDescription,
  type SecondFactorSection,
  type AddFactorCall,
  type AddressCall,
  type ChangeEmailCall,
  type ChangePasswordCall,
  type ConfirmCall,
  type CredentialsSigninOptions,
  type FactorCall,
  type ListedFactor,
  type ListedFactors,
  type MailedLinkDescription,
  type MailedLinkPage,
  type OfferedFactor,
  type PasswordCall,
  type RemoveFactorCall,
  type RemovePasswordCall,
  type ResetPasswordCall,
  type SecondFactorCall,
  type SignUpCall,
  type UserAuthentication,
  type VerifyEmailCall,
} from '../core.js'
export type {
  Adapter,
  AdapterAccount,
  AdapterAccountType,
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
export type { PublishedAdapter, PublishedAdapterUser } from '../model/published-adapter.js'
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
  DeleteUserEvent,
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
  AuthorizationEndpointHandler,
  EndpointFetch,
  EndpointHandler,
  EndpointRequest,
  EndpointRequestChanges,
  EndpointRequestContext,
  OAuthHandlerProvider,
  Preparable,
  PrepareRequest,
  ResolvedEndpoint,
  TokenEndpointHandler,
  UserinfoEndpointHandler,
} from '../model/oauth-endpoints.js'
export type {
  AuthorizationParameters,
  CallbackParamsType,
  OAuthCallbackChecks,
  OAuthChecks,
  OpenIDCallbackChecks,
  PrivateKey,
} from '../model/oauth-parameters.js'
export type {
  AccountCallback,
  Client,
  CommonOAuthConfig,
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthProviderButtonStyles,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
  ProfileCallback,
  ProfileContext,
  ProfileUser,
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
export type { AccountTexts } from '../model/account-texts.js'
export type { LanguagePack, TextLoader } from '../model/language-pack.js'
export type { FactorMailWords, FactorTexts } from '../model/factor-texts.js'
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
  DefaultUser,
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

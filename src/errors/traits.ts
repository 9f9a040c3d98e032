/** How the library responds to an error. */
export interface ErrorTraits {
  /** HTTP status of the response, if the error does not lead to a redirect. */
  readonly status: number
  /**
   * The page that the visitor is redirected to. `signIn` is the page with the form that was posted.
   * `none` responds with the status instead.
   */
  readonly page: 'signIn' | 'error' | 'none'
  /**
   * Whether the client may see the type. Otherwise the client receives `Configuration`, and only
   * the log has the details.
   */
  readonly visible: boolean
  /** The log level. Errors that any visitor can cause have a low level. */
  readonly level: 'error' | 'warn' | 'debug'
}

/** The `type` of every error of this library. */
export type AuthErrorType =
  | 'LogoutTokenInvalid'
  | 'OAuthAttemptLost'
  | 'OAuthCallbackError'
  | 'OAuthMetadataInvalid'
  | 'OAuthProfileParseError'
  | 'OAuthRequestFailed'
  | 'OAuthResponseInvalid'
  | 'InvalidEndpoints'
  | 'MissingClientId'
  | 'MissingClientSecret'
  | 'AccessDenied'
  | 'CredentialsSignin'
  | 'MissingCSRF'
  | 'CrossSiteRequest'
  | 'MisdirectedRequest'
  | 'UnknownAction'
  | 'InvalidProvider'
  | 'MethodNotAllowed'
  | 'InvalidRequestBody'
  | 'RequestBodyTooLarge'
  | 'InvalidConfig'
  | 'InvalidBasePath'
  | 'InvalidOrigin'
  | 'InvalidCookieOptions'
  | 'InvalidGracePeriod'
  | 'InvalidPage'
  | 'InvalidSessionOptions'
  | 'InvalidProviderConfig'
  | 'DuplicateProvider'
  | 'ExperimentalFeatureNotEnabled'
  | 'MissingAuthorize'
  | 'MissingProviders'
  | 'MissingSecret'
  | 'WeakSecret'
  | 'DuplicateConditionalUI'
  | 'MissingWebAuthnAutocomplete'
  | 'MissingAdapter'
  | 'MissingAdapterMethods'
  | 'MissingMailer'
  | 'UntrustedHost'
  | 'CallbackRouteError'
  | 'EventError'
  | 'InvalidRedirect'
  | 'JWTSessionError'
  | 'SessionTooLarge'
  | 'AccountNotLinked'
  | 'OAuthAccountNotLinked'
  | 'LastSignInMethod'
  | 'InvalidEmailAddress'
  | 'EmailSignInError'
  | 'Verification'
  | 'InvalidPassword'
  | 'InvalidCode'
  | 'PendingSignInLost'
  | 'ConfirmationRequired'
  | 'InvalidUserName'
  | 'InvalidName'
  | 'WebAuthnVerificationError'
  | 'TooManyRequests'
  | 'ServerBusy'
  | 'SessionRequired'
  | 'AdapterError'
  | 'SessionTokenError'
  | 'SignOutError'
  | 'ReauthRequired'
  | 'ScopeMissing'
  | 'TokenUnavailable'
  | 'InvalidTokenOrigin'

/** The traits of each error. */
export const errorTraits: Readonly<Record<AuthErrorType, ErrorTraits>> = {
  // The visitor sees the reason and can act on it.
  AccessDenied: { status: 403, page: 'error', visible: true, level: 'debug' },
  CredentialsSignin: { status: 401, page: 'signIn', visible: true, level: 'debug' },
  MissingCSRF: { status: 403, page: 'signIn', visible: true, level: 'debug' },
  CrossSiteRequest: { status: 403, page: 'none', visible: true, level: 'warn' },

  // A sign-in at a provider failed. The user can try again.
  OAuthAttemptLost: { status: 400, page: 'signIn', visible: true, level: 'debug' },
  OAuthCallbackError: { status: 403, page: 'signIn', visible: true, level: 'warn' },
  OAuthMetadataInvalid: { status: 502, page: 'signIn', visible: true, level: 'error' },
  OAuthProfileParseError: { status: 502, page: 'signIn', visible: true, level: 'error' },
  OAuthRequestFailed: { status: 502, page: 'signIn', visible: true, level: 'error' },
  OAuthResponseInvalid: { status: 502, page: 'signIn', visible: true, level: 'error' },

  // The account belongs, or may belong, to another user.
  AccountNotLinked: { status: 403, page: 'signIn', visible: true, level: 'debug' },
  OAuthAccountNotLinked: { status: 403, page: 'signIn', visible: true, level: 'debug' },
  LastSignInMethod: { status: 409, page: 'none', visible: true, level: 'debug' },
  SessionRequired: { status: 401, page: 'signIn', visible: true, level: 'debug' },

  // Sign-in by e-mail.
  InvalidEmailAddress: { status: 400, page: 'signIn', visible: true, level: 'debug' },
  EmailSignInError: { status: 502, page: 'signIn', visible: true, level: 'error' },
  Verification: { status: 403, page: 'error', visible: true, level: 'debug' },

  // Passwords. The form shows the reason again.
  InvalidPassword: { status: 422, page: 'signIn', visible: true, level: 'debug' },
  InvalidUserName: { status: 422, page: 'signIn', visible: true, level: 'debug' },

  // The account page. The form shows the reason again.
  InvalidName: { status: 422, page: 'signIn', visible: true, level: 'debug' },

  // Second factors. The form shows the reason again, or the user starts again.
  InvalidCode: { status: 403, page: 'signIn', visible: true, level: 'debug' },
  PendingSignInLost: { status: 401, page: 'signIn', visible: true, level: 'debug' },
  ConfirmationRequired: { status: 401, page: 'signIn', visible: true, level: 'debug' },

  // Passkeys. The page shows the message next to the button.
  WebAuthnVerificationError: { status: 403, page: 'none', visible: true, level: 'debug' },

  // Access tokens. The app decides what the user sees.
  ReauthRequired: { status: 401, page: 'none', visible: true, level: 'debug' },
  ScopeMissing: { status: 403, page: 'none', visible: true, level: 'debug' },
  InvalidTokenOrigin: { status: 500, page: 'none', visible: false, level: 'error' },
  TokenUnavailable: { status: 503, page: 'none', visible: true, level: 'error' },

  // The library does not answer such a request.
  MisdirectedRequest: { status: 421, page: 'none', visible: true, level: 'warn' },
  UnknownAction: { status: 404, page: 'none', visible: true, level: 'debug' },
  InvalidProvider: { status: 404, page: 'none', visible: true, level: 'debug' },
  MethodNotAllowed: { status: 405, page: 'none', visible: true, level: 'debug' },
  LogoutTokenInvalid: { status: 400, page: 'none', visible: true, level: 'warn' },
  InvalidRequestBody: { status: 400, page: 'none', visible: true, level: 'debug' },
  TooManyRequests: { status: 429, page: 'none', visible: true, level: 'debug' },
  ServerBusy: { status: 503, page: 'none', visible: true, level: 'warn' },
  RequestBodyTooLarge: { status: 413, page: 'none', visible: true, level: 'debug' },

  // The config is wrong. These errors are found before any flow runs.
  InvalidConfig: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidBasePath: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidOrigin: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidCookieOptions: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidGracePeriod: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidPage: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidSessionOptions: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidProviderConfig: { status: 500, page: 'none', visible: false, level: 'error' },
  DuplicateProvider: { status: 500, page: 'none', visible: false, level: 'error' },
  ExperimentalFeatureNotEnabled: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingAuthorize: { status: 500, page: 'none', visible: false, level: 'error' },
  InvalidEndpoints: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingClientId: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingClientSecret: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingProviders: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingSecret: { status: 500, page: 'none', visible: false, level: 'error' },
  WeakSecret: { status: 500, page: 'none', visible: false, level: 'error' },
  DuplicateConditionalUI: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingWebAuthnAutocomplete: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingAdapter: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingAdapterMethods: { status: 500, page: 'none', visible: false, level: 'error' },
  MissingMailer: { status: 500, page: 'none', visible: false, level: 'error' },
  UntrustedHost: { status: 500, page: 'none', visible: false, level: 'error' },

  // The adapter, a callback or a session failed.
  AdapterError: { status: 500, page: 'error', visible: false, level: 'error' },
  CallbackRouteError: { status: 500, page: 'error', visible: false, level: 'error' },
  EventError: { status: 500, page: 'error', visible: false, level: 'error' },
  InvalidRedirect: { status: 500, page: 'error', visible: false, level: 'error' },
  JWTSessionError: { status: 500, page: 'error', visible: false, level: 'error' },
  SessionTokenError: { status: 500, page: 'error', visible: false, level: 'error' },
  SessionTooLarge: { status: 500, page: 'error', visible: false, level: 'error' },
  SignOutError: { status: 500, page: 'error', visible: false, level: 'error' },
}

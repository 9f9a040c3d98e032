/** How an error of the family is shown to the outside. */
export interface ErrorTraits {
  /** HTTP status of the answer when the error is not turned into a redirect. */
  readonly status: number
  /** The page to which a visitor is sent; `none` answers in place, with the status. */
  readonly page: 'signIn' | 'error' | 'none'
  /** Whether the client may see the type; otherwise it is told `Configuration` and the log has the rest. */
  readonly visible: boolean
}

/** The literal `type` of every error of the family. */
export type AuthErrorType =
  | 'AccessDenied'
  | 'CredentialsSignin'
  | 'MissingCSRF'
  | 'CrossSiteRequest'
  | 'UnknownAction'
  | 'InvalidProvider'
  | 'MethodNotAllowed'
  | 'InvalidRequestBody'
  | 'RequestBodyTooLarge'
  | 'InvalidConfig'
  | 'InvalidBasePath'
  | 'InvalidOrigin'
  | 'InvalidCookieOptions'
  | 'InvalidPage'
  | 'InvalidSessionOptions'
  | 'InvalidProviderConfig'
  | 'DuplicateProvider'
  | 'ExperimentalFeatureNotEnabled'
  | 'MissingAuthorize'
  | 'MissingProviders'
  | 'MissingSecret'
  | 'WeakSecret'
  | 'UnsupportedProvider'
  | 'UnsupportedStrategy'
  | 'UntrustedHost'
  | 'CallbackRouteError'
  | 'EventError'
  | 'InvalidRedirect'
  | 'JWTSessionError'
  | 'SessionTooLarge'

/** How each of them is shown. */
export const errorTraits: Readonly<Record<AuthErrorType, ErrorTraits>> = {
  // A visitor is told why, and can do something about it.
  AccessDenied: { status: 403, page: 'error', visible: true },
  CredentialsSignin: { status: 401, page: 'signIn', visible: true },
  MissingCSRF: { status: 403, page: 'signIn', visible: true },
  CrossSiteRequest: { status: 403, page: 'none', visible: true },

  // The request itself is not one that we answer.
  UnknownAction: { status: 404, page: 'none', visible: true },
  InvalidProvider: { status: 404, page: 'none', visible: true },
  MethodNotAllowed: { status: 405, page: 'none', visible: true },
  InvalidRequestBody: { status: 400, page: 'none', visible: true },
  RequestBodyTooLarge: { status: 413, page: 'none', visible: true },

  // The application is set up wrongly; found before any flow runs.
  InvalidConfig: { status: 500, page: 'none', visible: false },
  InvalidBasePath: { status: 500, page: 'none', visible: false },
  InvalidOrigin: { status: 500, page: 'none', visible: false },
  InvalidCookieOptions: { status: 500, page: 'none', visible: false },
  InvalidPage: { status: 500, page: 'none', visible: false },
  InvalidSessionOptions: { status: 500, page: 'none', visible: false },
  InvalidProviderConfig: { status: 500, page: 'none', visible: false },
  DuplicateProvider: { status: 500, page: 'none', visible: false },
  ExperimentalFeatureNotEnabled: { status: 500, page: 'none', visible: false },
  MissingAuthorize: { status: 500, page: 'none', visible: false },
  MissingProviders: { status: 500, page: 'none', visible: false },
  MissingSecret: { status: 500, page: 'none', visible: false },
  WeakSecret: { status: 500, page: 'none', visible: false },
  UnsupportedProvider: { status: 500, page: 'none', visible: false },
  UnsupportedStrategy: { status: 500, page: 'none', visible: false },
  UntrustedHost: { status: 500, page: 'none', visible: false },

  // Something that we called failed.
  CallbackRouteError: { status: 500, page: 'error', visible: false },
  EventError: { status: 500, page: 'error', visible: false },
  InvalidRedirect: { status: 500, page: 'error', visible: false },
  JWTSessionError: { status: 500, page: 'error', visible: false },
  SessionTooLarge: { status: 500, page: 'error', visible: false },
}

/** Names that differ. `routeAuth$` is the initializer that is safe without the Vite plugin. */
export const renamed: ReadonlyMap<string, string> = new Map([
  ['QwikAuth$', 'routeAuth$'],
  ['QwikAuthQrl', 'routeAuthQrl'],
  ['QwikAuthConfig', 'FrameworkAuthConfig'],
  ['serverAuth$', 'routeAuth$'],
  ['serverAuthQrl', 'routeAuthQrl'],
])

/** The names of `@auth/qwik` and `@builder.io/qwik-auth`. */
export const bindingNames: ReadonlySet<string> = setOf(
  'Account AuthError CredentialsSignin DefaultSession GetSessionResult Profile Session User',
  'customFetch setEnvDefaults',
)

/** The types of `@auth/core/types`, `adapters` and `providers`, which our binding exports. */
export const typeNames: ReadonlySet<string> = setOf(
  'Account AuthConfig Authenticator Awaitable CallbacksOptions CookieOption CookiesOptions',
  'DefaultSession DefaultUser EventCallbacks LoggerInstance PagesOptions Profile PublicProvider Session',
  'SessionStrategy Theme TokenSet User',
  'Adapter AdapterAccount AdapterAccountType AdapterAuthenticator AdapterSession AdapterUser VerificationToken',
  'AccountCallback AppProvider AppProviders AuthorizationEndpointHandler BuiltInProviders',
  'BuiltInProviderType CommonProviderOptions CredentialInput CredentialsConfig EmailConfig',
  'EmailUserConfig OAuth2Config OAuthChecks OAuthConfig OAuthEndpointType',
  'OAuthProviderButtonStyles OAuthProviderId OAuthUserConfig OIDCConfig OIDCUserConfig',
  'ProfileCallback Provider ProviderType RedirectableProviderType TokenEndpointHandler',
  'RelayingParty UserinfoEndpointHandler WebAuthnConfig WebAuthnProviderType',
)

/** Types that the binding lacks, and the entry points that have them. */
export const namesElsewhere: ReadonlyMap<string, string> = new Map([
  ['AuthAction', 'latchkey/types'],
  ['CredentialsProviderId', 'latchkey/providers'],
  ['EmailProviderId', 'latchkey/providers'],
  ['EmailProviderSendVerificationRequestParams', 'latchkey/providers'],
  ['EmailProviderType', 'latchkey/providers'],
  ['ProviderId', 'latchkey/providers'],
])

/** The names of `@auth/core`. */
export const coreNames: ReadonlySet<string> = setOf(
  'Auth AuthConfig createActionURL customFetch isAuthAction raw setEnvDefaults skipCSRFCheck',
)

/** The names of `@auth/core/jwt`. */
export const jwtNames: ReadonlySet<string> = setOf(
  'DefaultJWT GetTokenParams JWT JWTDecodeParams JWTEncodeParams JWTOptions decode encode getToken',
)

/** The names of `@auth/core/errors`. */
export const errorNames: ReadonlySet<string> = setOf(
  'AccessDenied AccountNotLinked AdapterError AuthError CallbackRouteError CredentialsSignin',
  'DuplicateConditionalUI EmailSignInError ErrorPageLoop EventError ExperimentalFeatureNotEnabled',
  'InvalidCallbackUrl InvalidCheck InvalidEndpoints InvalidProvider JWTSessionError MissingAdapter MissingAdapterMethods',
  'MissingAuthorize MissingCSRF MissingSecret MissingWebAuthnAutocomplete OAuthAccountNotLinked',
  'OAuthCallbackError OAuthProfileParseError OAuthSignInError SessionTokenError SignInError',
  'SignOutError UnknownAction UnsupportedStrategy UntrustedHost Verification WebAuthnVerificationError',
)

/** Types beside a provider that ours does not have. */
export const missingBesideProviders: ReadonlySet<string> = setOf(
  'Achievement AgeRange AppleNonConformUser BattleNetIssuer Birthday Campus CampusUser',
  'CredentialInput CredentialsConfig CredentialsProviderId CursusUser DateTime',
  'DEFAULT_SIMPLEWEBAUTHN_BROWSER_VERSION DEFAULT_WEBAUTHN_TIMEOUT DuendeISUser EmailConfig',
  'EmailProviderId EmailProviderSendVerificationRequestParams EmailProviderType EmailUserConfig',
  'ExpertisesUser Gender GetUserInfo GitHubEmail HuggingfaceProfile Image LanguagesUser',
  'LoopsConfig LoopsUserConfig NodemailerConfig NodemailerUserConfig OAuthNetSuiteOptions',
  'OryHydraProfile OsuUserCompact Owner Person PingProfile ProjectUser RelayingParty SpotifyImage',
  'TiktokProfile TitlesUser TraktUser User UserData VkProfile WebAuthnConfig',
  'WebAuthnProviderType WikimediaGrant WikimediaGroup WikimediaRight',
)

function setOf(...names: readonly string[]): ReadonlySet<string> {
  return new Set(names.flatMap((line) => line.split(' ')))
}

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import ts from 'typescript'
import { describe, expect, it } from 'vitest'
import { importSpecifiers } from '../support/import-specifiers.js'

/** The same on both versions of Qwik. */
const shared = {
  values: `
    deleteAccount describeAccount describePendingDeletion exportAccount keepAccount removePasskey revokeOtherSessions unlinkAccount updateProfile
    AuthError CredentialsSignin FrameworkAuth$ FrameworkAuthQrl QwikAuth$ QwikAuthQrl addFactor authorizedFetch changeEmail changePassword checkSecondFactor confirmIdentity customFetch describeMailedLink findAuthConfig getAccessToken getAuthentication getSession issueCsrfToken listActivity listFactors makeRecoveryCodes offerFactor removeFactor removePassword
    requestPasswordReset requireSession resetPassword routeAuth$ routeAuthQrl setEnvDefaults signUp skipCSRFCheck updateSession verifyEmail`,
  types: `
    AccountData AccountDescription AccountProblem AccountUser AccountsSection AddressSection ConnectableProvider ConnectedAccount PasskeysSection PasswordSection PendingDeletionDescription SecondFactorSection
    Account AccountCallback AccountTexts ActionEvent AnswerableEvent FactorMailWords FactorTexts Activity ActivityOptions ActivityPage AuditEvent AuditOutcome AuditQuery AuditRecord AuditSink ActionFailure ActionSuccess Adapter AdapterAccount AdapterAccountType AddressCall ChangeEmailCall ChangePasswordCall
    AddFactorCall ConfirmCall FactorCall FactorInput ListedFactor ListedFactors OfferedFactor RecoveryCodesResult RemoveFactorCall SecondFactorCall UserAuthentication
    DoneWords MailPurpose MailedLinkDescription MailedLinkPage PasswordCall PasswordInput PasswordMailKind PasswordMailWords PasswordTexts RemovePasswordCall ResetPasswordCall SendingProvider SignUpCall VerifyEmailCall
    AdapterAuthenticator AdapterFactor AdapterFactorUse AdapterLease AdapterNewcomer AdapterPassword AdapterSession AdapterSessionDetails AdapterStoredTokens AdapterTokenSwap AdapterUnlinking AdapterUser AnyProfile AppProvider AppProviders
    Attempt AttemptCount AuthConfig AuthCookieOptions AuthEvent AuthJsCredentialsConfig Authenticator AuthenticatorDetails AuthorizationEndpointHandler AuthorizationParameters Awaitable
    BuiltInProviderType BuiltInProviders CallbackParamsType CallbacksOptions Client
    CommonOAuthConfig CommonProviderOptions Compatibility ConfigQrl CookieOption CookieSerializeOptions
    CookiesOptions CredentialInput CredentialInputs CredentialValue CredentialValues CredentialsConfig CredentialsSigninOptions
    DefaultJWT DefaultSession DefaultUser EmailConfig EmailUserConfig EndpointFetch EndpointHandler EndpointRequest
    EndpointRequestChanges EndpointRequestContext EnvGetter
    EnvSource ErrorCode ErrorWithText ErrorWords DeleteUserEvent EventCallbacks FrameworkAuthConfig Exposed FrameworkAuthInitializer FrameworkAuthMembers
    GetSessionResult GuardOptions JWT JWTCallbackParams JWTDecodeParams JWTEncodeParams JWTOptions
    JWTReadParams JWTSignInParams JWTUpdateParams LanguagePack LimitStore LimitsOptions LinkAccountEvent LoggerInstance OAuth2Config
    OAuthCallbackChecks OAuthChecks OAuthConfig OAuthEndpointType OAuthHandlerProvider
    OAuthProviderButtonStyles OAuthProviderId OAuthUserConfig OIDCConfig OIDCUserConfig
    OpenIDCallbackChecks Overrides PageTexts PagesOptions PostalAddress Preparable PrepareRequest Rate PrivateKey Profile
    ProfileCallback ProfileContext ProfileUser Provider ProviderConfig ProviderFactory ProviderType PublicProvider PublishedAdapter PublishedAdapterUser QwikAuthConfig
    RedirectCallbackParams RedirectableProviderType RelayingParty ResolvedEndpoint Session
    SessionCallbackParams SessionEvent SessionInCallback SessionLoader SessionOptions SessionSource SessionStrategy
    SignInCallbackParams SignInEvent SignInFailure SignInInput SignInMail SignInOptions SignInResult
    SignOutEvent SignOutFailure SignOutInput SignOutResult SimpleWebAuthn TextLoader TextOverrides Theme
    TokenEndpointHandler TokenRefusedEvent TokenSet UpdateUserEvent User UserEvent UserinfoEndpointHandler
    VerificationRequestParams VerificationToken WebAuthnAuthenticationOptions WebAuthnConfig
    WebAuthnHookOptions WebAuthnHookRequest WebAuthnProviderType WebAuthnRegistrationOptions
    WebAuthnUserConfig WebAuthnUserInfo WebAuthnVerificationOptions`,
}

/** The components, the same on both versions of Qwik. */
const components = {
  values: 'Account SignIn SignedIn SignedOut UserButton',
  types:
    'AccountPageSignal AccountPartTexts AccountProps SessionGateProps SessionSignal SignInAction SignInPageSignal SignInProps UserButtonProps UserButtonTexts',
}

/** Every name that a door lets out. A change here is a change of the public API. */
const publicNames: Record<string, { readonly values: string; readonly types: string }> = {
  '.': shared,
  './qwik2': {
    values: `${shared.values} admitFormPost`,
    types: `${shared.types} FormPostOptions`,
  },
  './qwik/ui': components,
  './qwik2/ui': components,
  './node': { values: 'toNodeListener', types: 'NodeListener' },
  './core': {
    values: `
      AccessDenied Auth AuthError ConfirmationRequired CredentialsSignin InvalidConfig InvalidTokenOrigin ReauthRequired ScopeMissing SessionRequired TokenUnavailable addFactor admitFormPost applyCookies authorizedFetch changeEmail changePassword checkSecondFactor confirmIdentity createActionURL createRuntime customFetch deleteAccount deleteExpired describeAccount describePendingDeletion exportAccount keepAccount
      describeCompatibility describeError describeFailure describeMailedLink describeSignIn findInstanceClash getAccessToken getAuthentication hasProof hasScope isAuthAction isAuthRoute isChecked issueCsrfToken listAccounts listActivity listFactors listPasskeys listSessions locateConfirmation locateRefusal locateSignIn logMistake makeRecoveryCodes mayCarrySession offerFactor
      prepareConfig raw readSession refreshTokens removeFactor removePasskey removePassword renamePasskey requestPasswordReset resetFactors resetPassword revokeOtherSessions revokeProviderSession revokeSession revokeSessionsOfUser serializeCookie
      setEnvDefaults setPassword setUserName signIn signOut signUp skipCSRFCheck unlinkAccount updateProfile updateSession verifyEmail visibleFields withRuntime`,
    types: `
      Attempt AttemptCount LimitStore
      AccountData AccountDescription AccountProblem AccountUser AccountsSection AddressSection ConnectableProvider ConnectedAccount PasskeysSection PasswordRemoval PasswordSection PendingDeletionDescription ProfilePicture ProfileSection SecondFactorSection CookieTaker DeleteAccountCall DeleteExpiredOptions KeepAccountCall UpdateProfileCall
      AccessToken AccessTokenOptions AuthorizedFetchOptions ProvenRequest DpopProofs ReauthReason Activity ActivityOptions ActivityPage AddFactorCall AddressCall AuthAction AuthConfig CallOutcome CallResult ChangeEmailCall ChangePasswordCall Compatibility CompatibilityDescription ConfirmCall ConfirmationDetour FactorCall ListedFactor ListedFactors OfferedFactor ProofOptions RemovalCall RemoveFactorCall ResetFactorsCall SecondFactorCall UserAuthentication Connection Cookie CookieAttributes CredentialsSigninOptions DefaultSession DevServer DeviceSession EnvGetter EnvSource
      ErrorDescription ErrorPageDescription FailureDescription FormField FormPostOptions InstanceClash LinkedAccount MailedLinkDescription MailedLinkPage MistakeReport NextPlace PageDescription PageOptions Passkey PasswordCall PasswordProblem
      ProviderStyle RemovePasswordCall ResetPasswordCall Runtime RuntimeOptions Session SetPasswordOptions SetPasswordResult SetUserNameResult SignInCall SignInDescription SignInDetour SignInProvider PasskeyDescription SignOutCall SignUpCall Target TypedAuthError UserNameProblem VerifyEmailCall`,
  },
  './audit': {
    values: 'combineAudit jsonLines kyselyAuditTrail',
    types:
      'AuditEvent AuditOutcome AuditQuery AuditRecord AuditSink KyselyAuditOptions KyselyAuditTrail TextStream',
  },
  './errors': {
    values: `
      AccessDenied AccountNotLinked AdapterError AuthError CallbackRouteError CredentialsSignin CrossSiteRequest
      DuplicateConditionalUI DuplicateProvider EmailSignInError ErrorPageLoop EventError ExperimentalFeatureNotEnabled InvalidBasePath InvalidCallbackUrl InvalidCheck InvalidCode InvalidConfig ConfirmationRequired PendingSignInLost
      InvalidCookieOptions InvalidEmailAddress InvalidEndpoints InvalidGracePeriod InvalidName InvalidOrigin InvalidPage InvalidPassword InvalidProvider InvalidProviderConfig
      InvalidRedirect InvalidRequestBody InvalidSessionOptions InvalidUserName JWTSessionError LastSignInMethod MethodNotAllowed MisdirectedRequest MissingAdapter MissingAdapterMethods MissingMailer OAuthAccountNotLinked OAuthAttemptLost OAuthCallbackError OAuthMetadataInvalid OAuthProfileParseError
      LogoutTokenInvalid OAuthRequestFailed OAuthResponseInvalid OAuthSignInError
      MissingAuthorize MissingCSRF MissingClientId MissingClientSecret MissingProviders MissingSecret MissingWebAuthnAutocomplete InvalidTokenOrigin ReauthRequired RequestBodyTooLarge ScopeMissing ServerBusy TokenUnavailable
      SessionRequired SessionTokenError SessionTooLarge SignInError SignOutError TooManyRequests UnknownAction UnsupportedStrategy
      UntrustedHost Verification WeakSecret WebAuthnVerificationError errorTraits isAuthError`,
    types: 'AuthErrorType CredentialsSigninOptions ErrorTraits ReauthReason TypedAuthError',
  },
  './types': {
    values: '',
    types: `
      Account AuthAction AuthConfig Authenticator Awaitable CallbacksOptions Compatibility CookieOption CookiesOptions
      DefaultSession DefaultUser EnvGetter EnvSource EventCallbacks JWT LoggerInstance PagesOptions Profile PublicProvider
      QwikAuthConfig Session SessionStrategy Theme TokenSet User`,
  },
  './adapters': {
    values: '',
    types:
      'Adapter AdapterAccount AdapterAccountType AdapterAuthenticator AdapterSession AdapterUser VerificationToken',
  },
  './providers': {
    values: '',
    types: `
      AccountCallback AppProvider AppProviders AuthorizationEndpointHandler BuiltInProviderType BuiltInProviders CommonProviderOptions
      CredentialInput CredentialsConfig CredentialsProviderId EmailConfig EmailProviderId EmailProviderSendVerificationRequestParams
      EmailProviderType EmailUserConfig LogoPart OAuth2Config OAuthChecks OAuthConfig OAuthEndpointType OAuthProviderButtonStyles OAuthProviderId
      OAuthProviderType OAuthUserConfig OIDCConfig OIDCUserConfig ProfileCallback Provider ProviderId ProviderType
      RedirectableProviderType TokenEndpointHandler UserinfoEndpointHandler WebAuthnConfig`,
  },
  './jwt': {
    values: 'decode encode getToken',
    types: 'DefaultJWT GetTokenParams JWT JWTDecodeParams JWTEncodeParams JWTOptions',
  },
  './account': {
    values: 'accountPage',
    types: 'AccountPage AccountPageOptions AccountSection DeletionDetails',
  },
  './factors': {
    values: 'authenticatorApp emailCode passkey',
    types: 'SecondFactorMethod SecondFactorOptions SecondFactorType',
  },
  './otel': {
    values: 'openTelemetry',
    types: `
      OpenTelemetryApi OpenTelemetryMeter OpenTelemetrySpan OpenTelemetryTracer Telemetry TelemetryAttributes
      TelemetryCounter TelemetryHistogram TelemetrySpan TelemetrySpanEnd`,
  },
  './passkeys': {
    values: 'PasskeyError offerPasskeys registerPasskey signInWithPasskey supportsPasskeys',
    types: 'PasskeyCall PasskeyDone PasskeyErrorCode',
  },
  './testing': {
    values: 'adapterContract attackCases fakeProvider fakeRangeService inbox runAttacks signInAs',
    types: `
      AdapterCase AdapterContractOptions AdapterMethod AttackCase AttackOptions AttackResult AttackTarget AttackedProvider Claims FakeEndpoint
      FakeFailure FakeProvider FakeProviderClient FakeProviderListener FakeProviderOptions FakeProviderRequest FakeRangeService FakeReturn
      FakeUser Inbox MailServer NextMailOptions OAuthFailure OutgoingMail RangeRequest ReceivedMail SentMail SignInAsOptions SignedInUser StorageState
      StorageStateCookie TestUser TypedFields`,
  },
  './vite': {
    values: 'latchkey',
    types: 'LatchkeyOptions',
  },
  './adapters/kysely': {
    values: 'kyselyAdapter migrate schema',
    types: `
      Dialect KyselyAdapter KyselyAdapterOptions KyselyConnection KyselyDatabase
      KyselyDialectTraits KyselyResult KyselyResultRows KyselyScope PreparedStatement SendPrepared TableName`,
  },
  './adapters/memory': {
    values: 'memoryAdapter',
    types: 'MemoryAdapter',
  },
  './adapters/with-passwords': {
    values: 'withPasswords',
    types: 'PasswordStore',
  },
  './adapters/redis': {
    values: 'redisAdapter',
    types:
      'RedisAdapterOptions RedisReplicas RedisCallClient RedisClient RedisClusterClient RedisCommandClient',
  },
}

interface Door {
  /** What a user writes after the name of the package. */
  readonly name: string
  readonly types: string
  readonly import: string
}

const root = fileURLToPath(new URL('../..', import.meta.url))
const manifest = JSON.parse(readFileSync(`${root}package.json`, 'utf8'))
const doors = Object.entries(manifest.exports).flatMap(([name, target]) => expand(name, target))
/** The binding is left out: it means nothing before the app's optimizer has been over it. */
const plainDoors = doors.filter((door) => !/qwik/.test(door.import))

const program = ts.createProgram({
  rootNames: doors.map((door) => root + door.types),
  options: { module: ts.ModuleKind.NodeNext, noLib: true, types: [] },
})
const checker = program.getTypeChecker()

describe('the doors of the package', () => {
  it.each(doors)('$name is built and typed', (door) => {
    expect([door.import, door.types].filter((file) => !existsSync(root + file))).toEqual([])
  })

  it('are all listed with their names', () => {
    const listed = doors
      .map((door) => door.name)
      .filter((name) => !isProvider(name) && !isLanguage(name))
    expect(Object.keys(publicNames).toSorted()).toEqual(listed.toSorted())
  })

  it.each(Object.entries(publicNames))('%s lets out exactly the listed names', (name, listed) => {
    const { values, types } = declaredNames(name)
    expect(values).toEqual(wordsOf(listed.values))
    expect(types).toEqual(wordsOf(listed.types))
  })

  it('open in plain Node, with every declared value there', () => {
    const declared = plainDoors.map(({ name }) => [name, declaredNames(name).values])
    expect(importInNode(plainDoors.map((door) => door.name))).toEqual(Object.fromEntries(declared))
  })

  it.each(plainDoors.filter((door) => isProvider(door.name)))(
    '$name has its factory as the default export',
    ({ name }) => {
      expect(declaredNames(name).values).toContain('default')
    },
  )

  it.each(plainDoors.filter((door) => isLanguage(door.name)))(
    '$name has its language as the only export',
    ({ name }) => {
      expect(declaredNames(name)).toEqual({ values: ['default'], types: [] })
    },
  )

  it.each(['adapters', 'providers'])('keep the folders inside %s closed', (floor) => {
    const folders = readdirSync(`${root}src/${floor}`).filter((name) => !name.endsWith('.ts'))
    const closed = folders.filter((name) => manifest.exports[`./${floor}/${name}/*`] === null)
    expect(closed).toEqual(folders)
    expect(folders.length).toBeGreaterThan(0)
  })

  it.each(['qwik', 'qwik2'])('leave the $ calls of %s to the optimizer of the app', (face) => {
    const folder = `${root}dist/${face}/`
    const files = readdirSync(folder).filter((file) => file.endsWith('.qwik.mjs'))
    const code = files.map((file) => readFileSync(folder + file, 'utf8')).join('\n')
    expect(code).toMatch(/ globalAction\$\(/)
    expect(code).not.toMatch(/inlinedQrl|globalActionQrl/)
  })

  it('tell Qwik of both faces and of their components', () => {
    const names = ['.', './qwik/ui', './qwik2', './qwik2/ui']
    expect(manifest.qwik).toEqual(names.map((name) => manifest.exports[name].import))
  })

  it('have components of Qwik 2 that name no package of Qwik City, and import nothing of the engine', () => {
    const folder = `${root}dist/qwik2/ui/`
    const code = readdirSync(folder).map((file) => readFileSync(folder + file, 'utf8'))
    expect(code.join('\n')).not.toContain('@builder.io/')
    const modules = readdirSync(folder).filter((file) => file.endsWith('.qwik.mjs'))
    const imports = modules.flatMap((file) =>
      importSpecifiers(file, readFileSync(folder + file, 'utf8')),
    )
    expect(imports).toContain('@qwik.dev/core/jsx-runtime')
    expect(imports.filter((name) => !/^(?:@qwik\.dev\/|\.\/)/.test(name))).toEqual([
      '../../passkeys/ceremonies.js',
    ])
  })
})

describe('#primitives', () => {
  it('has the same names on every platform', () => {
    const { node, default: web } = manifest.imports['#primitives']
    const names = importInNode([node, web])
    expect(names[node]).toEqual(names[web])
  })
})

function expand(name: string, target: unknown): Door[] {
  if (!isTarget(target)) return []
  if (!name.includes('*')) return [{ ...target, name }]
  const folder = name.replace('./', 'src/').replace('/*', '')
  const files = readdirSync(root + folder).filter((file) => file.endsWith('.ts'))
  const names = files.map((file) => file.replace(/\.ts$/, ''))
  return names.map((file) => ({
    name: name.replace('*', file),
    types: target.types.replace('*', file),
    import: target.import.replace('*', file),
  }))
}

/** Not so for `./package.json`, which is a plain path. */
function isTarget(target: unknown): target is Omit<Door, 'name'> {
  return typeof target === 'object' && target !== null && 'types' in target && 'import' in target
}

function isProvider(name: string): boolean {
  return name.startsWith('./providers/')
}

function isLanguage(name: string): boolean {
  return name.startsWith('./languages/')
}

function declaredNames(name: string): { values: string[]; types: string[] } {
  const file = doors.find((door) => door.name === name)?.types ?? ''
  const source = program.getSourceFile(root + file.slice('./'.length))
  const module = source && checker.getSymbolAtLocation(source)
  if (!module) throw new Error(`${name} has no declarations`)
  const symbols = checker.getExportsOfModule(module)
  return {
    values: symbols
      .filter(isValue)
      .map((symbol) => symbol.name)
      .toSorted(),
    types: symbols
      .filter((symbol) => !isValue(symbol))
      .map((symbol) => symbol.name)
      .toSorted(),
  }
}

function isValue(symbol: ts.Symbol): boolean {
  if (symbol.declarations?.some(ts.isTypeOnlyExportDeclaration)) return false
  const isAlias = symbol.flags & ts.SymbolFlags.Alias
  const target = isAlias ? checker.getAliasedSymbol(symbol) : symbol
  return (target.flags & ts.SymbolFlags.Value) !== 0
}

function wordsOf(text: string): string[] {
  return text.split(/\s+/).filter(Boolean).toSorted()
}

/** The names that each module has at run time, by the specifier given. */
function importInNode(specifiers: readonly string[]): Record<string, string[]> {
  const script = `
    const found = {}
    for (const name of ${JSON.stringify(specifiers)}) {
      const isFile = name.startsWith('./dist/')
      found[name] = Object.keys(await import(isFile ? name : name.replace('.', 'latchkey'))).sort()
    }
    console.log(JSON.stringify(found))`
  const args = ['--input-type=module', '--eval', script]
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: 'utf8' }))
}

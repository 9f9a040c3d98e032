import type {
  Account,
  DefaultJWT,
  DefaultSession,
  JWT,
  Session,
  TokenSet,
  User,
} from '../../../src/model/records.js'
import type { TokenPlaces } from '../../../src/config/seal-tokens.js'
import type { Adapter, AdapterAccount, AdapterUser } from '../../../src/model/adapter.js'
import type {
  AppProvider,
  AppProviders,
  BuiltInProviderType,
  BuiltInProviders,
  CommonProviderOptions,
  Provider,
  ProviderConfig,
  ProviderType,
  PublicProvider,
  RedirectableProviderType,
} from '../../../src/model/provider.js'
import type { AuthConfig, EnvGetter, FrameworkAuthConfig } from '../../../src/model/config.js'
import type { CallbacksOptions, JWTCallbackParams } from '../../../src/model/callbacks.js'
import type { EventCallbacks } from '../../../src/model/events.js'
import type { LoggerInstance } from '../../../src/model/options.js'
import type {
  OAuth2Config,
  OAuthConfig,
  OAuthEndpointType,
  OAuthUserConfig,
  OIDCConfig,
  OIDCUserConfig,
} from '../../../src/model/oauth.js'
import type { oauthProviderIds, OAuthProviderId } from '../../../src/model/built-in-ids.js'
import type {
  GetSessionResult,
  SignInInput,
  SignInResult,
  SignOutResult,
} from '../../../src/model/results.js'
import Credentials from '../../../src/providers/credentials.js'
import { customFetch, skipCSRFCheck } from '../../../src/model/markers.js'

// oxlint-disable-next-line typescript/no-explicit-any -- the word of the interface
type Any = any

/** Holds only if both types are the same, `any` and optional members included. */
type Same<A, B> = (<T>() => T extends A ? 1 : 2) extends <T>() => T extends B ? 1 : 2 ? true : false
declare function same<A, B>(proof: Same<A, B>): void
declare function accept<T>(...values: T[]): void
declare function sessionOf<S extends DefaultSession = Session>(
  load: (env: EnvGetter) => FrameworkAuthConfig<S>,
): S
declare const env: EnvGetter
declare const user: User
declare const signInResult: SignInResult
declare const signOutResult: SignOutResult

// The session that the client sees is inferred from what the callback returns.

same<ReturnType<typeof plain>, Session>(true)
const plain = () => sessionOf(() => ({ providers: [] }))

const withRole = sessionOf(() => ({
  providers: [],
  callbacks: {
    session({ session, token }) {
      return { ...session, role: token['role'] }
    },
  },
}))
same<typeof withRole.role, unknown>(true)
accept<string>(withRole.expires)

const withTeam = sessionOf(() => ({
  providers: [],
  callbacks: {
    session: async ({ session, user: owner, newSession, trigger }) => {
      same<typeof newSession, Any>(true)
      same<typeof trigger, 'update' | undefined>(true)
      return { expires: session.expires, user: session.user, team: [owner.id] }
    },
  },
}))
same<typeof withTeam.team, string[]>(true)
// @ts-expect-error the callback did not return it
accept(withTeam.role)

sessionOf(() => ({
  providers: [],
  callbacks: {
    session({ session, user: owner }) {
      session.user.id = owner.id
      return session
    },
  },
}))

sessionOf(() => ({
  providers: [],
  // @ts-expect-error a session has `expires`
  callbacks: { session: () => ({ role: 'admin' }) },
}))

// A config for one kind of session is a config for any less exact one.
accept<AuthConfig<DefaultSession>>({} as AuthConfig<DefaultSession & { role: string }>)
accept<AuthConfig>({} as FrameworkAuthConfig)
accept<FrameworkAuthConfig>({} as AuthConfig)

// The config: only `providers` is required, unknown keys and values are refused.

// @ts-expect-error `providers` is required
accept<AuthConfig>({})
accept<AuthConfig>({
  providers: [],
  secret: env.get('AUTH_SECRET'),
  adapter: undefined,
  basePath: undefined,
  callbacks: { jwt: undefined },
  cookies: { sessionToken: { name: 'sid', options: { sameSite: 'lax', maxAge: 60 } } },
  debug: undefined,
  events: { signIn: undefined },
  experimental: { enableWebAuthn: undefined },
  jwt: { maxAge: undefined },
  logger: { debug: undefined },
  origin: ['https://app.example', 'https://www.app.example'] as const,
  pages: { signIn: undefined, error: '/oops' },
  redirectProxyUrl: undefined,
  session: { strategy: undefined, absoluteMaxAge: 3600 },
  skipCSRFCheck,
  theme: { colorScheme: undefined },
  trustForwardedHeaders: undefined,
  trustHost: undefined,
  useSecureCookies: undefined,
})
accept<AuthConfig>({ providers: [], secret: ['new', 'old'] })
// @ts-expect-error no such field
accept<AuthConfig>({ providers: [], secrets: 'x' })
// @ts-expect-error no such strategy
accept<AuthConfig>({ providers: [], session: { strategy: 'cookie' } })
// @ts-expect-error seconds, not text
accept<AuthConfig>({ providers: [], session: { maxAge: '30d' } })
// @ts-expect-error no such page
accept<AuthConfig>({ providers: [], pages: { login: '/login' } })
// @ts-expect-error no such cookie
accept<AuthConfig>({ providers: [], cookies: { session: { name: 'sid' } } })
// @ts-expect-error no such callback
accept<AuthConfig>({ providers: [], callbacks: { signOut: () => true } })
// @ts-expect-error no such event
accept<AuthConfig>({ providers: [], events: { removeUser: () => {} } })
// @ts-expect-error the CSRF check is not skipped by accident
accept<AuthConfig>({ providers: [], skipCSRFCheck: true })

// Loggers take a code and anything after it; each level may be left out.

accept<AuthConfig['logger']>({ error: (code, ...message) => accept<unknown>(code, ...message) })
accept<AuthConfig['logger']>({
  error: (code: string, ...message: unknown[]) => accept<unknown>(code, ...message),
})
same<Parameters<LoggerInstance['warn']>, [code: string, ...message: unknown[]]>(true)
same<LoggerInstance['debug'], LoggerInstance['warn']>(true)
// @ts-expect-error the first argument is a code or an error
accept<AuthConfig['logger']>({ error: (error: number) => accept(error) })

// Providers are told apart by `type`.

same<ProviderType, 'oidc' | 'oauth' | 'email' | 'credentials' | 'webauthn'>(true)
same<ProviderType, Account['type']>(true)
same<ProviderType, ProviderConfig['type']>(true)
same<RedirectableProviderType, 'email' | 'credentials'>(true)
same<OAuthEndpointType, 'authorization' | 'token' | 'userinfo'>(true)
same<PublicProvider, Pick<AppProvider, keyof PublicProvider>>(true)
accept<CommonProviderOptions>({} as ProviderConfig)
accept<OAuthProviderId>('github', 'google', 'hydra')
same<OAuthProviderId, (typeof oauthProviderIds)[number] | 'passkey' | 'webauthn'>(true)
same<BuiltInProviderType, OAuthProviderId | 'credentials' | 'email'>(true)
// @ts-expect-error a service that has closed
accept<OAuthProviderId>('passage')
same<keyof BuiltInProviders, BuiltInProviderType>(true)
// @ts-expect-error a list of literals, not of any text
accept<OAuthProviderId>('text' as string)
accept<BuiltInProviderType>('apple', 'email', 'credentials', 'webauthn', 'passkey')
// @ts-expect-error not a built-in id
accept<BuiltInProviderType>('acme')
// @ts-expect-error the URLs are required
accept<AppProvider>({ id: 'acme', name: 'Acme', type: 'oauth' })
// @ts-expect-error no such type
accept<Provider>({ id: 'acme', name: 'Acme', type: 'saml' })
// @ts-expect-error an id is required
accept<Provider>({ name: 'Acme', type: 'oauth' })
// @ts-expect-error an e-mail provider must be able to send
accept<Provider>({ id: 'email', name: 'E-mail', type: 'email' })
// @ts-expect-error a credentials provider must be able to authorize
accept<Provider>({ id: 'credentials', name: 'Password', type: 'credentials', credentials: {} })

interface AcmeProfile {
  id: number
  login: string
}
declare function Acme(options?: OAuthUserConfig<AcmeProfile>): OAuth2Config<AcmeProfile>
declare function Realm(options: OIDCUserConfig<AcmeProfile>): OIDCConfig<AcmeProfile>
declare function Tenant(options: { tenant: string }): OIDCConfig<AcmeProfile>
accept<Provider>(Acme, Acme(), Acme({ clientId: env.get('ID') }), Realm, Tenant({ tenant: 'a' }))
accept<AppProviders>([Acme, Realm({})])
// @ts-expect-error it cannot be called without its option
accept<Provider>(Tenant)
accept<Provider>({
  id: 'acme',
  name: 'Acme',
  type: 'oauth',
  issuer: undefined,
  authorization: { url: 'https://acme.example/authorize', params: { scope: 'read' } },
  token: {
    async request({ params, checks, provider }) {
      accept<string | undefined>(params.code, checks.state, provider.clientId)
      return { tokens: { access_token: 'a' } }
    },
  },
  userinfo: { request: ({ tokens }) => ({ sub: tokens.access_token }) },
  checks: ['pkce', 'state'],
  client: { token_endpoint_auth_method: 'client_secret_post' },
  profile: (profile) => ({ id: String(profile.id), name: profile.login }),
  account: ({ access_token, expires_at }) => ({ access_token, expires_at }),
  [customFetch]: fetch,
})
accept<Parameters<NonNullable<OAuth2Config<AcmeProfile>['profile']>>[0]>({ id: 1, login: 'ada' })
// @ts-expect-error a plain OAuth answer has no nonce
accept<OAuth2Config<AcmeProfile>['checks']>(['nonce'])
accept<OIDCConfig<AcmeProfile>['checks']>(['nonce', 'state', 'pkce', 'none'])
// @ts-expect-error plain OAuth knows no ID token
accept<keyof OAuth2Config<AcmeProfile>>('idToken')
accept<OIDCConfig<AcmeProfile>>({ id: 'acme', name: 'Acme', type: 'oidc', idToken: false })
// @ts-expect-error the factory decides the type
accept<OAuthUserConfig<AcmeProfile>>({ type: 'oauth' })
accept<OAuthUserConfig<AcmeProfile>>({ profile: (profile) => ({ id: profile.id }) })
// @ts-expect-error a person has a text or a number as id
accept<OAuthUserConfig<AcmeProfile>>({ profile: (profile) => ({ id: [profile.id] }) })
// @ts-expect-error an address is verified or it is not
accept<OAuthUserConfig<AcmeProfile>>({ profile: () => ({ id: 1, emailVerified: 'true' }) })
same<BuiltInProviders['github'] extends (options: {}) => OAuthConfig<never> ? true : false, true>(
  true,
)

// Credentials: `authorize` sees the declared keys as text, and nothing it can trust.

const password = Credentials({
  credentials: { email: { label: 'E-mail', type: 'email', required: true }, password: {} },
  authorize(credentials, request) {
    same<keyof typeof credentials, 'email' | 'password'>(true)
    same<typeof credentials.email, string>(true)
    same<typeof credentials.password, string>(true)
    accept<Request>(request)
    return { id: '1', email: credentials.email }
  },
})
Credentials({
  credentials: { remember: { type: 'checkbox' }, plan: { type: 'radio' }, pin: { type: 'number' } },
  authorize({ remember, plan, pin }) {
    same<typeof remember, string | undefined>(true)
    same<typeof plan, string | undefined>(true)
    same<typeof pin, string>(true)
    return null
  },
})
Credentials({
  authorize(credentials) {
    // Nothing is known of fields that are not declared.
    same<(typeof credentials)[string], unknown>(true)
    return null
  },
})
accept<Provider>(password)
same<typeof password.type, 'credentials'>(true)
accept<Provider>(Credentials({ id: 'ldap', name: 'LDAP', authorize: async () => user }))
Credentials({
  credentials: { email: {} },
  // @ts-expect-error not a declared field
  authorize: ({ pin }) => (pin === 1 ? user : null),
})
// @ts-expect-error `authorize` is required
Credentials({ credentials: {} })
// @ts-expect-error a user or `null`, not a boolean
Credentials({ authorize: () => true })
// @ts-expect-error it cannot be called without `authorize`
accept<Provider>(Credentials)

// Callbacks: `trigger` tells what else is there.

accept<CallbacksOptions>({
  jwt({ token, user: signedIn, account, profile, trigger, session }) {
    if (trigger === 'signIn') token.sub = signedIn.id
    if (trigger === 'update') same<typeof session, Any>(true)
    if (account) token['access_token'] = account.access_token
    if (signedIn) token.image = signedIn.image
    token['locale'] = profile?.locale
    return token
  },
  redirect: ({ url, baseUrl }) => (url.startsWith(baseUrl) ? url : baseUrl),
  signIn: async ({ user: candidate, email, credentials }) =>
    email?.verificationRequest && !candidate.email ? '/refused' : credentials === undefined,
})
same<JWTCallbackParams['trigger'], 'signIn' | 'signUp' | 'update' | undefined>(true)
// @ts-expect-error the user is there at sign-in only
accept<CallbacksOptions>({ jwt: ({ token, user: signedIn }) => ({ ...token, id: signedIn.id }) })
accept<CallbacksOptions>({
  jwt: ({ token, session }) => {
    same<typeof session, Any>(true)
    return { ...token, name: String(session?.name) }
  },
})
// @ts-expect-error `true`, `false` or a URL
accept<CallbacksOptions>({ signIn: () => undefined })
// @ts-expect-error a URL
accept<CallbacksOptions>({ redirect: () => null })
accept<CallbacksOptions>({ jwt: () => null })

// Events

accept<EventCallbacks>({
  signOut({ session, token }) {
    accept<string | undefined>(session?.sessionToken, token?.sub)
  },
  session: async ({ session, token }) => accept<string | undefined>(session.expires, token?.jti),
})

// Records

same<JWT['picture'], string | null | undefined>(true)
same<JWT['role'], unknown>(true)
same<DefaultJWT['iat'], number | undefined>(true)
same<TokenSet['expires_at'], number | undefined>(true)
accept<User>({ id: undefined, name: null })
accept<AdapterAccount['type']>('oauth', 'oidc', 'email', 'webauthn', 'credentials')
// @ts-expect-error an account has the type of a provider
accept<AdapterAccount['type']>('password')
// @ts-expect-error a stored user says whether the address is verified
accept<AdapterUser>({ id: '1', email: 'ada@example.com' })
accept<Adapter>({ getUser: async () => null, useVerificationToken: () => null })
// @ts-expect-error `null` for an unknown user, not `undefined`
accept<Adapter>({ getUser: async () => undefined })

// Tokens: a method whose type has them is encrypted

same<TokenPlaces['swapTokens']['takes'], undefined>(false)
same<TokenPlaces['createUserWithAccount']['takes'], undefined>(false)
same<TokenPlaces['unlinkUnlessLast']['gives'], undefined>(false)
same<TokenPlaces['listAccountsByUserId']['gives'], undefined>(false)
same<TokenPlaces['leaseAccount'], { readonly takes: undefined; readonly gives: undefined }>(true)
same<TokenPlaces['getUserByAccount']['takes'], undefined>(true)
same<TokenPlaces['getUserByAccount']['gives'], undefined>(true)
same<TokenPlaces['createAuthenticator']['takes'], undefined>(true)

// Actions

same<typeof signInResult.failed, true | undefined>(true)
accept<string[] | undefined>(
  signInResult.formErrors,
  signInResult.fieldErrors?.authorizationParams,
  signInResult.fieldErrors?.options,
  signInResult.fieldErrors?.providerId,
  signInResult.fieldErrors?.redirectTo,
  signOutResult.fieldErrors?.redirectTo,
)
// @ts-expect-error signing out has no provider
accept(signOutResult.fieldErrors?.providerId)
if (signInResult.failed) accept<string[]>(signInResult.formErrors)
accept<SignInInput>(
  {},
  { providerId: 'github', options: { redirectTo: '/home', email: 'ada@example.com' } },
  { authorizationParams: 'prompt=login' },
  { authorizationParams: { prompt: 'login' } },
)
// @ts-expect-error Qwik sends JSON, which keeps nothing of these
accept<SignInInput>({ authorizationParams: new URLSearchParams() })
// @ts-expect-error parameters are text
accept<SignInInput>({ authorizationParams: { max_age: 0 } })
same<Awaited<GetSessionResult>, { cookie: Any; data: Session | null }>(true)

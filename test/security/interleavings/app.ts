import type { AuthConfig } from '../../../src/core.js'
import { customFetch, skipCSRFCheck } from '../../../src/model/markers.js'
import type { Adapter } from '../../../src/model/adapter.js'
import type { SessionStrategy } from '../../../src/model/options.js'
import type { SimpleWebAuthn } from '../../../src/model/webauthn.js'
import type { authenticatorApp } from '../../../src/factors.js'
import type Passkey from '../../../src/providers/passkey.js'
import type Password from '../../../src/providers/password.js'
import type { PasswordUserConfig } from '../../../src/providers/password.js'
import { clientId } from './service.js'

/** An event that the application was told. */
export interface Told {
  readonly name: string
  /** The task that told it. */
  readonly task?: number | undefined
  readonly userId: string | undefined
  readonly account: string | undefined
}

export interface AppParts {
  readonly adapter: Adapter
  readonly fetch: typeof fetch
  readonly strategy: SessionStrategy
  /** Seconds for which a process may answer reads from its memory. */
  readonly cacheAge?: number | undefined
  readonly tell: (event: Told) => void
  /** Takes the link of a mail, and its code if it has one. */
  readonly post?: (url: string, code: string | undefined) => void
  /** The provider for passwords, if the app has passwords. */
  readonly Password?: typeof Password | undefined
  readonly passwordOptions?: PasswordUserConfig | undefined
  /** The account page with a grace period, if the app has one. */
  readonly account?: AuthConfig['account']
  /** The method for second factors, if the app has second factors. */
  readonly authenticatorApp?: typeof authenticatorApp | undefined
  /** Whether every sign-in needs a second factor. Undefined in an app that requires none. */
  readonly isFactorRequired?: (() => boolean) | undefined
}

const clientSecret = 'client-secret'

/** The config of the application, as one process has it. */
export function configOf(parts: AppParts & { readonly Passkey: typeof Passkey }): AuthConfig {
  const { adapter, strategy } = parts
  const client = { clientId, clientSecret, [customFetch]: parts.fetch }
  const service = (host: string) => ({
    authorization: `https://${host}/authorize`,
    token: `https://${host}/token`,
    userinfo: `https://${host}/userinfo`,
  })
  return {
    secret: 'a-Secret/of+sufficient=length_for-all',
    trustHost: true,
    // A call that waits for its turn would take forever in the time of a schedule.
    adapterTimeout: 0,
    skipCSRFCheck,
    limits: false,
    logger: { error: ignore, warn: ignore, debug: ignore },
    session: { strategy, cacheAge: parts.cacheAge },
    experimental: { enableWebAuthn: true },
    ...(parts.authenticatorApp && {
      secondFactor: {
        methods: [parts.authenticatorApp()],
        rememberDevice: true,
        required: parts.isFactorRequired ?? 'if-enrolled',
      },
    }),
    ...(parts.account && { account: parts.account }),
    adapter,
    events: eventsThat(parts.tell),
    providers: [
      { id: 'hub', name: 'Hub', type: 'oauth', ...client, ...service('hub.test') },
      {
        id: 'idp',
        name: 'IdP',
        type: 'oidc',
        issuer: 'https://idp.test',
        jwks_endpoint: 'https://idp.test/keys',
        client: { id_token_signed_response_alg: 'ES256' },
        ...client,
        ...service('idp.test'),
      },
      {
        id: 'mail',
        name: 'Mail',
        type: 'email',
        sendVerificationRequest: ({ url, code }) => parts.post?.(url, code),
      },
      // Where a second factor is required, passkeys would have to be one.
      ...(parts.isFactorRequired ? [] : [parts.Passkey({ simpleWebAuthn: trustingWebAuthn })]),
      // The list of common passwords has tests of its own, and each process would load it.
      ...(parts.Password ? [parts.Password({ blocklist: false, ...parts.passwordOptions })] : []),
    ],
  }
}

let challenges = 0

/** Believes every authenticator: what it verifies has tests of its own. */
const trustingWebAuthn: SimpleWebAuthn = {
  generateAuthenticationOptions: () => ({ challenge: `challenge-${++challenges}` }),
  generateRegistrationOptions: () => ({ challenge: `challenge-${++challenges}` }),
  verifyAuthenticationResponse: () => ({ verified: true, authenticationInfo: { newCounter: 1 } }),
  verifyRegistrationResponse: ({ response }) => ({
    verified: true,
    registrationInfo: {
      credential: { ...(response as object), publicKey: new Uint8Array(1), counter: 0 },
      credentialDeviceType: 'singleDevice',
      credentialBackedUp: false,
    },
  }),
}

function eventsThat(tell: (event: Told) => void): NonNullable<AuthConfig['events']> {
  const names = [
    'createUser',
    'updateUser',
    'linkAccount',
    'signIn',
    'signOut',
    'deleteUser',
  ] as const
  return Object.fromEntries(
    names.map((name) => [name, (message: object) => tell({ name, ...describeMessage(message) })]),
  )
}

function describeMessage(message: {
  readonly user?: { readonly id?: string }
  readonly account?: { readonly provider: string; readonly providerAccountId: string }
}): Omit<Told, 'name'> {
  const { user, account } = message
  return {
    userId: user?.id,
    account: account && `${account.provider}:${account.providerAccountId}`,
  }
}

function ignore(): void {
  // What is logged has tests of its own.
}

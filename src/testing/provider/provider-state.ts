import { FakeGrants } from './fake-grants.js'
import type { FakeClient } from './fake-client.js'
import type { FakeUser } from './fake-user.js'
import { Failures, type FakeEndpoint } from './failures.js'
import { createSigningKey, type Claims, type SigningKey } from './signing-key.js'

/** The options of `fakeProvider`. */
export interface FakeProviderOptions {
  /** The users, the first of whom signs in. Default: one user, Ada Lovelace. */
  readonly users?: readonly FakeUser[] | undefined
  /** Default: `https://provider.test`. `listen` replaces it. */
  readonly issuer?: string | undefined
  /** Default: `test-client`. */
  readonly clientId?: string | undefined
  /** `null` makes a public client, which has to use PKCE. Default: `test-client-secret`. */
  readonly clientSecret?: string | null | undefined
  /** The callback URLs of your app. Any other is refused. Default: every URL is accepted. */
  readonly redirectUris?: readonly string[] | undefined
}

/** Everything that a fake provider knows. Each provider has its own. */
export class ProviderState {
  issuer: string
  users: readonly FakeUser[]
  /** The `sub` of the user who signs in. Undefined if a page asks. */
  chosenUser: string | undefined
  /** Changes the claims of ID tokens. */
  changeClaims: (claims: Claims) => Claims = (claims) => claims
  readonly client: FakeClient
  readonly redirectUris: readonly string[] | undefined
  readonly grants: FakeGrants = new FakeGrants()
  readonly failures: Failures = new Failures()
  #key: Promise<SigningKey> | undefined

  constructor({
    users = [ada],
    issuer,
    clientId,
    clientSecret,
    redirectUris,
  }: FakeProviderOptions) {
    if (users.length === 0) throw new TypeError('A fake provider needs at least one user.')
    this.issuer = issuer?.replace(/\/$/, '') ?? 'https://provider.test'
    this.users = users
    this.chosenUser = users[0]?.sub
    this.redirectUris = redirectUris
    this.client = {
      clientId: clientId ?? 'test-client',
      clientSecret: clientSecret === null ? undefined : (clientSecret ?? 'test-client-secret'),
    }
  }

  /** Created at the first use, because it takes time. */
  get key(): Promise<SigningKey> {
    this.#key ??= createSigningKey()
    return this.#key
  }

  rotateKey(): void {
    this.#key = createSigningKey()
  }

  addressOf(endpoint: FakeEndpoint): string {
    return this.issuer + paths[endpoint]
  }

  /** Returns the endpoint at a URL, or undefined if the URL is not one of this provider. */
  endpointAt({ origin, pathname }: URL): FakeEndpoint | undefined {
    const found = Object.entries(paths).find(([, path]) => origin + pathname === this.issuer + path)
    // The keys of `paths` are exactly the endpoints.
    return found?.[0] as FakeEndpoint | undefined
  }

  /** Finds a user by `sub` or e-mail address. Throws if the user is unknown. */
  requireUser(name: string): FakeUser {
    const found = this.users.find(({ sub, email }) => sub === name || email === name)
    if (found) return found
    const known = this.users.map(({ sub }) => `"${sub}"`).join(', ')
    throw new RangeError(`The fake provider has no user "${name}". It has ${known}.`)
  }
}

const ada: FakeUser = {
  sub: 'ada',
  name: 'Ada Lovelace',
  email: 'ada@example.com',
  email_verified: true,
}

const paths: Readonly<Record<FakeEndpoint, string>> = {
  discovery: '/.well-known/openid-configuration',
  authorization: '/authorize',
  token: '/token',
  userinfo: '/userinfo',
  jwks: '/jwks',
  endSession: '/end-session',
}

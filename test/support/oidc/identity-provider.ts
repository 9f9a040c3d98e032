import { exportJWK, generateKeyPair, importJWK, SignJWT, type JWK, type JWTPayload } from 'jose'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Provider } from 'oidc-provider'
import { onTestFinished, vi } from 'vitest'

/** A real OpenID provider that listens on this machine until the test is over. */
export interface IdentityProvider {
  readonly issuer: string
  /** The requests that it got, such as `POST /token`. */
  readonly requests: readonly Asked[]
  /** Answers some requests in its place, by their line; undefined lets it answer. */
  intercept: (line: string) => Answer | undefined | Promise<Answer | undefined>
}

/** What stands in for an answer of the provider. */
export interface Answer {
  readonly status?: number
  readonly headers?: Readonly<Record<string, string>>
  readonly body: string
}

export interface Asked {
  readonly line: string
  readonly headers: IncomingMessage['headers']
}

/** Who sits in front of its pages, and what they do there. */
export interface Person {
  readonly accountId: string
  /** The page at which they click "Cancel". */
  readonly cancelsAt?: 'login' | 'consent' | undefined
  /** How they proved who they are. */
  readonly acr?: string
}

export type Metadata = Readonly<Record<string, unknown>>

/** What the provider knows of the person with an id. */
export function claimsOf(accountId: string): Readonly<Record<string, unknown>> {
  return { sub: accountId, name: `Person ${accountId}`, email: `${accountId}@example.test` }
}

/** The one client of a provider, unless a test says otherwise. */
export const client: Metadata & { client_id: string; client_secret: string } = {
  client_id: 'the-app',
  client_secret: 'a secret that is long enough for HS256',
  redirect_uris: ['https://app.test/auth/callback/op'],
}

/** Starts a provider for one client; its pages answer at once, as `person` would. */
export async function startIdentityProvider(
  metadata: Metadata = {},
  configuration: Metadata = {},
  person: Person = { accountId: 'ada' },
): Promise<IdentityProvider> {
  const requests: Asked[] = []
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve))
  const issuer = `http://localhost:${(server.address() as AddressInfo).port}`
  // It warns about what is right for a test: memory instead of a database, an older Node.
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => {})
  const { Provider } = await import('oidc-provider')
  const provider = new Provider(issuer, {
    ...(await defaults()),
    ...configuration,
    clients: [{ ...client, ...metadata }],
  })
  const started: IdentityProvider = { issuer, requests, intercept: () => undefined }
  const answer = provider.callback()
  const handle = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const line = `${request.method} ${request.url}`
    requests.push({ line, headers: request.headers })
    const other = await started.intercept(line)
    if (other) {
      response.writeHead(other.status ?? 200, { ...other.headers }).end(other.body)
      return
    }
    const isInteraction = request.url?.startsWith('/interaction/')
    await (isInteraction
      ? interact(provider, person, request, response)
      : answer(request, response))
  }
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    handle(request, response).catch((error: unknown) => response.writeHead(500).end(String(error)))
  })
  onTestFinished(() => {
    warn.mockRestore()
    server.closeAllConnections()
    server.close()
  })
  return started
}

/** Signs claims with a key of the provider. */
export async function signAsProvider(claims: JWTPayload, alg: string): Promise<string> {
  const key = (await signingKeys).find((one) => one.alg === alg)
  const header = { alg, kid: `key-${alg}` }
  return new SignJWT(claims).setProtectedHeader(header).sign(await importJWK(key ?? {}, alg))
}

/** The public keys of the provider. */
export async function publicKeys(): Promise<readonly JWK[]> {
  return (await signingKeys).map(({ kty, crv, x, y, n, e, alg, kid, use }) =>
    JSON.parse(JSON.stringify({ kty, crv, x, y, n, e, alg, kid, use })),
  )
}

async function interact(
  provider: Provider,
  { accountId, cancelsAt, acr }: Person,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const { prompt, params } = await provider.interactionDetails(request, response)
  if (prompt.name === cancelsAt) {
    const refusal = { error: 'access_denied', error_description: 'The person said <b>no</b>' }
    return provider.interactionFinished(request, response, refusal)
  }
  if (prompt.name === 'login') {
    return provider.interactionFinished(request, response, { login: { accountId, acr } })
  }
  const grant = new provider.Grant({ accountId, clientId: params['client_id'] ?? '' })
  grant.addOIDCScope(prompt.details.missingOIDCScope?.join(' ') ?? '')
  grant.addOIDCClaims(prompt.details.missingOIDCClaims ?? [])
  const consent = { grantId: await grant.save() }
  const options = { mergeWithLastSubmission: true }
  return provider.interactionFinished(request, response, { consent }, options)
}

async function defaults(): Promise<Metadata> {
  return {
    jwks: { keys: await signingKeys },
    cookies: { keys: ['signs the cookies of the provider'] },
    claims: { email: ['email'], profile: ['name'] },
    // Claims of scopes go into the ID token, as most large services do it.
    conformIdTokenClaims: false,
    features: { devInteractions: { enabled: false } },
    // Whatever is left out is complained about on the console.
    ttl: {
      AccessToken: 600,
      AuthorizationCode: 60,
      Grant: 600,
      IdToken: 600,
      Interaction: 600,
      RefreshToken: 600,
      Session: 600,
    },
    findAccount: (_context: unknown, accountId: string) => ({
      accountId,
      claims: () => claimsOf(accountId),
    }),
    renderError: (context: { body: string }, out: Metadata) => {
      context.body = JSON.stringify(out)
    },
  }
}

const signingKeys: Promise<readonly JWK[]> = Promise.all(
  ['RS256', 'PS256', 'ES256', 'EdDSA', 'Ed25519'].map(async (alg) => {
    const { privateKey } = await generateKeyPair(alg, { extractable: true })
    const key = await exportJWK(privateKey)
    return Object.assign(key, { alg, kid: `key-${alg}`, use: 'sig' })
  }),
)

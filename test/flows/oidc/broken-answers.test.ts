import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { refreshTokens } from '../../../src/core.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { expectDiagnosis, type Diagnosis } from '../diagnosis/lines.js'
import type { App } from '../../support/apps/app.js'
import {
  publicKeys,
  startIdentityProvider,
  type Answer,
  type IdentityProvider,
} from '../../support/oidc/identity-provider.js'
import { makeAppFor, startSignIn, signInAtProvider, walk } from '../../support/oidc/visit.js'

const json = { 'content-type': 'application/json' }
const html = { 'content-type': 'text/html; charset=utf-8' }

const broken: readonly (readonly [name: string, answer: Answer, said: RegExp, cure: RegExp])[] = [
  [
    'HTML',
    { headers: html, body: '<h1>Hello</h1>' },
    /answers 200 with text\/html instead of JSON/,
    /Check `.+` of the provider "op"/,
  ],
  [
    'broken JSON',
    { headers: json, body: '{"a":' },
    /answers 200 with JSON that cannot be parsed/,
    /Check `.+` of the provider "op"/,
  ],
  [
    'a server error',
    { status: 502, headers: json, body: '{"error":"bad_gateway"}' },
    /answers 502 \("bad_gateway"\)/,
    /The provider "op" is failing\. Check its status page/,
  ],
]

const endpoints: readonly (readonly [line: string, what: string, Partial<OIDCConfig<Profile>>])[] =
  [
    ['GET /.well-known/openid-configuration', 'The metadata at', {}],
    ['POST /request', 'Pushed authorization request', { pushedRequests: true }],
    ['POST /token', 'Token request', {}],
    ['GET /jwks', 'Key set', {}],
    ['GET /me', 'User info', { idToken: false }],
  ]

const challenged: Answer = {
  status: 401,
  headers: { ...html, 'www-authenticate': 'Basic realm="proxy"' },
  body: '<h1>Sign in to the proxy</h1>',
}

describe.each(endpoints.slice(1))('%s', (line, what, options) => {
  it('a page of a proxy with a challenge is named in the log', async () => {
    const provider = await startIdentityProvider()
    provider.intercept = (asked) => (asked === line ? challenged : undefined)
    const { app } = await visitUntilRefused(provider, options)
    const message = errorLine(app)
    expect(message).toMatch(
      new RegExp(`^${what}: ${provider.issuer}/\\w+ answers 401 with text/html`),
    )
    expect(message).toMatch(
      /Check `.+` of the provider "op", and whether a proxy answers in its place\.$/,
    )
    expect(message.includes('`clientSecret`')).toBe(line.startsWith('POST'))
  })
})

it('a challenge with an error code explains a refusal better than its page', async () => {
  const provider = await startIdentityProvider()
  const headers = { ...html, 'www-authenticate': 'Bearer error="insufficient_scope"' }
  const answer = { ...challenged, status: 403, headers }
  provider.intercept = (asked) => (asked === 'GET /me' ? answer : undefined)
  const { app } = await visitUntilRefused(provider, { idToken: false })
  const lines = app.logs.map(({ message }) => (message[0] as Partial<Error>).message)
  expect(lines).toContainEqual(expect.stringContaining('the server says "insufficient_scope"'))
})

describe.each(endpoints)('%s', (line, what, options) => {
  it.each(broken)('an answer that is %s is named in the log', async (_, answer, said, cure) => {
    const provider = await startIdentityProvider()
    provider.intercept = (asked) => (asked === line ? answer : undefined)
    const { app } = await visitUntilRefused(provider, options)
    const message = errorLine(app)
    expect(message).toMatch(new RegExp(`^${what}`))
    expect(message).toContain(provider.issuer + (line.split(' ')[1] ?? ''))
    expect(message).toMatch(said)
    expect(message).toMatch(cure)
  })
})

it.each(broken)('a refresh that is answered with %s says so', async (_, answer, said, cure) => {
  const provider = await startIdentityProvider()
  provider.intercept = (asked) => (asked === 'POST /token' ? answer : undefined)
  const { config } = makeAppFor(provider)
  const refreshing = refreshTokens(config, { provider: 'op', refresh_token: 'refresh-1' })
  const { message } = await refreshing.then(
    () => new Error('It was refreshed.'),
    (error: unknown) => error as Error,
  )
  expect(message).toMatch(/^Refresh request: http:\/\/localhost:\d+\/token answers/)
  expect(message).toMatch(said)
  expect(message).toMatch(cure)
})

it('a handler that stumbles over a page is told which page it was', async () => {
  const provider = await startIdentityProvider()
  provider.intercept = (asked) =>
    asked === 'GET /people' ? { body: '<p>', headers: html } : undefined
  const { app } = await signInAtProvider(provider, {
    idToken: false,
    userinfo: {
      request: async ({ fetch }) => (await fetch(`${provider.issuer}/people`)).json(),
    },
  })
  expect(errorLine(app)).toMatch(
    /^User info: http:\/\/localhost:\d+\/people answers 200 with text\/html instead of JSON\. Check `userinfo` of the provider "op"/,
  )
})

it('a `profile` function that stumbles over a refusal is told which one it was', async () => {
  const provider = await startIdentityProvider()
  provider.intercept = (asked) =>
    asked.startsWith('GET /people') ? { status: 403, body: '{}', headers: json } : undefined
  const { app } = await signInAtProvider(provider, {
    profile: async (_profile, _tokens, { fetch }) => {
      const response = await fetch(`${provider.issuer}/people?access_token=x`)
      if (!response.ok) throw new TypeError('Expected a profile.')
      return {}
    },
  })
  expect(errorLine(app)).toMatch(
    /^`profile` of "op" failed\. Profile: http:\/\/localhost:\d+\/people answers 403\. Check the scopes/,
  )
})

describe('an ID token that cannot be verified has a line of its own for', () => {
  const signing = { enabledJWA: { idTokenSigningAlgValues: ['RS256', 'ES256', 'HS256'] } }
  const code = 'OAuthResponseInvalid'

  it('an algorithm that the client is not registered for', async () => {
    const provider = await startIdentityProvider({ id_token_signed_response_alg: 'ES256' }, signing)
    await expectLine(
      provider,
      { client: { id_token_signed_response_alg: 'RS256' } },
      {
        code,
        what: /^ID token: it is signed with "ES256", but from the provider "op" only RS256 is accepted/,
        cure: /set `client\.id_token_signed_response_alg` to "ES256"/,
      },
    )
  })

  it('the client secret', async () => {
    const provider = await startIdentityProvider({ id_token_signed_response_alg: 'HS256' }, signing)
    await expectLine(
      provider,
      {},
      {
        code,
        what: /^ID token: it is signed with the client secret \("HS256"\), but the provider "op" is not configured to accept that/,
        cure: /Set `client\.id_token_signed_response_alg` to "HS256", or choose RS256 at the service/,
      },
    )
  })

  it('encryption', async () => {
    const { publicKey } = await generateKeyPair('ECDH-ES')
    const jwk = { ...(await exportJWK(publicKey)), kid: 'enc', alg: 'ECDH-ES', use: 'enc' }
    const provider = await startIdentityProvider(
      {
        id_token_encrypted_response_alg: 'ECDH-ES',
        id_token_encrypted_response_enc: 'A256GCM',
        jwks: { keys: [jwk] },
      },
      { features: { devInteractions: { enabled: false }, encryption: { enabled: true } } },
    )
    await expectLine(
      provider,
      {},
      {
        code,
        what: /^ID token: it is encrypted \("ECDH-ES"\), but the provider "op" is not configured to decrypt it/,
        cure: /Set `decryptionKey`, or turn off encryption at the service/,
      },
    )
  })

  it('a key that is not in the key set', async () => {
    const provider = await startIdentityProvider()
    const keys = (await publicKeys()).filter(({ kid }) => kid !== 'key-RS256')
    const answer = { headers: json, body: JSON.stringify({ keys }) }
    provider.intercept = (asked) => (asked === 'GET /jwks' ? answer : undefined)
    await expectLine(
      provider,
      {},
      {
        code,
        what: /^ID token: the key set at http:\/\/localhost:\d+\/jwks has no key "key-RS256" for "RS256"/,
        cure: /Check `issuer` and `jwks_endpoint` of the provider "op"/,
      },
    )
  })

  async function expectLine(
    provider: Awaited<ReturnType<typeof startIdentityProvider>>,
    options: Partial<OIDCConfig<Profile>>,
    diagnosis: Diagnosis,
  ): Promise<void> {
    const { app, browser } = await signInAtProvider(provider, options)
    expect(await browser.session()).toBeNull()
    expectDiagnosis(app, diagnosis)
  }
})

/** Signs in as far as the provider's answers allow. */
async function visitUntilRefused(
  provider: IdentityProvider,
  options: Partial<OIDCConfig<Profile>>,
): Promise<{ app: App }> {
  const app = makeAppFor(provider, options)
  const browser = app.browser()
  const address = await startSignIn(browser, '/')
  if (address.startsWith(provider.issuer)) {
    const { url } = await walk(provider.issuer, address)
    await browser.fetchPage(url.href, { follow: false })
  }
  expect(await browser.session()).toBeNull()
  return { app }
}

function errorLine({ logs }: App): string {
  const line = logs.find(({ level }) => level === 'error')
  return (line?.message[0] as Error | undefined)?.message ?? ''
}

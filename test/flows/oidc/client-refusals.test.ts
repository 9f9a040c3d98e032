import { exportJWK, generateKeyPair } from 'jose'
import { describe, expect, it } from 'vitest'
import { refreshTokens } from '../../../src/core.js'
import { expectDiagnosis } from '../diagnosis/lines.js'
import {
  startIdentityProvider,
  type IdentityProvider,
} from '../../support/oidc/identity-provider.js'
import { ada, makeAppFor, startSignIn, signInAtProvider, walk } from '../../support/oidc/visit.js'

const wrong = { clientSecret: 'another secret that is long enough' }
const advice = {
  code: 'OAuthCallbackError',
  cure: /Check `clientId` and `clientSecret` of the provider "op"\. They are sent as client_secret_basic/,
}

/** A server that answers a refused client as RFC 6749 §5.2 asks for. */
async function startChallenging(): Promise<IdentityProvider> {
  const provider = await startIdentityProvider()
  const body = JSON.stringify({ error: 'invalid_client', error_description: 'no such client' })
  const headers = { 'content-type': 'application/json', 'www-authenticate': 'Basic realm="op"' }
  provider.intercept = (line) =>
    /^POST \/(?:token|request)/.test(line) ? { status: 401, headers, body } : undefined
  return provider
}

describe('a client that the provider refuses with a Basic challenge is named in the log', () => {
  it('at the token endpoint', async () => {
    const { app, end } = await signInAtProvider(await startChallenging(), wrong)
    expect(end.response.headers.get('location')).toContain('code=invalid_client')
    expectDiagnosis(app, { ...advice, what: /^Token request: the server says "invalid_client"/ })
  })

  it('at the token endpoint of oidc-provider itself', async () => {
    const { app } = await signInAtProvider(await startIdentityProvider(), wrong)
    expectDiagnosis(app, { ...advice, what: /^Token request: the server says "invalid_client"/ })
  })

  it('at the endpoint for pushed requests', async () => {
    const app = makeAppFor(await startChallenging(), { ...wrong, pushedRequests: true })
    await startSignIn(app.browser(), '/wanted')
    const what = /^Pushed authorization request: the server says "invalid_client"/
    expectDiagnosis(app, { ...advice, what })
  })

  it('when tokens are refreshed', async () => {
    const provider = await startChallenging()
    const { config } = makeAppFor(provider, wrong)
    const account = { provider: 'op', refresh_token: 'refresh-1' }
    await expect(refreshTokens(config, account)).rejects.toThrow(
      /^Refresh request: the server says "invalid_client"\. Check `clientId` and `clientSecret` of the provider "op"/,
    )
  })

  it('without a word in the body', async () => {
    const provider = await startIdentityProvider()
    const answer = { status: 401, headers: { 'www-authenticate': 'Basic realm="op"' }, body: '' }
    provider.intercept = (line) => (line === 'POST /token' ? answer : undefined)
    const { app } = await signInAtProvider(provider, wrong)
    expectDiagnosis(app, {
      ...advice,
      what: /^Token request: the server answers 401 to the client/,
    })
  })
})

describe('a client with a private key', () => {
  it('is told about the key when the provider has another one', async () => {
    const { provider, clientPrivateKey } = await startWithOtherKey()
    const { app } = await signInAtProvider(provider, {
      clientSecret: undefined,
      token: { clientPrivateKey },
    })
    expectDiagnosis(app, {
      code: 'OAuthCallbackError',
      what: /^Token request: the server says "invalid_client"/,
      cure: /Check `clientId` of the provider "op", and that the service has the public key of `token\.clientPrivateKey` with the key id "ours"/,
    })
  })

  it('is told so for pushed requests as well', async () => {
    const { provider, clientPrivateKey } = await startWithOtherKey()
    const token = { clientPrivateKey }
    const app = makeAppFor(provider, { clientSecret: undefined, token, pushedRequests: true })
    await startSignIn(app.browser(), '/wanted')
    expectDiagnosis(app, {
      code: 'OAuthCallbackError',
      what: /^Pushed authorization request: the server says "invalid_client"/,
      cure: /public key of `token\.clientPrivateKey`/,
    })
  })
})

it('`token.prepare` changes a pushed request as well', async () => {
  const provider = await startIdentityProvider()
  const seen: string[] = []
  const app = makeAppFor(provider, {
    pushedRequests: true,
    token: {
      prepare: ({ url }) => {
        seen.push(url.pathname)
        return { headers: { 'x-from': 'the app' } }
      },
    },
  })
  const browser = app.browser()
  const { url } = await walk(provider.issuer, await startSignIn(browser, '/wanted'))
  await browser.fetchPage(url.href, { follow: false })
  expect((await browser.session())?.user).toMatchObject(ada)
  expect(seen).toEqual(['/request', '/token'])
  const pushed = provider.requests.find(({ line }) => line === 'POST /request')
  expect(pushed?.headers['x-from']).toBe('the app')
})

describe.each([
  ['POST /token', 'Token request', false],
  ['POST /request', 'Pushed authorization request', true],
])('a 401 with a page at %s', (endpoint, what, pushedRequests) => {
  it.each([
    ['a private key', true, '`clientId`, `token\\.clientPrivateKey`'],
    ['no secret', false, '`clientId`'],
  ])('names what authenticates a client with %s', async (_, hasKey, options) => {
    const { provider, clientPrivateKey } = await startWithOtherKey()
    const page = { status: 401, headers: { 'content-type': 'text/html' }, body: '<h1>' }
    provider.intercept = (line) => (line === endpoint ? page : undefined)
    const app = makeAppFor(provider, {
      clientSecret: undefined,
      ...(hasKey
        ? { token: { clientPrivateKey } }
        : { client: { token_endpoint_auth_method: 'none' } }),
      pushedRequests,
    })
    const browser = app.browser()
    const address = await startSignIn(browser, '/wanted')
    if (!pushedRequests) {
      const { url } = await walk(provider.issuer, address)
      await browser.fetchPage(url.href, { follow: false })
    }
    expectDiagnosis(app, {
      code: 'OAuthResponseInvalid',
      what: new RegExp(`^${what}: http://localhost:\\d+/\\w+ answers 401 with text/html`),
      cure: new RegExp(`Check ${options}, (?:\`token\` and )?\`issuer\` of the provider "op"`),
    })
  })
})

async function startWithOtherKey(): Promise<{
  provider: IdentityProvider
  clientPrivateKey: { key: CryptoKey; kid: string }
}> {
  const registered = await generateKeyPair('ES256')
  const { privateKey: key } = await generateKeyPair('ES256')
  const jwk = { ...(await exportJWK(registered.publicKey)), kid: 'ours', alg: 'ES256', use: 'sig' }
  const provider = await startIdentityProvider({
    client_secret: undefined,
    token_endpoint_auth_method: 'private_key_jwt',
    jwks: { keys: [jwk] },
  })
  return { provider, clientPrivateKey: { key, kid: 'ours' } }
}

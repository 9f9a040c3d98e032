import { describe, expect, it } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import type { FakeProvider } from '../../support/oauth/fake-provider.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'
import { comeBack, makeOAuthApp, makeProvider, oidc, press } from '../../support/oauth/sign-in.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { watch } from '../../support/adapters/watched-adapter.js'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { expectDiagnosis, type Diagnosis } from './lines.js'

interface Case {
  readonly misbehaviour?: Misbehaviour
  readonly options?: Partial<OIDCConfig<Profile>>
  readonly config?: Partial<AuthConfig>
}

const html = (): Response =>
  new Response('<h1>Hi</h1>', { headers: { 'content-type': 'text/html' } })
const now = (): number => Math.floor(Date.now() / 1000)
const refuse = (error: string, words?: string) => (): Response =>
  Response.json({ error, error_description: words }, { status: 400 })

// prettier-ignore
const cases: readonly (readonly [name: string, situation: Case, diagnosis: Diagnosis])[] = [
  ['it cannot be reached', { misbehaviour: { answer: { discovery: () => { throw new TypeError('fetch failed', { cause: new Error('getaddrinfo ENOTFOUND op.test') }) } } } },
    { code: 'OAuthRequestFailed', what: /https:\/\/op\.test\/\.well-known\/openid-configuration failed: getaddrinfo ENOTFOUND op\.test/, cure: /Check the address, and that this server can reach it/ }],
  ['it is too slow', { misbehaviour: { answer: { discovery: () => { throw new DOMException('The operation timed out', 'TimeoutError') } } } },
    { code: 'OAuthRequestFailed', what: /https:\/\/op\.test\/\S+ failed: it took over 10 seconds/, cure: /Check the address/ }],
  ['it moved', { misbehaviour: { answer: { discovery: () => new Response(null, { status: 301, headers: { location: 'https://new.test' } }) } } },
    { code: 'OAuthRequestFailed', what: /Expected an answer, got a redirect/, cure: /Check the address/ }],
  ['its metadata is not there', { misbehaviour: { answer: { discovery: () => new Response('', { status: 404 }) } } },
    { code: 'OAuthMetadataInvalid', what: /metadata at https:\/\/op\.test\/\S+ cannot be used: it answers 404/, cure: /Check `issuer` or `wellKnown` of the provider "op"/ }],
  ['its metadata is a page', { misbehaviour: { answer: { discovery: html } } },
    { code: 'OAuthMetadataInvalid', what: /it answers 200 with text\/html instead of JSON/, cure: /Check `issuer` or `wellKnown` of the provider "op"/ }],
  ['its metadata is broken', { misbehaviour: { answer: { discovery: () => new Response('{', { headers: { 'content-type': 'application/json' } }) } } },
    { code: 'OAuthMetadataInvalid', what: /it answers 200 with JSON that cannot be parsed/, cure: /Check `issuer`/ }],
  ['it is another issuer', { misbehaviour: { metadata: (all) => ({ ...all, issuer: 'https://op.test/tenant' }) } },
    { code: 'OAuthMetadataInvalid', what: /it is about the issuer "https:\/\/op\.test\/tenant"/, cure: /Check `issuer` or `wellKnown` of the provider "op"/ }],
  ['it has no key set', { misbehaviour: { metadata: ({ jwks_uri: _, ...rest }) => rest } },
    { code: 'OAuthMetadataInvalid', what: /metadata of the provider "op" to have a jwks_uri, got undefined/, cure: /Set `jwks_endpoint` in its config/ }],
  ['the callback URL is not registered', { misbehaviour: { response: (params) => { params.delete('code'); params.set('error', 'redirect_uri_mismatch') } } },
    { code: 'OAuthCallbackError', what: /the server says "redirect_uri_mismatch"/, cure: /Register https:\/\/app\.test\/auth\/callback\/op as a callback URL at the service/ }],
  ['the callback URL is not registered, in words', { misbehaviour: { answer: { token: refuse('invalid_grant', 'Redirect URI does not match') } } },
    { code: 'OAuthCallbackError', what: /Token request: the server says "invalid_grant"/, cure: /Register https:\/\/app\.test\/auth\/callback\/op as a callback URL/ }],
  ['it does not know the client', { options: { clientSecret: 'another secret' } },
    { code: 'OAuthCallbackError', what: /Token request: the server says "invalid_client"/, cure: /Check `clientId` and `clientSecret` of the provider "op"\. They are sent as client_secret_basic/ }],
  ['its tokens are a page', { misbehaviour: { answer: { token: html } } },
    { code: 'OAuthResponseInvalid', what: /Token request: https:\/\/op\.test\/token answers 200 with text\/html instead of JSON/, cure: /Check `token` and `issuer` of the provider "op"/ }],
  ['our clock is ahead', { misbehaviour: { claims: (claims) => ({ ...claims, iat: now() - 900, exp: now() - 600 }) } },
    { code: 'OAuthResponseInvalid', what: /ID token: .*by the clock of this server it expired 60\d s ago/, cure: /Set that clock/ }],
  ['our clock is behind', { misbehaviour: { claims: (claims) => ({ ...claims, nbf: now() + 600 }) } },
    { code: 'OAuthResponseInvalid', what: /ID token: .*by the clock of this server it begins in (?:600|599) s/, cure: /Set that clock/ }],
  ['its token is for another client', { misbehaviour: { claims: (claims) => ({ ...claims, aud: 'client-2' }) } },
    { code: 'OAuthResponseInvalid', what: /ID token: .*its aud is wrong/, cure: /`clientId` of the provider "op" is "client-1"/ }],
  ['its token is of another issuer', { misbehaviour: { claims: (claims) => ({ ...claims, iss: 'https://two.test' }) } },
    { code: 'OAuthResponseInvalid', what: /ID token: its issuer is "https:\/\/two\.test", not "https:\/\/op\.test"/, cure: /Check `issuer` of the provider "op"/ }],
  ['its token is signed with another key', { misbehaviour: { idToken: (jwt) => `${jwt.slice(0, -8)}AAAAAAAA` } },
    { code: 'OAuthResponseInvalid', what: /ID token: .*no key of the service has signed it/, cure: /key of the service/ }],
  ['`profile` returns no id', { options: { profile: () => ({ name: 'Ada' }) } },
    { code: 'OAuthProfileParseError', what: /`profile` of "op"/, cure: /return the stable `id` of the person/ }],
]

describe('a sign-in at a service fails in one line when', () => {
  it.each(cases)('%s', async (_, { misbehaviour = {}, options, config }, diagnosis) => {
    const fake = await makeProvider()
    fake.misbehaviour = misbehaviour
    const app = makeOAuthApp([oidc(fake, options)], config)
    await visit(app.browser(), fake)
    expect(app.signedIn).toEqual([])
    expectDiagnosis(app, diagnosis)
  })

  it('the database is down', async () => {
    const fake = await makeProvider()
    const store = watch(memoryAdapter())
    store.before = () => {
      throw new Error('connect ECONNREFUSED 10.0.0.7:5432')
    }
    const app = makeOAuthApp([oidc(fake)], { adapter: store.adapter })
    await visit(app.browser(), fake)
    expectDiagnosis(app, {
      code: 'AdapterError',
      what: /The adapter's method `getUserByAccount` failed/,
      cure: /Check that the database is running and has all tables/,
    })
  })

  async function visit(
    browser: ReturnType<ReturnType<typeof makeOAuthApp>['browser']>,
    fake: FakeProvider,
  ): Promise<void> {
    const address = (await press(browser)).headers.get('location') ?? ''
    if (address.startsWith(fake.options.issuer)) await comeBack(browser, fake.authorize(address))
  }
})

import { exportJWK, exportSPKI, SignJWT } from 'jose'
import { encodeJson, fakeKey, type Claims } from '../../support/oauth/fake-keys.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'
import { clientSecret } from '../../support/oauth/sign-in.js'

/** What a service does wrong, or oddly, in words and in deed. */
export type ResponseMutations = Readonly<Record<string, Misbehaviour>>

const now = (): number => Math.floor(Date.now() / 1000)

/** Another value of a claim; undefined leaves it out. */
export function setClaim(name: string, value: unknown): Misbehaviour {
  return { claims: (claims: Claims) => ({ ...claims, [name]: value }) }
}

const response = (change: (params: URLSearchParams) => void): Misbehaviour => ({ response: change })

/** IT1: signatures. */
export async function signatureMutations(): Promise<ResponseMutations> {
  const other = await fakeKey('other')
  const jwk = await exportJWK(other.publicKey)
  return {
    'a text that was not signed': { idToken: tamper },
    'an empty signature': { idToken: (jwt) => jwt.slice(0, jwt.lastIndexOf('.') + 1) },
    'a signature with another key under the same id': { signWith: { ...other, kid: 'first' } },
    'a signature with a key of its own': { signWith: other, header: { jwk } },
    'a signature with a key elsewhere': {
      signWith: other,
      header: { jku: 'https://evil.test/keys', x5u: 'https://evil.test/cert' },
    },
  }
}

/** IT2: algorithms. */
export async function algorithmMutations(): Promise<ResponseMutations> {
  const { publicKey } = await fakeKey()
  return {
    'no signature at all': unsigned('none'),
    'no signature, in capitals': unsigned('NONE'),
    'an HMAC with the public key': hmac(await exportSPKI(publicKey)),
    'an HMAC with the client secret': hmac(clientSecret),
    'an extension that must be understood': { header: { crit: ['x'], x: 1 } },
    'another algorithm than was announced': { header: { alg: 'PS256' } },
  }
}

/** IT3, P5: issuers. */
export const issuerMutations: ResponseMutations = {
  'another issuer': setClaim('iss', 'https://evil.test'),
  'a slash behind the issuer': claimFrom('iss', (iss) => `${String(iss)}/`),
  'no issuer': setClaim('iss', undefined),
  'an issuer that is a list': claimFrom('iss', (iss) => [iss]),
}

/** IT4, B27: audiences. */
export const audienceMutations: ResponseMutations = {
  'another audience': setClaim('aud', 'client-2'),
  'no audience': setClaim('aud', undefined),
  'an audience that is no text': setClaim('aud', 1),
  'an audience too many, and no word for whom': claimFrom('aud', (aud) => [aud, 'client-2']),
  'another party': setClaim('azp', 'client-2'),
}

/** IT5, P22: times. */
export function timeMutations(): ResponseMutations {
  return {
    'an end in the past': setClaim('exp', now() - 3600),
    'no end': setClaim('exp', undefined),
    'an end that is text': setClaim('exp', '9999999999'),
    'an end that is a list': setClaim('exp', [9_999_999_999]),
    'no beginning': setClaim('iat', undefined),
    'a beginning that is text': setClaim('iat', 'x'),
    'a beginning that is to come': setClaim('nbf', now() + 3600),
  }
}

/** IT6: subjects. */
export const subjectMutations: ResponseMutations = {
  'no subject': setClaim('sub', undefined),
  'an empty subject': setClaim('sub', ''),
  'a subject that is a number': setClaim('sub', 7),
  'a subject that is an object': setClaim('sub', { id: 7 }),
  'a subject of 256 characters': setClaim('sub', 'x'.repeat(256)),
}

/** IT7: nonces. */
export const nonceMutations: ResponseMutations = {
  'another nonce': setClaim('nonce', 'another'),
  'no nonce': setClaim('nonce', undefined),
  'a nonce that is a list': claimFrom('nonce', (nonce) => [nonce]),
}

/** IT8. */
export const hashMutations: ResponseMutations = {
  'the hash of another access token': setClaim('at_hash', 'A'.repeat(22)),
}

/** IT9: ID tokens. */
export const idTokenMutations: ResponseMutations = {
  'no ID token': { idToken: () => undefined },
  'an ID token that is a list': { idToken: (jwt) => [jwt] },
  'an ID token in five parts': { idToken: (jwt) => `${jwt}.a.b` },
  'an ID token that is empty': { idToken: () => '' },
}

/** IT14, P4: answers of the token endpoint. */
export const tokenMutations: ResponseMutations = {
  HTML: answering(() => new Response('<p>', { headers: { 'content-type': 'text/html' } })),
  'an empty body': answering(() => new Response(null)),
  'an error with the status 200': { tokens: () => ({ error: 'invalid_grant' }) },
  'tokens with the status 401': answering(() => tokens(401)),
  'tokens with the status 500': answering(() => tokens(500)),
  'a redirect': answering(() => new Response(null, { status: 302, headers: { location: '/x' } })),
  'no access token': { tokens: (given) => ({ ...given, access_token: undefined }) },
  'an empty access token': { tokens: (given) => ({ ...given, access_token: '' }) },
  'an odd kind of token': { tokens: (given) => ({ ...given, token_type: 'mac' }) },
  'a list': { tokens: () => [] },
}

/** AR1: states. */
export const stateMutations: ResponseMutations = {
  'no state': response((params) => params.delete('state')),
  'an empty state': response((params) => params.set('state', '')),
  'two states': response((params) => params.append('state', 'x')),
  'the state twice': response((params) => params.append('state', params.get('state') ?? '')),
  'an unknown state': response((params) => params.set('state', 'x'.repeat(50))),
  'the state of a prototype': response((params) => params.set('state', '__proto__')),
  'a state that was changed': response((params) => {
    const state = params.get('state') ?? ''
    params.set('state', state.slice(0, -1) + (state.endsWith('A') ? 'B' : 'A'))
  }),
}

/** AR2: responses of another form. */
export const responseMutations: ResponseMutations = {
  'two codes': response((params) => params.append('code', 'another')),
  'a code and an error': response((params) => params.set('error', 'access_denied')),
  'an error alone': response((params) => {
    params.delete('code')
    params.set('error', 'login_required')
  }),
  'no code': response((params) => params.delete('code')),
  'an ID token in the address': response((params) => params.set('id_token', 'eyJ.eyJ.x')),
  'an access token in the address': response((params) => params.set('access_token', 'x')),
  'a response beside the code': response((params) => params.set('response', 'x')),
}

/** AR3: issuers of the response. */
export const responseIssuerMutations: ResponseMutations = {
  'the issuer of another': response((params) => params.set('iss', 'https://evil.test')),
  'no issuer, though it was announced': response((params) => params.delete('iss')),
  'two issuers': response((params) => params.append('iss', 'https://evil.test')),
}

/** IT15, B18: metadata. */
export const metadataMutations: ResponseMutations = {
  'another issuer': metadata({ issuer: 'https://evil.test' }),
  'no issuer': metadata({ issuer: undefined }),
  'a token endpoint over http': metadata({ token_endpoint: 'http://evil.test/token' }),
  'a token endpoint in the cloud’s own network': metadata({
    token_endpoint: 'http://169.254.169.254/token',
  }),
  'an authorization endpoint that is a script': metadata({
    authorization_endpoint: 'javascript:alert(1)',
  }),
  'a token endpoint that is a file': metadata({ token_endpoint: 'file:///etc/passwd' }),
  'a list': { metadata: () => [] },
  'a redirect': {
    answer: {
      discovery: () =>
        new Response(null, { status: 302, headers: { location: 'https://evil.test/' } }),
    },
  },
  HTML: { answer: { discovery: () => new Response('<p>') } },
}

function claimFrom(name: string, change: (value: unknown) => unknown): Misbehaviour {
  return { claims: (claims: Claims) => ({ ...claims, [name]: change(claims[name]) }) }
}

function metadata(overrides: Claims): Misbehaviour {
  return { metadata: (given: Claims) => ({ ...given, ...overrides }) }
}

function answering(token: () => Response): Misbehaviour {
  return { answer: { token } }
}

function tokens(status: number): Response {
  return Response.json({ access_token: 'x', token_type: 'bearer' }, { status })
}

function tamper(jwt: string, claims: Claims): string {
  const [header, , signature] = jwt.split('.')
  return `${header}.${encodeJson({ ...claims, sub: 'victim' })}.${signature}`
}

/** No `at_hash`: it would be wrong under such a name, and hide that the name was not checked. */
export function unsigned(alg: string): Misbehaviour {
  return {
    idToken: (_jwt, { at_hash: _, ...claims }) => `${encodeJson({ alg })}.${encodeJson(claims)}.`,
  }
}

function hmac(secret: string): Misbehaviour {
  const key = new TextEncoder().encode(secret)
  return {
    idToken: (_jwt, claims) =>
      new SignJWT(claims).setProtectedHeader({ alg: 'HS256', kid: 'first' }).sign(key),
  }
}

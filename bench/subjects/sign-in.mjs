import * as authJsCore from '@auth/core'
import { exportJWK, generateKeyPair, SignJWT } from 'jose'
import { Auth, customFetch, skipCSRFCheck } from 'latchkey/core'
import { raise } from './subject.mjs'
import { emailOf, origin, secret } from './visitor.mjs'

const issuer = 'https://id.test'
const clientId = 'client'

/**
 * A whole sign-in at an OpenID provider, start and callback. The provider is a function that answers
 * at once with a token that was signed before, so that what remains is the work of the library.
 *
 * @returns {Promise<import('./subject.mjs').Subject<string>[]>}
 */
export async function signIn() {
  const fetch = await stubProvider()
  /** @type {{ email: string }} */
  const last = { email: '' }
  const common = {
    secret,
    trustHost: true,
    basePath: '/auth',
    logger: { error() {}, warn() {}, debug() {} },
    events: {
      /** @param {{ user: { email?: string | null | undefined } }} message */
      signIn({ user }) {
        last.email = user.email ?? ''
      },
    },
  }
  // Without a nonce, which the token signed before cannot have.
  const provider = { id: 'op', name: 'OP', type: 'oidc', issuer, clientId, clientSecret: 'secret' }
  const checks = ['state', 'pkce']
  const ours = {
    ...common,
    skipCSRFCheck,
    providers: [{ ...provider, checks, [customFetch]: fetch }],
  }
  const theirs = {
    ...common,
    skipCSRFCheck: authJsCore.skipCSRFCheck,
    providers: [{ ...provider, checks, [authJsCore.customFetch]: fetch }],
  }
  /** @param {(request: Request) => Promise<Response>} handle */
  const run = (handle) => async () => {
    last.email = ''
    await walkThrough(handle)
    return last.email
  }
  return [
    subject(
      'latchkey',
      'latchkey',
      run((request) => Auth(request, /** @type {any} */ (ours))),
    ),
    subject(
      'auth-js',
      '@auth/core',
      run((request) => authJsCore.Auth(request, /** @type {any} */ (theirs))),
    ),
  ]
}

/**
 * @param {string} id
 * @param {string} library
 * @param {() => Promise<string>} run
 * @returns {import('./subject.mjs').Subject<string>}
 */
function subject(id, library, run) {
  return {
    id: `${id}-sign-in`,
    library,
    name: 'sign-in with OpenID Connect',
    kind: 'async',
    run,
    emailIn: (email) => email,
    expected: () => emailOf(0),
  }
}

/** @param {(request: Request) => Promise<Response>} handle */
async function walkThrough(handle) {
  const started = await handle(
    new Request(`${origin}/auth/signin/op`, {
      method: 'POST',
      headers: { origin, 'content-type': 'application/x-www-form-urlencoded' },
      body: 'callbackUrl=%2Faccount',
    }),
  )
  const cookie = started.headers
    .getSetCookie()
    .map((line) => line.split(';', 1)[0])
    .join('; ')
  const state = new URL(started.headers.get('location') ?? raise('No redirect.')).searchParams
  const callback = `${origin}/auth/callback/op?code=abc&state=${state.get('state')}`
  await handle(new Request(callback, { headers: { cookie } }))
}

async function stubProvider() {
  const { privateKey, publicKey } = await generateKeyPair('RS256')
  const idToken = await new SignJWT({ email: emailOf(0), name: 'Visitor' })
    .setProtectedHeader({ alg: 'RS256', kid: 'key' })
    .setIssuer(issuer)
    .setAudience(clientId)
    .setSubject('42')
    .setIssuedAt()
    .setExpirationTime('2h')
    .sign(privateKey)
  /** @type {Readonly<Record<string, unknown>>} */
  const answers = {
    '/.well-known/openid-configuration': {
      issuer,
      authorization_endpoint: `${issuer}/authorize`,
      token_endpoint: `${issuer}/token`,
      userinfo_endpoint: `${issuer}/userinfo`,
      jwks_uri: `${issuer}/keys`,
      id_token_signing_alg_values_supported: ['RS256'],
      code_challenge_methods_supported: ['S256'],
    },
    '/keys': { keys: [{ ...(await exportJWK(publicKey)), kid: 'key', alg: 'RS256', use: 'sig' }] },
    '/token': { access_token: 'abc', token_type: 'bearer', expires_in: 3600, id_token: idToken },
  }
  /** @param {RequestInfo | URL} input */
  return async (input) => {
    const { pathname } = new URL(input instanceof Request ? input.url : input)
    return Response.json(answers[pathname] ?? raise(`Nothing at ${pathname}.`))
  }
}

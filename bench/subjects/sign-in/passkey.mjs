import * as simpleWebAuthn from '@simplewebauthn/server'
import AuthJsPasskey from '@auth/core/providers/passkey'
import { memoryAdapter } from 'latchkey/adapters/memory'
import Passkey from 'latchkey/providers/passkey'
import { emailOf, origin } from '../visitor.mjs'
import { openAuthenticator } from './authenticator.mjs'
import { cookiesOf, jsonPost } from './browser.mjs'
import { signInsOf } from './configs.mjs'

const rpID = new URL(origin).hostname

/**
 * A sign-in with a passkey: options, what the authenticator makes of them, the response. The
 * authenticator is the one of the tests, and its signature is part of every subject.
 */
export async function passkey() {
  const authenticator = await openAuthenticator()
  const [ours, theirs] = [memoryAdapter(), memoryAdapter()]
  const publicKey = await register(authenticator, [ours, theirs])
  const common = { session: { strategy: 'jwt' }, experimental: { enableWebAuthn: true } }
  const subjects = signInsOf(
    'passkey',
    'passkey',
    {
      ours: { ...common, adapter: ours, providers: [Passkey()] },
      theirs: {
        ...common,
        adapter: theirs,
        providers: [AuthJsPasskey({ simpleWebAuthn: oldNames })],
      },
    },
    async (handle) => {
      const options = await handle(
        new Request(`${origin}/auth/webauthn-options/passkey?action=authenticate`),
      )
      const { options: request } = await options.json()
      const data = authenticator.get(request)
      const fields = { action: 'authenticate', data: JSON.stringify(data), callbackUrl: '/account' }
      return handle(jsonPost('/auth/callback/passkey', fields, cookiesOf(options)))
    },
  )
  return [bare(authenticator, publicKey), ...subjects]
}

/**
 * The same with `@simplewebauthn/server` alone: no request, no store, no session.
 *
 * @param {any} authenticator
 * @param {Uint8Array} publicKey
 * @returns {import('../subject.mjs').Subject<boolean>}
 */
function bare(authenticator, publicKey) {
  return {
    id: 'bare-passkey',
    library: '@simplewebauthn/server',
    name: 'options and verification',
    kind: 'async',
    async run() {
      const options = await simpleWebAuthn.generateAuthenticationOptions({ rpID })
      const response = authenticator.get(options)
      const { verified } = await simpleWebAuthn.verifyAuthenticationResponse({
        response,
        expectedChallenge: options.challenge,
        expectedOrigin: origin,
        expectedRPID: rpID,
        credential: { id: response.id, publicKey, counter: 0 },
      })
      return verified
    },
    emailIn: (verified) => (verified ? emailOf(0) : null),
    expected: () => emailOf(0),
  }
}

/** @auth/core knows the names that `@simplewebauthn/server` had in its version 9. */
const oldNames = {
  ...simpleWebAuthn,
  /** @param {any} given */
  verifyAuthenticationResponse: ({ authenticator, ...given }) =>
    simpleWebAuthn.verifyAuthenticationResponse({
      ...given,
      credential: {
        id: Buffer.from(authenticator.credentialID).toString('base64url'),
        publicKey: authenticator.credentialPublicKey,
        counter: authenticator.counter,
      },
    }),
}

/**
 * Makes a credential, and puts its rows where both libraries look for them.
 *
 * @param {any} authenticator
 * @param {readonly ReturnType<typeof memoryAdapter>[]} stores
 */
async function register(authenticator, stores) {
  const options = await simpleWebAuthn.generateRegistrationOptions({
    rpName: 'The site',
    rpID,
    userName: emailOf(0),
    userID: new TextEncoder().encode('visitor'),
  })
  const { registrationInfo } = await simpleWebAuthn.verifyRegistrationResponse({
    response: authenticator.create(options),
    expectedChallenge: options.challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
  })
  if (!registrationInfo) throw new Error('The credential was refused.')
  const { credential } = registrationInfo
  const credentialID = Buffer.from(credential.id, 'base64url').toString('base64')
  for (const store of stores) {
    const user = await store.createUser({ id: 'visitor', email: emailOf(0), emailVerified: null })
    const account = { provider: 'passkey', providerAccountId: credentialID, userId: user.id }
    await store.linkAccount({ ...account, type: 'webauthn' })
    await store.createAuthenticator({
      credentialID,
      userId: user.id,
      providerAccountId: credentialID,
      credentialPublicKey: Buffer.from(credential.publicKey).toString('base64'),
      counter: 0,
      credentialDeviceType: registrationInfo.credentialDeviceType,
      credentialBackedUp: registrationInfo.credentialBackedUp,
      transports: 'internal',
    })
  }
  return credential.publicKey
}

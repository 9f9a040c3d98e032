import { CompactEncrypt, generateKeyPair, SignJWT } from 'jose'
import type { OIDCConfig } from '../../../src/model/oauth.js'
import type { Profile } from '../../../src/model/records.js'
import { fakeKey } from '../../support/oauth/fake-keys.js'
import type { FakeProviderOptions } from '../../support/oauth/fake-provider.js'
import type { Misbehaviour } from '../../support/oauth/misbehaviour.js'
import { clientSecret } from '../../support/oauth/sign-in.js'

/** Something that is set up wrongly, or fails, at a service. */
export interface Fault {
  /** What an operator did, or what happened. */
  readonly what: string
  readonly provider?: Partial<FakeProviderOptions>
  readonly misbehaviour?: Misbehaviour
  readonly options?: Partial<OIDCConfig<Profile>>
}

const page = (status: number) => (): Response =>
  new Response('<h1>Maintenance</h1>', { status, headers: { 'content-type': 'text/html' } })

const brokenJson = (): Response =>
  new Response('{"sub":', { headers: { 'content-type': 'application/json' } })

const keyPair = await generateKeyPair('ES256')
const otherPair = await generateKeyPair('ES256')
const encryptionPair = await generateKeyPair('RSA-OAEP-256')
const secretKey = new TextEncoder().encode(clientSecret)

/** Twelve faults that operators meet, as the docs list them. */
export const faults: readonly Fault[] = [
  {
    what: 'The client secret is wrong.',
    options: { clientSecret: 'another secret' },
  },
  {
    what: 'The service has another public key for the client.',
    provider: { method: 'private_key_jwt', publicKey: otherPair.publicKey },
    options: {
      clientSecret: undefined,
      token: { clientPrivateKey: { key: keyPair.privateKey, kid: 'ours' } },
    },
  },
  {
    what: 'The callback URL is not registered.',
    misbehaviour: {
      response: (params) => {
        params.delete('code')
        params.set('error', 'redirect_uri_mismatch')
      },
    },
  },
  {
    what: 'The discovery URL of `issuer` returns an HTML page.',
    misbehaviour: { answer: { discovery: page(200) } },
  },
  {
    what: 'The endpoint for pushed authorization requests returns an HTML page.',
    misbehaviour: { answer: { par: page(404) } },
    options: { pushedRequests: true },
  },
  {
    what: 'The token endpoint is down.',
    misbehaviour: { answer: { token: page(503) } },
  },
  {
    what: 'The user info response is truncated.',
    misbehaviour: { answer: { userinfo: brokenJson } },
    options: { idToken: false },
  },
  {
    what: 'The key set URL returns an HTML page, and no keys are cached.',
    misbehaviour: { answer: { jwks: page(200) } },
  },
  {
    what: 'The ID token is signed with an algorithm that the provider did not announce.',
    misbehaviour: { signWith: await fakeKey('first', 'ES256') },
  },
  {
    what: 'The ID token is signed with the client secret.',
    misbehaviour: {
      idToken: (_jwt, claims) =>
        new SignJWT(claims).setProtectedHeader({ alg: 'HS256' }).sign(secretKey),
    },
  },
  {
    what: 'The ID token is encrypted.',
    misbehaviour: {
      idToken: (jwt) =>
        new CompactEncrypt(new TextEncoder().encode(jwt))
          .setProtectedHeader({ alg: 'RSA-OAEP-256', enc: 'A256GCM', cty: 'JWT' })
          .encrypt(encryptionPair.publicKey),
    },
  },
  {
    what: 'The ID token is signed with a key that is not in the key set.',
    misbehaviour: { signWith: await fakeKey('unpublished') },
  },
]

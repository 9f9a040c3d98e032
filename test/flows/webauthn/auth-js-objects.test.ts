import AuthJsPasskey from '@auth/core/providers/passkey'
import AuthJsWebAuthn from '@auth/core/providers/webauthn'
import { describe, expect, it } from 'vitest'
import { authJsAdapter } from '../../support/adapters/watched-adapter.js'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import type { AuthConfig } from '../../../src/core.js'
import type { SimpleWebAuthn, WebAuthnConfig } from '../../../src/model/webauthn.js'
import Passkey from '../../../src/providers/passkey.js'
import {
  address,
  beginRegistration,
  beginSignIn,
  inside,
  refused,
  rowOf,
} from '../../support/passkeys/ceremonies.js'
import {
  begin,
  end,
  makePasskeyApp,
  optionsOf,
  authenticate,
  register,
} from '../../support/apps/passkey-app.js'
import { SoftwareAuthenticator } from '../../support/passkeys/software-authenticator.js'

type Providers = AuthConfig['providers']

const makers: readonly (readonly [string, string, () => WebAuthnConfig])[] = [
  ['@auth/core/providers/passkey', 'passkey', () => AuthJsPasskey({}) as unknown as WebAuthnConfig],
  [
    '@auth/core/providers/webauthn',
    'webauthn',
    () => AuthJsWebAuthn({}) as unknown as WebAuthnConfig,
  ],
]

describe.each(makers)('the object of %s', (_, provider, make) => {
  const stores = [
    ['our adapter', memoryAdapter],
    ['an adapter of Auth.js', authJsAdapter],
  ] as const

  it.each(stores)('works unmodified, with %s', async (_name, makeStore) => {
    const providers: Providers = [make()]
    const app = makePasskeyApp({ providers, adapter: makeStore() })
    const authenticator = new SoftwareAuthenticator()
    const browser = app.browser()
    const created = await begin(browser, 'register', { email: 'Ada@Example.TEST' }, provider)
    const response = authenticator.create(await optionsOf(created))
    expect(await end(browser, 'register', response, { provider })).toEqual(inside)
    expect(await browser.session()).toMatchObject({ user: { email: address } })

    for (const fields of [{}, { email: address }]) {
      const another = app.browser()
      const asked = await begin(another, 'authenticate', fields, provider)
      const answer = authenticator.get(await optionsOf(asked))
      expect(await end(another, 'authenticate', answer, { provider })).toEqual(inside)
      expect(await another.session()).toMatchObject({ user: { email: address } })
    }
    expect((await rowOf(app, authenticator))?.counter).toBe(2)
    expect(app.codes('error')).toEqual([])
  })

  it('does not bring a second person in under one address, in whatever form', async () => {
    const app = makePasskeyApp({ providers: [make()] })
    for (const [email, url] of [
      [address, /inside$/],
      ['ADA@example.test', /error=AccountNotLinked/],
    ] as const) {
      const browser = app.browser()
      const created = await begin(browser, 'register', { email }, provider)
      const response = new SoftwareAuthenticator().create(await optionsOf(created))
      expect((await end(browser, 'register', response, { provider })).url).toMatch(url)
    }
  })

  it('insists on a person who is verified', async () => {
    const app = makePasskeyApp({ providers: [make()] })
    const browser = app.browser()
    const created = await begin(browser, 'register', { email: address }, provider)
    const response = new SoftwareAuthenticator().create(await optionsOf(created), { uv: false })
    expect(await end(browser, 'register', response, { provider })).toEqual(refused)
  })
})

describe('functions of the app, or of an older version of the package', () => {
  const { simpleWebAuthn: current } = Passkey()

  /** Version 9: the members of a credential beside the others, ids as bytes, fewer facts. */
  const older: SimpleWebAuthn = {
    ...current,
    generateRegistrationOptions: async (options) => ({
      ...(await current.generateRegistrationOptions(options)),
      user: { id: 'made up by the package' },
      excludeCredentials: [],
    }),
    verifyRegistrationResponse: async (options) => {
      const { verified, registrationInfo } = await current.verifyRegistrationResponse(options)
      const { credential, ...rest } = registrationInfo as {
        credential: { id: string; publicKey: Uint8Array; counter: number }
      }
      return {
        verified,
        registrationInfo: {
          ...rest,
          credentialID: new Uint8Array(Buffer.from(credential.id, 'base64url')),
          credentialPublicKey: credential.publicKey,
          counter: credential.counter,
        },
      }
    },
    verifyAuthenticationResponse: async ({ authenticator, credential: _, ...options }) => {
      const { credentialID, credentialPublicKey, counter } = authenticator as {
        credentialID: Uint8Array
        credentialPublicKey: Uint8Array
        counter: number
      }
      const id = Buffer.from(credentialID).toString('base64url')
      const credential = { id, publicKey: credentialPublicKey, counter }
      const made = await current.verifyAuthenticationResponse({ ...options, credential })
      const { newCounter } = made.authenticationInfo
      return { verified: made.verified, authenticationInfo: { newCounter } }
    },
  }

  it('are told all that they shall expect', async () => {
    const told: Record<string, unknown>[] = []
    const listening: SimpleWebAuthn = {
      ...current,
      verifyRegistrationResponse: (options) => {
        told.push(options)
        return current.verifyRegistrationResponse(options)
      },
      verifyAuthenticationResponse: (options) => {
        told.push(options)
        return current.verifyAuthenticationResponse(options)
      },
    }
    const app = makePasskeyApp({ passkey: { simpleWebAuthn: listening } })
    const browser = app.browser()
    const authenticator = new SoftwareAuthenticator()
    const creation = await beginRegistration(browser)
    await end(browser, 'register', authenticator.create(creation))
    const request = await beginSignIn(browser)
    await end(browser, 'authenticate', authenticator.get(request))
    const expected = { expectedOrigin: ['https://app.test'], expectedRPID: 'app.test' }
    expect(told).toMatchObject([
      { ...expected, expectedChallenge: creation.challenge, requireUserVerification: true },
      { ...expected, expectedChallenge: request.challenge, requireUserVerification: true },
    ])
  })

  it('do as well', async () => {
    const app = makePasskeyApp({ passkey: { simpleWebAuthn: older } })
    const authenticator = new SoftwareAuthenticator()
    const browser = app.browser()
    expect(await register(browser, authenticator)).toEqual(inside)
    const [{ id, userHandle } = expect.fail()] = authenticator.credentials
    expect(await beginRegistration(browser)).toMatchObject({
      user: { id: userHandle, name: address, displayName: address },
      excludeCredentials: [{ id, type: 'public-key' }],
    })
    expect((await rowOf(app, authenticator))?.userHandle).toBe(userHandle)
    expect(await authenticate(app.browser(), authenticator, { counter: 4 })).toEqual(inside)
    expect((await rowOf(app, authenticator))?.counter).toBe(4)
    expect(await authenticate(app.browser(), authenticator, { counter: 4 })).toEqual(refused)
  })
})

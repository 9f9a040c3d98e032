import { decodeJwt } from 'jose'
import { describe, expect, it } from 'vitest'
import {
  authenticateClient,
  authenticationMethod,
} from '../../../src/oauth/client-authentication.js'
import { clientAuthenticationMethods, type RelyingParty } from '../../../src/oauth/relying-party.js'
import { partyOf } from './relying-party.js'

const server = { issuer: 'https://op.test', token_endpoint: 'https://op.test/token' }
const withoutIssuer = { ...server, issuer: 'https://issuer.invalid' }

async function privateKey(): Promise<CryptoKey> {
  const pair = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
    'sign',
    'verify',
  ])
  return pair.privateKey
}

function using(method: string, changes: Partial<RelyingParty> = {}): RelyingParty {
  return partyOf({ client: { token_endpoint_auth_method: method }, ...changes })
}

/** What is sent to prove who we are. */
async function proofOf(party: RelyingParty, at: typeof server = server): Promise<unknown> {
  const [body, headers] = [new URLSearchParams(), new Headers()]
  await authenticateClient(party, at)(at, { client_id: party.clientId }, body, headers)
  return { ...Object.fromEntries(body), ...Object.fromEntries(headers) }
}

async function assertionOf(party: RelyingParty, at: typeof server): Promise<unknown> {
  const { client_assertion: assertion } = (await proofOf(party, at)) as Record<string, string>
  return decodeJwt(assertion ?? '')
}

describe('the way in which a client proves itself', () => {
  it('is the configured one, else what a key or a secret allows', async () => {
    const { token } = partyOf()
    const clientPrivateKey = await privateKey()
    const withKey = { token: { ...token, clientPrivateKey } }
    expect(authenticationMethod(using('client_secret_post', withKey))).toBe('client_secret_post')
    expect(authenticationMethod(partyOf(withKey))).toBe('private_key_jwt')
    expect(authenticationMethod(partyOf())).toBe('client_secret_basic')
    expect(authenticationMethod(partyOf({ clientSecret: undefined }))).toBe('none')
  })

  it('is one of five', () => {
    expect(clientAuthenticationMethods).toEqual([
      'client_secret_basic',
      'client_secret_post',
      'client_secret_jwt',
      'private_key_jwt',
      'none',
    ])
  })

  it('can be its secret, form-encoded in a header', async () => {
    const party = partyOf({ clientId: 'a b', clientSecret: 'c:d-_.' })
    expect(await proofOf(party)).toEqual({ authorization: `Basic ${btoa('a+b:c%3Ad-_.')}` })
  })

  it('can be an empty secret if the server wants one and the config has none', async () => {
    const party = using('client_secret_basic', { clientSecret: undefined })
    expect(await proofOf(party)).toEqual({ authorization: `Basic ${btoa('client-1:')}` })
  })

  it('can be its secret among the fields', async () => {
    expect(await proofOf(using('client_secret_post'))).toEqual({
      client_id: 'client-1',
      client_secret: 'a secret',
    })
  })

  it('can be nothing but its name', async () => {
    expect(await proofOf(using('none'))).toEqual({ client_id: 'client-1' })
  })

  it('can be an assertion for the issuer, or for the endpoint of a server without a name', async () => {
    const clientPrivateKey = await privateKey()
    const withKey = { token: { ...partyOf().token, clientPrivateKey } }
    for (const party of [using('client_secret_jwt'), using('private_key_jwt', withKey)]) {
      expect(await assertionOf(party, server)).toMatchObject({ aud: 'https://op.test' })
      expect(await assertionOf(party, withoutIssuer)).toMatchObject({
        aud: 'https://op.test/token',
      })
    }
  })

  it('cannot be a key that is missing in the config', () => {
    expect(() => authenticateClient(using('private_key_jwt'), server)).toThrow(
      'The provider "op" has no `token.clientPrivateKey`.',
    )
  })
})

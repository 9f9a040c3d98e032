import { UnsecuredJWT } from 'jose'
import { expect, it } from 'vitest'
import { isOwnIssuer } from '../../../src/oauth/own-issuer.js'
import type { RelyingParty } from '../../../src/oauth/relying-party.js'

const issuer = 'https://op.test'
/** A party whose server does not answer. */
const party = {
  type: 'oidc',
  issuer,
  fetch: async () => Promise.reject(new TypeError('The server is down.')),
} as unknown as RelyingParty

it('an account with an ID token of the issuer needs no metadata, so an outage does not matter', async () => {
  const idToken = new UnsecuredJWT({}).setIssuer(issuer).encode()
  expect(await isOwnIssuer(party, { id_token: idToken })).toBe(true)
})

it('an account with an ID token of another issuer needs metadata to be accepted', async () => {
  const idToken = new UnsecuredJWT({}).setIssuer('https://former.test').encode()
  await expect(isOwnIssuer(party, { id_token: idToken })).rejects.toThrow(Error)
})

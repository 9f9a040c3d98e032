import type { RelyingParty } from './relying-party.js'
import { accountIssuer, loadServer } from './server.js'
import { mayHaveIssued } from './verify-jwt.js'

/** What an account says about its issuer. */
export interface IssuedTokens {
  readonly issuer?: unknown
  readonly id_token?: unknown
}

/**
 * Whether the tokens of an account are of the server that the config names now. Those of another one
 * must not be sent to it. A token without any trace of its issuer counts as its own, as at a sign-in.
 */
export async function isOwnIssuer(
  party: RelyingParty,
  { issuer, id_token: idToken }: IssuedTokens,
): Promise<boolean> {
  if (typeof issuer === 'string' && issuer !== '') {
    // Most accounts need no metadata of the server.
    if (issuer === (party.issuer ?? party.instance)) return true
    return [undefined, issuer].includes(accountIssuer(await loadServer(party), party))
  }
  if (party.type === 'oauth' || typeof idToken !== 'string') return true
  // An outage of the provider must not keep a valid token from the app.
  if (party.issuer !== undefined && mayHaveIssued(idToken, party, { issuer: party.issuer }))
    return true
  return mayHaveIssued(idToken, party, await loadServer(party)) !== false
}

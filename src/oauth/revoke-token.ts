import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import { authenticateClient } from './client-authentication.js'
import { sender } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'
import { loadServer } from './server.js'
import { runStep } from './translate-errors.js'
import { plainOptions, toClient } from './wire.js'

/** A token, and which of the two it is. */
export interface RevocableToken {
  readonly token: string
  readonly hint: 'refresh_token' | 'access_token'
}

/**
 * Revokes a token. Returns false if the provider has no revocation endpoint. @see RFC 7009, section
 * 2.1
 */
export async function revokeToken(
  party: RelyingParty,
  { token, hint }: RevocableToken,
): Promise<boolean> {
  const server = await loadServer(party)
  if (typeof server.revocation_endpoint !== 'string') return false
  // RFC 9449 defines no proof for this endpoint, not even for tokens that are bound to a key.
  const options = {
    ...plainOptions(sender(party)),
    additionalParameters: { token_type_hint: hint },
  }
  const revoke = async (): Promise<void> => {
    const authentication = authenticateClient(party, server)
    const client = toClient(party)
    const response = await revocationRequest(server, client, authentication, token, options)
    await processRevocationResponse(response)
  }
  await runStep('Revocation request', revoke, { sent: [token, party.clientSecret], party })
  return true
}

import { processRevocationResponse, revocationRequest } from 'oauth4webapi'
import { clientOptions } from './advise-client.js'
import { authenticateClient } from './client-authentication.js'
import { sender } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'
import { requireReadable } from './require-readable.js'
import { loadServer } from './server.js'
import { runStep } from './translate-errors.js'
import { plainOptions, toClient } from './wire.js'

const what = 'Revocation request'

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
  const url = server.revocation_endpoint
  if (typeof url !== 'string') return false
  // RFC 9449 defines no proof for this endpoint, not even for tokens that are bound to a key.
  const options = {
    ...plainOptions(sender(party)),
    additionalParameters: { token_type_hint: hint },
  }
  const asked = {
    what,
    url,
    options: '`revocation` and `issuer`',
    credentials: clientOptions(party),
  }
  const revoke = async (): Promise<void> => {
    const authentication = authenticateClient(party, server)
    const client = toClient(party)
    const response = await revocationRequest(server, client, authentication, token, options)
    // RFC 7009 §2.2: clients ignore the body of a 200.
    if (!response.ok) await requireReadable(response, asked, party)
    await processRevocationResponse(response)
  }
  await runStep(what, revoke, { sent: [token, party.clientSecret], party })
  return true
}

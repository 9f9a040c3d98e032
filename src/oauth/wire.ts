import {
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  DPoP,
  generateKeyPair,
  isDPoPNonceError,
  type Client,
  type DPoPHandle,
} from 'oauth4webapi'
import type { Call, Send } from './prepare-request.js'
import type { RelyingParty } from './relying-party.js'

/** Tolerated difference between clocks, in seconds. */
export const skew: number = 60

/** Returns the client in oauth4webapi's format. */
export function toClient({ client, clientId }: RelyingParty): Client {
  const defined = Object.entries(client).filter(([, value]) => value !== undefined)
  const metadata = Object.fromEntries(defined) as Partial<Client>
  return { ...metadata, client_id: clientId, [clockTolerance]: skew }
}

/** Options of every request to the server. `callOut` checks the URL. */
export interface RequestOptions {
  [customFetch]: (url: string, init: Call) => Promise<Response>
  [allowInsecureRequests]: true
  DPoP?: DPoPHandle
}

/**
 * Sends a request with a DPoP proof if the provider uses DPoP. Sends it again if the server
 * requires its nonce in the proof. @see RFC 9449, section 8
 */
export async function withProof<T>(
  party: RelyingParty,
  send: Send,
  request: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  const options: RequestOptions = {
    [customFetch]: send,
    [allowInsecureRequests]: true,
  }
  if (!party.dpop) return request(options)
  const proving = { ...options, DPoP: await proofOf(party) }
  try {
    return await request(proving)
  } catch (thrown) {
    if (!isDPoPNonceError(thrown)) throw thrown
    return request(proving)
  }
}

const mostProofs = 200

function proofOf(party: RelyingParty): Promise<DPoPHandle> {
  const { proofs } = party.memory
  const name = `${party.id} ${party.clientId} ${party.issuer ?? ''}`
  const known = proofs.get(name)
  if (known) return known
  for (const oldest of proofs.keys()) if (proofs.size >= mostProofs) proofs.delete(oldest)
  const made = generateKeyPair('ES256').then((keys) => DPoP(toClient(party), keys))
  proofs.set(name, made)
  return made
}

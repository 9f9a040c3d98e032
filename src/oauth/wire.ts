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

/** Seconds by which clocks may differ. */
export const skew: number = 60

/** The client as the protocol library wants it. */
export function toClient({ client, clientId }: RelyingParty): Client {
  const said = Object.entries(client).filter(([, value]) => value !== undefined)
  const metadata = Object.fromEntries(said) as Partial<Client>
  return { ...metadata, client_id: clientId, [clockTolerance]: skew }
}

/** What every request to the server shares. Its address is checked by `callOut`. */
export interface RequestOptions {
  [customFetch]: (url: string, init: Call) => Promise<Response>
  [allowInsecureRequests]: true
  DPoP?: DPoPHandle
}

/**
 * Makes a request with the proof of possession that the party asks for; once more when the server
 * wants its nonce in the proof. @see RFC 9449, section 8
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

import {
  allowInsecureRequests,
  clockTolerance,
  customFetch,
  type Client,
  type DPoPHandle,
} from 'oauth4webapi'
import { loadDpop } from './load-dpop.js'
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

/** Returns the options of a request without a proof. */
export function plainOptions(send: Send): RequestOptions {
  return { [customFetch]: send, [allowInsecureRequests]: true }
}

/** Sends a request, with a proof of the key that the tokens are bound to. @see RFC 9449, section 5 */
export async function withProof<T>(
  { memory }: RelyingParty,
  key: string | undefined,
  send: Send,
  request: (options: RequestOptions) => Promise<T>,
): Promise<T> {
  const options = plainOptions(send)
  if (key === undefined) return request(options)
  const { sendWithProof } = await loadDpop()
  return sendWithProof(memory, key, (proof) => request({ ...options, DPoP: proof }))
}

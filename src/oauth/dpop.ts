import { exportJWK, importJWK, type JWK } from 'jose'
import {
  allowInsecureRequests,
  customFetch,
  DPoP,
  generateKeyPair,
  isDPoPNonceError,
  modifyAssertion,
  protectedResourceRequest,
  WWWAuthenticateChallengeError,
  type DPoPHandle,
} from 'oauth4webapi'
import type { DpopProofs } from '../model/tokens.js'
import type { OAuthMemory } from './oauth-memory.js'

/** Creates the key that the tokens of one grant are bound to, as the text in which it is stored. */
export async function createProofKey(): Promise<string> {
  const { privateKey } = await generateKeyPair('ES256', { extractable: true })
  return JSON.stringify(await exportJWK(privateKey))
}

/**
 * Sends a request with a proof of the key. Sends it once more if the server wants its nonce in the
 * proof. @see RFC 9449, section 8
 */
export async function sendWithProof<T>(
  memory: OAuthMemory,
  key: string,
  request: (proof: DPoPHandle) => Promise<T>,
): Promise<T> {
  const proof = await proofOf(memory, key)
  try {
    return await request(proof)
  } catch (thrown) {
    if (!isDPoPNonceError(thrown)) throw thrown
    // An unread body keeps its connection open.
    if (thrown instanceof WWWAuthenticateChallengeError)
      await thrown.response.body?.cancel().catch(() => undefined)
    return request(proof)
  }
}

/** An access token with the key that it is bound to. */
export interface BoundToken extends DpopProofs {
  /**
   * Adds the token to a request and sends it. Sends it once more if the API wants its nonce in the
   * proof.
   */
  readonly send: (request: Request, send: typeof fetch) => Promise<Response>
}

export function bindToken(memory: OAuthMemory, key: string, accessToken: string): BoundToken {
  return {
    createProof: async ({ url, method = 'GET', nonce }) => {
      const proof = await makeProof(memory, key, nonce)
      let header = ''
      // The library makes a proof only for a request. This one is not sent.
      await present(accessToken, proof, { url: String(url), method }, async (headers) => {
        header = headers['dpop'] ?? ''
        return new Response()
      })
      return header
    },
    send: async (request, send) => {
      // A body can be read once.
      const copies = request.body ? [request.clone(), request] : [request]
      try {
        return await sendWithProof(memory, key, (proof) => {
          const copy = copies.shift() ?? request
          return present(accessToken, proof, copy, ({ authorization = '', dpop = '' }) => {
            copy.headers.set('authorization', authorization)
            copy.headers.set('dpop', dpop)
            return send(copy)
          })
        })
      } catch (thrown) {
        // Any other challenge is for the caller, who has to see the response.
        if (thrown instanceof WWWAuthenticateChallengeError) return thrown.response
        throw thrown
      }
    },
  }
}

/** Sends a request for a protected resource. @see RFC 9449, section 7 */
function present(
  accessToken: string,
  proof: DPoPHandle,
  { url, method }: Pick<Request, 'url' | 'method'>,
  send: (headers: Readonly<Record<string, string>>) => Promise<Response>,
): Promise<Response> {
  return protectedResourceRequest(accessToken, method, new URL(url), undefined, null, {
    DPoP: proof,
    // The caller has checked the URL, and allows http on this machine.
    [allowInsecureRequests]: true,
    [customFetch]: (_url, { headers }) => send(headers),
  })
}

/** More than the users that one process serves at a time. A server's nonces are kept with the key. */
const mostProofs = 200

/** A key is used for several requests, and the next one should have the newest nonce. */
function proofOf(memory: OAuthMemory, key: string): Promise<DPoPHandle> {
  const { proofs } = memory
  const known = proofs.get(key)
  if (known) return known
  for (const oldest of proofs.keys()) if (proofs.size >= mostProofs) proofs.delete(oldest)
  const made = makeProof(memory, key)
  proofs.set(key, made)
  return made
}

async function makeProof({ clock }: OAuthMemory, key: string, nonce?: string): Promise<DPoPHandle> {
  // Only this library can seal a key, so `createProofKey` wrote the text.
  const jwk = JSON.parse(key) as JWK
  const { d: _private, ...publicJwk } = jwk
  // Both are keys of an elliptic curve, which are never bytes.
  const [privateKey, publicKey] = (await Promise.all([
    importJWK(jwk, 'ES256'),
    importJWK(publicJwk, 'ES256', { extractable: true }),
  ])) as [CryptoKey, CryptoKey]
  const options = {
    [modifyAssertion]: (_header: object, payload: Record<string, unknown>) => {
      payload['iat'] = Math.floor(clock() / 1000)
      if (nonce !== undefined) payload['nonce'] = nonce
    },
  }
  return DPoP({}, { privateKey, publicKey }, options)
}

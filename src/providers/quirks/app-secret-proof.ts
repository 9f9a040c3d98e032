import type { PrepareRequest } from '../../model/oauth-endpoints.js'

/**
 * A `userinfo.prepare` function for Meta's Graph API. It proves with the client secret that the
 * request comes from this app.
 *
 * @see https://developers.facebook.com/docs/graph-api/guides/secure-requests
 */
export const proveAppSecret: PrepareRequest = async ({ url }, { tokens, clientSecret }) => {
  const signedUrl = new URL(url)
  const proof = await hmac(clientSecret ?? '', tokens.access_token ?? '')
  signedUrl.searchParams.set('appsecret_proof', proof)
  return { url: signedUrl }
}

async function hmac(secret: string, text: string): Promise<string> {
  const encoder = new TextEncoder()
  const algorithm = { name: 'HMAC', hash: 'SHA-256' }
  const bits = encoder.encode(secret)
  const key = await crypto.subtle.importKey('raw', bits, algorithm, false, ['sign'])
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', key, encoder.encode(text)))
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

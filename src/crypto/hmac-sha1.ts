/**
 * Returns the HMAC-SHA-1 of bytes. Only for one-time codes, because authenticator apps know no other
 * hash. An HMAC needs no collision resistance, so the known attacks on SHA-1 do not apply to it.
 */
export async function hmacSha1(key: Uint8Array, message: Uint8Array): Promise<Uint8Array> {
  const algorithm = { name: 'HMAC', hash: 'SHA-1' }
  const imported = await crypto.subtle.importKey('raw', new Uint8Array(key), algorithm, false, [
    'sign',
  ])
  return new Uint8Array(await crypto.subtle.sign('HMAC', imported, new Uint8Array(message)))
}

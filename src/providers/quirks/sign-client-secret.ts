/** The key that signs client secrets. */
export interface ClientSecretKey {
  /** The id of the team that owns the key. */
  teamId: string
  /** The id of the key. */
  keyId: string
  /** The private key as downloaded: PKCS #8 in PEM format. */
  privateKey: string
}

/** How long a client secret is valid, in seconds. It is used immediately. */
const lifetime = 300

/** Creates a client secret: a JWT, signed with ES256, for one request. @see RFC 7515 */
export async function signClientSecret(
  { teamId, keyId, privateKey }: ClientSecretKey,
  claims: { readonly sub: string; readonly aud: string },
): Promise<string> {
  const now = Math.floor(Date.now() / 1000)
  const header = encodeJson({ alg: 'ES256', kid: keyId })
  const payload = encodeJson({ iss: teamId, iat: now, exp: now + lifetime, ...claims })
  const algorithm = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' }
  const key = await crypto.subtle.importKey('pkcs8', readPem(privateKey), algorithm, false, [
    'sign',
  ])
  const input = new TextEncoder().encode(`${header}.${payload}`)
  const signature = new Uint8Array(await crypto.subtle.sign(algorithm, key, input))
  return `${header}.${payload}.${encodeBytes(signature)}`
}

/** Environment variables may contain line breaks as `\n`. */
function readPem(pem: string): Uint8Array<ArrayBuffer> {
  const text = pem.replace(/-----[A-Z ]+-----|\\n|\s/g, '')
  return Uint8Array.from(atob(text), (character) => character.codePointAt(0) ?? 0)
}

function encodeJson(value: object): string {
  return encodeBytes(new TextEncoder().encode(JSON.stringify(value)))
}

function encodeBytes(bytes: Uint8Array): string {
  const text = btoa(String.fromCodePoint(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}

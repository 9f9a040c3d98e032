import { decodeBase64url, encodeBase64url } from '../../crypto/base64.js'

/** The options of a ceremony, as far as a device reads them. */
export interface CeremonyOptions {
  readonly challenge: string
  readonly rpId?: string | undefined
  readonly rp?: { readonly id: string } | undefined
  readonly user?: { readonly id: string } | undefined
}

/** The answer of a device, as a browser passes it to the page. */
export interface PasskeyAnswer {
  readonly id: string
  readonly rawId: string
  readonly type: 'public-key'
  readonly response: Readonly<Record<string, unknown>>
  readonly clientExtensionResults: object
}

/** The flags of the authenticator data. @see Web Authentication Level 3, section 6.1 */
const flags = { present: 0x01, verified: 0x04, hasKey: 0x40 } as const

const algorithm = { name: 'ECDSA', namedCurve: 'P-256' } as const

/** A phone or a security key with one passkey. */
export class PasskeyDevice {
  readonly #origin: string
  readonly #keys: CryptoKeyPair
  readonly #id: Uint8Array = crypto.getRandomValues(new Uint8Array(32))
  #userHandle = ''
  #counter = 0

  private constructor(origin: string, keys: CryptoKeyPair) {
    this.#origin = origin
    this.#keys = keys
  }

  static async open(origin: string): Promise<PasskeyDevice> {
    const keys = await crypto.subtle.generateKey(algorithm, false, ['sign', 'verify'])
    return new PasskeyDevice(origin, keys)
  }

  /** Makes the passkey. @see section 6.3.2 */
  async create({ challenge, rp, user }: CeremonyOptions): Promise<PasskeyAnswer> {
    this.#userHandle = user?.id ?? ''
    const bits = flags.present | flags.verified | flags.hasKey
    const data = join(
      await this.#authenticatorData(rp?.id ?? '', bits),
      new Uint8Array(16),
      Uint8Array.of(0, this.#id.length),
      this.#id,
      await this.#publicKey(),
    )
    return this.#answer({
      clientDataJSON: this.#clientData('webauthn.create', challenge),
      attestationObject: encodeBase64url(attest(data)),
      transports: ['internal'],
    })
  }

  /** Signs with the passkey. @see section 6.3.3 */
  async sign(
    { challenge, rpId = '' }: CeremonyOptions,
    { isVerified = true }: { readonly isVerified?: boolean } = {},
  ): Promise<PasskeyAnswer> {
    this.#counter += 1
    const bits = flags.present | (isVerified ? flags.verified : 0)
    const data = await this.#authenticatorData(rpId, bits)
    const clientData = this.#clientData('webauthn.get', challenge)
    const signed = join(data, await sha256(decodeBase64url(clientData)))
    const hash = { name: 'ECDSA', hash: 'SHA-256' }
    const raw = await crypto.subtle.sign(hash, this.#keys.privateKey, signed)
    return this.#answer({
      clientDataJSON: clientData,
      authenticatorData: encodeBase64url(data),
      signature: encodeBase64url(toDer(new Uint8Array(raw))),
      userHandle: this.#userHandle,
    })
  }

  #answer(response: PasskeyAnswer['response']): PasskeyAnswer {
    const id = encodeBase64url(this.#id)
    return { id, rawId: id, type: 'public-key', response, clientExtensionResults: {} }
  }

  async #authenticatorData(rpId: string, bits: number): Promise<Uint8Array<ArrayBuffer>> {
    const counter = new Uint8Array(4)
    new DataView(counter.buffer).setUint32(0, this.#counter)
    return join(await sha256(new TextEncoder().encode(rpId)), Uint8Array.of(bits), counter)
  }

  #clientData(type: string, challenge: string): string {
    const data = { type, challenge, origin: this.#origin, crossOrigin: false }
    return encodeBase64url(new TextEncoder().encode(JSON.stringify(data)))
  }

  /** A COSE key for ES256 in CBOR. @see RFC 9053, section 7.1.1 */
  async #publicKey(): Promise<Uint8Array> {
    const { x = '', y = '' } = await crypto.subtle.exportKey('jwk', this.#keys.publicKey)
    const bytes = Uint8Array.of(0x58, 0x20)
    return join(
      Uint8Array.of(0xa5, 0x01, 0x02, 0x03, 0x26, 0x20, 0x01, 0x21),
      bytes,
      decodeBase64url(x),
      Uint8Array.of(0x22),
      bytes,
      decodeBase64url(y),
    )
  }
}

/** Says that the user was verified. The device did not sign that. */
export function claimVerification(answer: PasskeyAnswer): PasskeyAnswer {
  const data = decodeBase64url(String(answer.response['authenticatorData']))
  const altered = data.map((byte, at) => (at === 32 ? byte | flags.verified : byte))
  const response = { ...answer.response, authenticatorData: encodeBase64url(altered) }
  return { ...answer, response }
}

/** An attestation object without a statement, in CBOR. @see section 6.5.4 */
function attest(data: Uint8Array): Uint8Array {
  const text = (word: string): Uint8Array =>
    join(Uint8Array.of(0x60 + word.length), new TextEncoder().encode(word))
  return join(
    Uint8Array.of(0xa3),
    text('fmt'),
    text('none'),
    text('attStmt'),
    Uint8Array.of(0xa0),
    text('authData'),
    Uint8Array.of(0x58, data.length),
    data,
  )
}

/** Web Crypto writes a signature as two numbers, WebAuthn as DER. @see RFC 3279, section 2.2.3 */
function toDer(raw: Uint8Array): Uint8Array {
  const numbers = [raw.subarray(0, 32), raw.subarray(32)].map((bytes) => {
    const start = bytes.findIndex((byte) => byte !== 0)
    const digits = bytes.subarray(start)
    // The first bit is the sign.
    const positive = (digits[0] ?? 0) < 0x80 ? digits : join(Uint8Array.of(0), digits)
    return join(Uint8Array.of(0x02, positive.length), positive)
  })
  const all = join(...numbers)
  return join(Uint8Array.of(0x30, all.length), all)
}

async function sha256(bytes: Uint8Array): Promise<Uint8Array> {
  return new Uint8Array(await crypto.subtle.digest('SHA-256', Uint8Array.from(bytes)))
}

function join(...parts: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const all = new Uint8Array(parts.reduce((sum, { length }) => sum + length, 0))
  let at = 0
  for (const part of parts) {
    all.set(part, at)
    at += part.length
  }
  return all
}

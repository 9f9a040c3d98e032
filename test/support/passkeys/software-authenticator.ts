import { createHash, generateKeyPairSync, randomBytes, sign, type KeyObject } from 'node:crypto'
import { concat, encodeCbor, type CborValue } from './cbor.js'

/** A credential as the authenticator keeps it. */
export interface SoftwareCredential {
  readonly id: string
  readonly privateKey: KeyObject
  readonly userHandle: string
  counter: number
}

/** Parts of the authenticator's or the browser's response that a test replaces. */
export interface Overrides {
  readonly origin?: string
  readonly rpId?: string
  readonly type?: string
  readonly challenge?: string
  readonly crossOrigin?: boolean
  readonly topOrigin?: string
  /** Flags of the authenticator data: user present, user verified, backup eligible, backed up. */
  readonly up?: boolean
  readonly uv?: boolean
  readonly be?: boolean
  readonly bs?: boolean
  readonly counter?: number
  /** Attestation format. */
  readonly format?: string
  readonly credentialId?: Uint8Array
  readonly userHandle?: string | undefined
  /** Signs with this key in place of the credential's. */
  readonly privateKey?: KeyObject
  readonly signature?: Uint8Array
}

/** What a browser hands to the page, as JSON. */
export interface ResponseJson {
  readonly id: string
  readonly rawId: string
  readonly type: string
  readonly response: Readonly<Record<string, unknown>>
  readonly clientExtensionResults: object
}

interface CreationOptions {
  readonly challenge: string
  readonly rp: { readonly id: string }
  readonly user: { readonly id: string }
}

interface RequestOptions {
  readonly challenge: string
  readonly rpId: string
}

/** An authenticator of our own with ES256 keys, and the browser in front of it. */
export class SoftwareAuthenticator {
  readonly credentials: SoftwareCredential[] = []
  readonly #origin: string

  constructor(origin = 'https://app.test') {
    this.#origin = origin
  }

  /** Makes a credential. @see Web Authentication Level 3, section 6.3.2 */
  create(options: CreationOptions, overrides: Overrides = {}): ResponseJson {
    const { publicKey, privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const rawId = overrides.credentialId ?? randomBytes(32)
    const id = Buffer.from(rawId).toString('base64url')
    this.credentials.push({ id, privateKey, userHandle: options.user.id, counter: 0 })
    const authData = concat(
      this.#authenticatorData(overrides.rpId ?? options.rp.id, { counter: 0, ...overrides }, 0x40),
      new Uint8Array(16),
      Uint8Array.of(rawId.length >> 8, rawId.length & 0xff),
      rawId,
      encodeCbor(toCose(publicKey)),
    )
    const attestation = new Map<string, CborValue>([
      ['fmt', overrides.format ?? 'none'],
      ['attStmt', new Map()],
      ['authData', authData],
    ])
    return {
      id,
      rawId: id,
      type: 'public-key',
      response: {
        clientDataJSON: this.#clientData('webauthn.create', options.challenge, overrides),
        attestationObject: Buffer.from(encodeCbor(attestation)).toString('base64url'),
        transports: ['internal', 'hybrid'],
      },
      clientExtensionResults: {},
    }
  }

  /** Signs with a credential; the last one unless told. @see section 6.3.3 */
  get(
    options: RequestOptions,
    overrides: Overrides = {},
    credential = this.credentials.at(-1),
  ): ResponseJson {
    if (!credential) throw new Error('There is no credential.')
    const counter = overrides.counter ?? (credential.counter += 1)
    const authData = this.#authenticatorData(
      overrides.rpId ?? options.rpId,
      { ...overrides, counter },
      0,
    )
    const clientData = this.#clientData('webauthn.get', options.challenge, overrides)
    const hash = createHash('sha256').update(Buffer.from(clientData, 'base64url')).digest()
    const signature =
      overrides.signature ??
      sign('sha256', concat(authData, hash), overrides.privateKey ?? credential.privateKey)
    const userHandle = 'userHandle' in overrides ? overrides.userHandle : credential.userHandle
    return {
      id: credential.id,
      rawId: credential.id,
      type: 'public-key',
      response: {
        clientDataJSON: clientData,
        authenticatorData: Buffer.from(authData).toString('base64url'),
        signature: Buffer.from(signature).toString('base64url'),
        userHandle,
      },
      clientExtensionResults: {},
    }
  }

  #authenticatorData(rpId: string, overrides: Overrides, more: number): Uint8Array {
    const { up = true, uv = true, be = false, bs = false, counter = 0 } = overrides
    const flags = (up ? 1 : 0) | (uv ? 4 : 0) | (be ? 8 : 0) | (bs ? 16 : 0) | more
    const count = Buffer.alloc(4)
    count.writeUInt32BE(counter)
    return concat(createHash('sha256').update(rpId).digest(), Uint8Array.of(flags), count)
  }

  #clientData(type: string, challenge: string, overrides: Overrides): string {
    const { crossOrigin = false, topOrigin } = overrides
    const data = {
      type: overrides.type ?? type,
      challenge: overrides.challenge ?? challenge,
      origin: overrides.origin ?? this.#origin,
      crossOrigin,
      ...(topOrigin !== undefined && { topOrigin }),
    }
    return Buffer.from(JSON.stringify(data)).toString('base64url')
  }
}

/** RFC 9053: an EC2 key on P-256, for ES256. */
function toCose(publicKey: KeyObject): ReadonlyMap<number, CborValue> {
  const { x = '', y = '' } = publicKey.export({ format: 'jwk' })
  return new Map<number, CborValue>([
    [1, 2],
    [3, -7],
    [-1, 1],
    [-2, new Uint8Array(Buffer.from(x, 'base64url'))],
    [-3, new Uint8Array(Buffer.from(y, 'base64url'))],
  ])
}

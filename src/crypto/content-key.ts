/** The content encryptions that a sealed token may use; anything else is refused unread. */
export type ContentEncryption = 'A256CBC-HS512' | 'A256GCM'

/** The protected header of every token that we seal, in this order of members. */
export interface SealHeader {
  readonly alg: 'dir'
  readonly enc: ContentEncryption
  readonly kid: string
}

/** A derived key, ready for use; `material` is whatever the platform's primitives made of it. */
export interface ContentKey<Material = unknown> {
  readonly enc: ContentEncryption
  /** RFC 7638 thumbprint of the key as an `oct` JWK. */
  readonly kid: string
  readonly header: SealHeader
  /** `header` as it stands in a compact token, so that most tokens find their key by comparison. */
  readonly encodedHeader: string
  readonly material: Material
}

/** The parts of a compact JWE whose encrypted key is empty (`dir`). */
export interface CompactJwe {
  readonly compact: string
  readonly encodedHeader: string
  readonly iv: string
  readonly ciphertext: string
  readonly tag: string
}

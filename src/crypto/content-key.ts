/**
 * The content encryption algorithms that a sealed token may use. Tokens with any other are refused.
 */
export type ContentEncryption = 'A256CBC-HS512' | 'A256GCM'

/** The protected header of every token that the engine seals. The order of its members is fixed. */
export interface SealHeader {
  readonly alg: 'dir'
  readonly enc: ContentEncryption
  readonly kid: string
}

/** A derived key. The platform's primitives define the type of `material`. */
export interface ContentKey<Material = unknown> {
  readonly enc: ContentEncryption
  /** RFC 7638 thumbprint of the key as an `oct` JWK. */
  readonly kid: string
  readonly header: SealHeader
  /**
   * `header` as it appears in a compact token. Comparing it finds the key of most tokens without
   * parsing.
   */
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

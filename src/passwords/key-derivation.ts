/** The cost of scrypt. `n` is the number of blocks and a power of two. @see RFC 7914 */
export interface ScryptCost {
  readonly n: number
  readonly r: number
  readonly p: number
}

/** The cost of Argon2. `memory` is in KiB. @see RFC 9106 */
export interface Argon2Cost {
  readonly variant: 'argon2id' | 'argon2i' | 'argon2d'
  readonly version: 16 | 19
  readonly memory: number
  readonly passes: number
  readonly lanes: number
}

/** The cost of PBKDF2. @see RFC 8018 */
export interface Pbkdf2Cost {
  readonly digest: 'SHA-1' | 'SHA-256' | 'SHA-512'
  readonly iterations: number
}

/** A password, its salt, and the length of the key to derive, in bytes. */
export interface DerivationInput {
  readonly password: Uint8Array
  readonly salt: Uint8Array
  readonly length: number
}

/** Derives a key from a password. Works outside the main thread where the platform can. */
export type Derive<Cost> = (input: DerivationInput, cost: Cost) => Promise<Uint8Array>

/** The slow functions that a platform has. */
export interface KeyDerivation {
  readonly pbkdf2: Derive<Pbkdf2Cost>
  /** Undefined if the platform has no scrypt. */
  readonly scrypt: Derive<ScryptCost> | undefined
  /** Returns undefined if neither the platform nor an installed package has Argon2. */
  findArgon2(): Promise<Derive<Argon2Cost> | undefined>
}

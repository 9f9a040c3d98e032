// The Node implementation. Every function runs in libuv's thread pool.
import nodeCrypto from 'node:crypto'
import { promisify } from 'node:util'
import type { Argon2Cost, Derive, KeyDerivation } from './key-derivation.js'

const scrypt = promisify<
  Uint8Array,
  Uint8Array,
  number,
  { N: number; r: number; p: number; maxmem: number },
  Buffer
>(nodeCrypto.scrypt)
const pbkdf2 = promisify(nodeCrypto.pbkdf2)

export const platformKeyDerivation: KeyDerivation = {
  pbkdf2: ({ password, salt, length }, { digest, iterations }) =>
    pbkdf2(password, salt, iterations, length, digest.replace('-', '').toLowerCase()),

  scrypt: ({ password, salt, length }, { n, r, p }) =>
    // The default of 32 MiB is too little, and OpenSSL counts a few blocks more than 128·n·r.
    scrypt(password, salt, length, { N: n, r, p, maxmem: 128 * r * (n + p + 2) + 65_536 }),

  findArgon2: async () => ownArgon2() ?? (await loadArgon2()),
}

/** `crypto.argon2` of Node 24.7 and later. */
type NodeArgon2 = (
  algorithm: string,
  parameters: {
    message: Uint8Array
    nonce: Uint8Array
    parallelism: number
    tagLength: number
    memory: number
    passes: number
  },
  callback: (error: Error | null, key: Buffer) => void,
) => void

function ownArgon2(): Derive<Argon2Cost> | undefined {
  const { argon2 } = nodeCrypto as { readonly argon2?: NodeArgon2 }
  if (!argon2) return undefined
  return async (input, cost) => {
    if (cost.version !== 19) return deriveWithPackage(input, cost)
    const { password, salt, length } = input
    const { variant, memory, passes, lanes } = cost
    const parameters = {
      message: password,
      nonce: salt,
      parallelism: lanes,
      tagLength: length,
      memory,
      passes,
    }
    return new Promise((resolve, reject) => {
      argon2(variant, parameters, (error, key) => (error ? reject(error) : resolve(key)))
    })
  }
}

/** Node knows one version of Argon2. Hashes of an older one need the package. */
async function deriveWithPackage(...args: Parameters<Derive<Argon2Cost>>): Promise<Uint8Array> {
  const derive = await loadArgon2()
  if (!derive) throw new RangeError('Expected Argon2 version 19.')
  return derive(...args)
}

const algorithms = { argon2d: 0, argon2i: 1, argon2id: 2 } as const

/** The optional peer for versions of Node that have no Argon2. */
async function loadArgon2(): Promise<Derive<Argon2Cost> | undefined> {
  const loaded = await import('@node-rs/argon2').catch(() => undefined)
  if (!loaded) return undefined
  return ({ password, salt, length }, { variant, version, memory, passes, lanes }) =>
    loaded.hashRaw(password, {
      algorithm: algorithms[variant],
      version: version === 19 ? 1 : 0,
      memoryCost: memory,
      timeCost: passes,
      parallelism: lanes,
      outputLen: length,
      salt,
    })
}

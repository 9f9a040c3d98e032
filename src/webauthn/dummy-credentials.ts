import { decodeBase64url, encodeBase64url } from '../crypto/base64.js'
import { sha256Hex } from '../crypto/digest.js'
import type { CredentialDescriptor } from './options.js'

/**
 * Lengths in bytes of the ids that common authenticators create. Common lengths occur more often.
 */
const idLengths = [16, 16, 20, 20, 32, 32, 32, 64]

/**
 * Creates dummy credentials that look real: a usual number, with ids of usual lengths. One seed
 * always gives the same credentials.
 */
export async function createDummyCredentials(
  seed: string,
): Promise<readonly CredentialDescriptor[]> {
  const [count = 0, length = 0] = decodeBase64url(seed)
  const bytes = idLengths[length % idLengths.length] ?? 32
  const ids = Array.from({ length: count % 4 === 0 ? 2 : 1 }, (_, at) => makeId(seed, at, bytes))
  return (await Promise.all(ids)).map((id) => ({ id, type: 'public-key' }))
}

async function makeId(seed: string, at: number, bytes: number): Promise<string> {
  const hex = (await sha256Hex(`${seed}-${at}`)) + (await sha256Hex(`${at}-${seed}`))
  return encodeBase64url(
    Uint8Array.from({ length: bytes }, (_, index) =>
      Number.parseInt(hex.slice(2 * index, 2 * index + 2), 16),
    ),
  )
}

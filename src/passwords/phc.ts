import { decodeBase64, encodeUnpadded } from './base64.js'

/** A hash in the PHC string format: `$id$v=19$name=value,…$salt$hash`. */
export interface Phc {
  readonly id: string
  readonly version?: number | undefined
  readonly params: ReadonlyMap<string, string>
  readonly salt: Uint8Array
  readonly hash: Uint8Array
}

/** No scheme needs longer texts, and the column has no room for them. */
export const longestHash = 512

/**
 * Parses a PHC string that has a salt and a hash. Returns undefined for anything else.
 *
 * @see https://github.com/P-H-C/phc-string-format/blob/master/phc-sf-spec.md
 */
export function parsePhc(text: string): Phc | undefined {
  if (text.length > longestHash) return undefined
  const [empty, id = '', ...parts] = text.split('$')
  if (empty !== '' || !/^[a-z0-9-]{1,32}$/.test(id)) return undefined
  const version = /^v=(\d{1,3})$/.exec(parts[0] ?? '')?.[1]
  if (version !== undefined) parts.shift()
  const params = parts.length === 3 ? parseParams(parts.shift() ?? '') : new Map<string, string>()
  if (!params || parts.length !== 2) return undefined
  const [salt, hash] = parts.map(decodeBase64)
  if (!salt || !hash) return undefined
  return { id, version: version === undefined ? undefined : Number(version), params, salt, hash }
}

/** Formats a PHC string. */
export function formatPhc({ id, version, params, salt, hash }: Phc): string {
  const named = [...params].map(([name, value]) => `${name}=${value}`).join(',')
  const parts = [
    id,
    ...(version === undefined ? [] : [`v=${version}`]),
    ...(named === '' ? [] : [named]),
    encodeUnpadded(salt),
    encodeUnpadded(hash),
  ]
  return `$${parts.join('$')}`
}

function parseParams(text: string): ReadonlyMap<string, string> | undefined {
  const pairs = text.split(',').map((pair) => /^([a-z0-9-]{1,32})=([\w/+.-]+)$/.exec(pair))
  const params = new Map(pairs.flatMap((pair) => (pair ? [[pair[1] ?? '', pair[2] ?? '']] : [])))
  // A name that occurs twice has two meanings.
  return params.size === pairs.length ? params : undefined
}

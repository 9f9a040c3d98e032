/**
 * The names of all keys. The part in braces determines the cluster slot, so one script can change
 * all keys with the same braces.
 */
export interface Keys {
  /** The keys of a user. `owner` is the id, encoded with {@link encodePart}. */
  user(owner: string): UserKeys
  email(email: string): Place
  account(field: string): Place
  authenticator(field: string): Place
  session(field: string): Place & Shelf
  factor(field: string): Place & Shelf
  verificationToken(field: string): Shelf
  /** The sessions that belong to one of the provider's sessions. */
  providerSession(field: string): string
  /** A count of attempts. */
  limit(field: string): string
  /** When the users of the owner's bucket are to be deleted. */
  deletions(owner: string): string
  /** The same by the bucket. */
  deletionsOf(bucket: string): string
  /** Returns a shelf by its name in the index. */
  shelf(bucket: string, member: string): Shelf
  /** Returns the index of a bucket. */
  index(bucket: string): string
}

export interface UserKeys {
  /** The row, with the address, the password and its hash as separate fields. */
  readonly user: string
  readonly accounts: string
  readonly authenticators: string
  readonly factors: string
  readonly sessions: string
  /** When each session is deleted. */
  readonly sessionIndex: string
  /** Claims that can no longer be used. */
  readonly voidClaims: string
}

/** A value that only one user may have. */
export interface Place {
  /** The key of the pointer, which names the owner. */
  readonly key: string
  /** The owner's hash. If it lacks the field, the pointer is not valid. */
  readonly hash: 'user' | 'accounts' | 'authenticators' | 'factors' | 'sessions'
  readonly field: string
}

/** A key that expires, and the index with its expiry. */
export interface Shelf {
  readonly key: string
  readonly index: string
  /** Name of the key in the index. */
  readonly member: string
}

/** Enough buckets to spread over a cluster, and few enough to scan. */
export const buckets: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
)

export function layOutKeys(prefix: string): Keys {
  const index = (bucket: string): string => `${prefix}{bucket:${bucket}}:index`
  const deletionsOf = (bucket: string): string => `${prefix}{bucket:${bucket}}:deletions`
  const shelf = (bucket: string, member: string): Shelf => ({
    key: `${prefix}{bucket:${bucket}}:${member}`,
    index: index(bucket),
    member,
  })
  const findShelf = (member: string): Shelf => shelf(bucketOf(member), member)

  return {
    user: (owner) => ({
      user: `${prefix}{user:${owner}}`,
      accounts: `${prefix}{user:${owner}}:accounts`,
      authenticators: `${prefix}{user:${owner}}:authenticators`,
      factors: `${prefix}{user:${owner}}:factors`,
      sessions: `${prefix}{user:${owner}}:sessions`,
      sessionIndex: `${prefix}{user:${owner}}:session-index`,
      voidClaims: `${prefix}{user:${owner}}:void-claims`,
    }),
    email: (email) => {
      const field = `email:${encodePart(email)}`
      return { key: `${prefix}{${field}}`, hash: 'user', field }
    },
    account: (field) => ({ key: `${prefix}{account:${field}}`, hash: 'accounts', field }),
    authenticator: (field) => ({
      key: `${prefix}{authenticator:${field}}`,
      hash: 'authenticators',
      field,
    }),
    session: (field) => placeOn(findShelf(`session:${field}`), 'sessions', field),
    factor: (field) => placeOn(findShelf(`factor:${field}`), 'factors', field),
    verificationToken: (field) => findShelf(`token:${field}`),
    providerSession: (field) => `${prefix}{provider-session:${field}}`,
    limit: (field) => `${prefix}{limit:${field}}`,
    deletions: (owner) => deletionsOf(bucketOf(`user:${owner}`)),
    deletionsOf,
    shelf,
    index,
  }
}

/** Not with a spread, which takes longer than to compute the key. */
function placeOn({ key, index, member }: Shelf, hash: Place['hash'], field: string): Place & Shelf {
  return { key, index, member, hash, field }
}

/** Encodes several parts as one name. Different parts never give the same name. */
export function encodeParts(...parts: readonly string[]): string {
  return parts.map(encodePart).join(':')
}

/**
 * Encodes a text without the characters that have a meaning in keys. Different texts stay
 * different.
 */
export function encodePart(text: string): string {
  // Encodes UTF-16 units, because half a surrogate pair has no UTF-8 encoding.
  return text.replace(/[^\w.@+/=-]/g, (sign) => `%${hex(sign.charCodeAt(0))}`)
}

function hex(code: number): string {
  return code.toString(16).padStart(4, '0')
}

/** FNV-1a, folded to a byte. */
function bucketOf(member: string): string {
  let hash = 0x811c9dc5
  for (let at = 0; at < member.length; at++) {
    hash = Math.imul(hash ^ member.charCodeAt(at), 0x01000193)
  }
  const byte = (hash ^ (hash >>> 8) ^ (hash >>> 16) ^ (hash >>> 24)) & 0xff
  return buckets[byte] ?? ''
}

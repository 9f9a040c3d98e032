/**
 * Where things are. What stands in braces decides the slot of a cluster, so that all keys with the
 * same braces can be changed by one script.
 */
export interface Keys {
  /** What belongs to a user; `owner` is what {@link encodePart} made of the id. */
  user(owner: string): UserKeys
  email(email: string): Place
  account(field: string): Place
  authenticator(field: string): Place
  session(field: string): Place & Shelf
  verificationToken(field: string): Shelf
  /** Sessions here that belong to one session at a provider. */
  providerSession(field: string): string
  /** A count of attempts. */
  limit(field: string): string
  /** A shelf by the name that its index has for it. */
  shelf(bucket: string, member: string): Shelf
  /** The index of a bucket. */
  index(bucket: string): string
}

export interface UserKeys {
  /** The row, and the address as a field of its own. */
  readonly user: string
  readonly accounts: string
  readonly authenticators: string
  readonly sessions: string
  /** How long each session is kept. */
  readonly sessionIndex: string
  /** Claims that can no longer be used. */
  readonly voidClaims: string
}

/** A value that only one user may have. */
export interface Place {
  /** Key that says whose it is. */
  readonly key: string
  /** Where the owner has it; without it there, the pointer means nothing. */
  readonly hash: 'user' | 'accounts' | 'authenticators' | 'sessions'
  readonly field: string
}

/** A key that expires, and the index that knows when. */
export interface Shelf {
  readonly key: string
  readonly index: string
  /** Name of the key in the index. */
  readonly member: string
}

/** Enough to spread over a cluster, and few enough to be looked through. */
export const buckets: readonly string[] = Array.from({ length: 256 }, (_, number) =>
  number.toString(16).padStart(2, '0'),
)

export function layOutKeys(prefix: string): Keys {
  const index = (bucket: string): string => `${prefix}{bucket:${bucket}}:index`
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
    session: (field) => ({ ...findShelf(`session:${field}`), hash: 'sessions', field }),
    verificationToken: (field) => findShelf(`token:${field}`),
    providerSession: (field) => `${prefix}{provider-session:${field}}`,
    limit: (field) => `${prefix}{limit:${field}}`,
    shelf,
    index,
  }
}

/** Several parts as one name; different parts never give the same one. */
export function encodeParts(...parts: readonly string[]): string {
  return parts.map(encodePart).join(':')
}

/** Any text without the signs that have a meaning in keys; different texts stay different. */
export function encodePart(text: string): string {
  // By UTF-16 unit, since half a surrogate pair has no UTF-8 of its own.
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
  return byte.toString(16).padStart(2, '0')
}

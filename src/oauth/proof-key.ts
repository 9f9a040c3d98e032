/** Tokens, and the key that they may be bound to. */
interface MaybeBound {
  readonly dpopKey?: unknown
  readonly token_type?: unknown
}

/** Returns the key that tokens are bound to (RFC 9449). Undefined for bearer tokens. */
export function proofKeyOf({ dpopKey, token_type: type }: MaybeBound): string | undefined {
  return typeof dpopKey === 'string' && !isBearer(type) ? dpopKey : undefined
}

/** Whether tokens are bound to a key, whether or not the key is known. */
export function isBound({ token_type: type }: MaybeBound): boolean {
  return typeof type === 'string' && type.toLowerCase() === 'dpop'
}

/** Whether a token may be used without proof of a key (RFC 6750). */
export function isBearer(type: unknown): boolean {
  return typeof type === 'string' && type.toLowerCase() === 'bearer'
}

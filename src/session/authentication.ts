/** When and how the user of a session proved their identity. */
export interface Authentication {
  /**
   * Seconds since the epoch. Undefined if the session does not say, for example because Auth.js
   * began it. {@link neverProven} if the user has proven nothing. Renewing a session does not change it.
   */
  readonly at: number | undefined
  /** The methods, as RFC 8176 names them. `mfa` says that there were two factors. */
  readonly amr: readonly string[]
}

/**
 * The time of a session whose user may not have been asked by the provider. It differs from undefined,
 * because a session without a time counts from its beginning.
 */
export const neverProven = 0

/** The value of RFC 8176 that says that a user proved two factors. */
export const twoFactors = 'mfa'

/** Whether the user proved two factors. */
export function hasTwoFactors({ amr }: Pick<Authentication, 'amr'>): boolean {
  return amr.includes(twoFactors)
}

/**
 * Returns what a session says after its user has proven their identity again. A second factor adds to
 * the first one, which the session had. Any other proof stands alone, because the second factor of
 * the session is as old as before.
 */
export function proveAgain(
  before: Authentication,
  { amr, keepsTime = false }: NewProof,
  now: number,
): Authentication {
  const at = keepsTime ? before.at : now
  return { at, amr: hasTwoFactors({ amr }) ? mergeMethods(before.amr, amr) : amr }
}

/** The methods that were proven now, or that are left. */
interface NewProof {
  readonly amr: readonly string[]
  /** Whether the proof stays as old as it is. */
  readonly keepsTime?: boolean | undefined
}

/** Returns the methods of both lists, each once. */
export function mergeMethods(
  first: readonly string[],
  second: readonly string[],
): readonly string[] {
  return [...new Set([...first, ...second])]
}

/** Returns methods as one text, as a database stores them. */
export function writeMethods(amr: readonly string[]): string | null {
  return amr.length === 0 ? null : amr.join(' ')
}

/** Reads methods from a text of {@link writeMethods}. */
export function readMethods(text: string | null | undefined): readonly string[] {
  return text ? text.split(' ') : []
}

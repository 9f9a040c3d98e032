import { openAs, seal } from '../crypto/seal.js'
import { toSecrets, type Secrets } from '../crypto/secrets.js'
import { MissingSecret } from '../errors/config-errors.js'
import { JWTSessionError } from '../errors/runtime-errors.js'
import type { JWTDecodeParams, JWTEncodeParams } from '../model/options.js'
import type { JWT } from '../model/records.js'

/** The clocks of several servers differ by a few seconds. */
const clockTolerance = 15
/** The last moment that a `Date` can represent, in seconds. */
const endOfTime = 8_640_000_000_000
const thirtyDays = 30 * 24 * 60 * 60

/**
 * Creates a session token, which is a JWE (`dir`, `A256CBC-HS512`) with a key derived from the
 * first secret.
 *
 * It always sets new values for `iat`, `exp` and `jti`.
 */
export async function encode({
  token = {},
  secret,
  salt,
  maxAge = thirtyDays,
}: JWTEncodeParams): Promise<string> {
  const secrets = toSecrets(secret)
  if (!secrets) throw new MissingSecret('Encoding a token needs a `secret` that is not empty.')
  return sealClaims(token, secrets, salt, Math.floor(Date.now() / 1000) + maxAge)
}

/**
 * Returns the claims of a session token, or `null` if it is not authentic, has another salt, or has
 * expired. With `compatibility: 'authjs'` it throws instead, unless the token is missing.
 */
export async function decode(params: JWTDecodeParams): Promise<JWT | null> {
  const { token, secret, salt, compatibility } = params
  if (!token) return null
  const secrets = toSecrets(secret)
  const opened = secrets && (await openClaims(token, secrets, salt, Math.floor(Date.now() / 1000)))
  if (opened || compatibility !== 'authjs') return opened?.claims ?? null
  throw new JWTSessionError(
    'The token cannot be decoded: it has expired, or was made with another secret or salt.',
  )
}

/** Claims that Latchkey or Auth.js sealed. */
export interface OpenedClaims {
  readonly claims: JWT
  /** Whether the token was sealed as Latchkey seals tokens today. */
  readonly current: boolean
}

/** Seals claims until `exp`. */
export async function sealClaims(
  claims: JWT,
  secrets: Secrets,
  label: string,
  exp: number,
  iat: number = Math.floor(Date.now() / 1000),
): Promise<string> {
  const payload = { ...claims, iat, exp, jti: crypto.randomUUID() }
  return seal<JWT>(writeClaims(payload), secrets, label)
}

function writeClaims(payload: JWT): string {
  try {
    return JSON.stringify(payload)
  } catch (cause) {
    throw new JWTSessionError(
      'The token that the `jwt` callback returned is no JSON: keep texts, numbers, lists and plain objects in it.',
      { cause },
    )
  }
}

/** Opens claims that are valid now and that the caller accepts. */
export function openClaims(
  token: string,
  secrets: Secrets,
  label: string,
  now: number,
  isAccepted: (claims: JWT) => boolean = () => true,
): OpenedClaims | undefined | Promise<OpenedClaims | undefined> {
  return openAs(token, secrets, label, ({ plaintext, current }) => {
    const claims = parseClaims(plaintext)
    if (typeof claims?.exp !== 'number' || !isWithinLifetime(claims, now)) return undefined
    return isAccepted(claims) ? { claims, current } : undefined
  })
}

/** Whether `exp` and `nbf`, if present, are numbers and allow this moment. @see RFC 7519 §4.1 */
export function isWithinLifetime(claims: JWT, now: number): boolean {
  const { exp = Infinity, nbf = -Infinity, iat = now } = claims
  if (typeof exp !== 'number' || typeof nbf !== 'number' || typeof iat !== 'number') return false
  const isNameable = exp === Infinity ? claims.exp === undefined : exp <= endOfTime
  const hasBegun = nbf <= now + clockTolerance && Number.isFinite(iat)
  return isNameable && hasBegun && exp > now - clockTolerance
}

function parseClaims(plaintext: string): JWT | undefined {
  try {
    const claims: unknown = JSON.parse(plaintext)
    const isObject = typeof claims === 'object' && claims !== null && !Array.isArray(claims)
    return isObject ? (claims as JWT) : undefined
  } catch {
    return undefined
  }
}

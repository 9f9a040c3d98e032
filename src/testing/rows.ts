import type {
  AdapterAccount,
  AdapterAuthenticator,
  AdapterFactor,
  AdapterPassword,
  AdapterSessionDetails,
  AdapterUser,
  VerificationToken,
} from '../model/adapter.js'
import type { Attempt } from '../model/limits.js'

type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>
type TokenPair = Pick<VerificationToken, 'identifier' | 'token'>

const second = 1000
/** One hour in milliseconds. */
export const hour: number = 60 * 60 * second
const day = 24 * hour

/** The time that cases pass to `deleteExpired`. It is long before any row of another case. */
export const cleaning: Date = new Date('1990-01-01T00:00:00.000Z')

/** Returns a text that no store contains yet. */
export function unique(): string {
  return crypto.randomUUID()
}

/** Returns a time in whole seconds, because finer times have their own case. */
export function timeFromNow(milliseconds: number): Date {
  return new Date(Math.floor((Date.now() + milliseconds) / second) * second)
}

/** Creates a user that no store contains yet. */
export function newUser(fields: Partial<AdapterUser> = {}): AdapterUser {
  return {
    id: unique(),
    name: 'Ada Lovelace',
    email: `ada.${unique()}@example.com`,
    emailVerified: timeFromNow(-day),
    image: 'https://example.com/ada.png',
    ...fields,
  }
}

/** Creates a password with a hash that no store contains yet. */
export function newPassword(
  fields: Partial<AdapterPassword> = {},
): Omit<AdapterPassword, 'userId'> {
  return {
    hash: `$scrypt$ln=17,r=8,p=1$${unique()}$${unique()}`,
    stamp: unique(),
    changedAt: timeFromNow(-day),
    mustChange: false,
    ...fields,
  }
}

/** Creates a factor with an id that no store contains yet. */
export function newFactor(userId: string, fields: Partial<AdapterFactor> = {}): AdapterFactor {
  return {
    id: unique(),
    userId,
    type: 'totp',
    name: 'Authenticator app',
    secret: `sealed ${unique()}`,
    lastStep: 0,
    createdAt: timeFromNow(-day),
    lastUsedAt: null,
    expires: null,
    ...fields,
  }
}

/** Creates an account that no store contains yet. */
export function newAccount(userId: string, fields: Partial<AdapterAccount> = {}): AdapterAccount {
  return {
    userId,
    type: 'oauth',
    provider: 'example',
    providerAccountId: unique(),
    access_token: 'an access token',
    refresh_token: 'a refresh token',
    id_token: 'an ID token',
    expires_at: 1_900_000_000,
    token_type: 'bearer',
    scope: 'openid email',
    session_state: 'a state',
    ...fields,
  }
}

/** Creates a session that no store contains yet. */
export function newSession(
  userId: string,
  fields: Partial<AdapterSessionDetails> = {},
): AdapterSessionDetails {
  return { sessionToken: unique(), userId, expires: timeFromNow(30 * day), ...fields }
}

/** Creates a verification token that no store contains yet. */
export function newToken(fields: Partial<VerificationToken> = {}): VerificationToken {
  return {
    identifier: `ada.${unique()}@example.com`,
    token: unique(),
    expires: timeFromNow(day),
    ...fields,
  }
}

/** Creates an authenticator that no store contains yet. */
export function newAuthenticator(
  userId: string,
  fields: Partial<AdapterAuthenticator> = {},
): AdapterAuthenticator {
  const credentialID = btoa(unique())
  return {
    credentialID,
    userId,
    providerAccountId: credentialID,
    credentialPublicKey: btoa(`the public key of ${credentialID}`),
    counter: 1,
    credentialDeviceType: 'multiDevice',
    credentialBackedUp: true,
    transports: 'internal,hybrid',
    ...fields,
  }
}

/** Creates an attempt that no store has counted yet. */
export function newAttempt(fields: Partial<Attempt> = {}): Attempt {
  return { key: unique(), now: timeFromNow(0), expires: timeFromNow(hour), ...fields }
}

/** Times that columns round, overflow or read as missing. */
export const notableTimes: readonly Date[] = [
  new Date(0),
  new Date('2001-09-09T01:46:40.001Z'),
  new Date('2038-01-19T03:14:08.999Z'),
  new Date('9999-12-31T23:59:59.999Z'),
]

/** Whether a row with this expiry survives the `deleteExpired` call of another case. */
export function isAfterCleaning(time: Date): boolean {
  return time > cleaning
}

/** Changes every value of a row, to detect a store that keeps a reference instead of a copy. */
export function spoil(row: unknown): void {
  if (typeof row !== 'object' || row === null) return
  for (const [name, value] of Object.entries(row)) {
    if (value instanceof Date) value.setTime(1)
    else Reflect.set(row, name, 'spoilt')
  }
}

/** Returns the two keys of an account. */
export function keysOf({ provider, providerAccountId }: AdapterAccount): AccountKeys {
  return { provider, providerAccountId }
}

/** Returns the two keys of a verification token. */
export function pairOf({ identifier, token }: VerificationToken): TokenPair {
  return { identifier, token }
}

/**
 * Returns fields that no table has a column for. Their names are dangerous in SQL and in
 * JavaScript.
 */
export function strangeFields(): Record<string, unknown> {
  return JSON.parse(
    '{"__proto__":{"isAdmin":true},"constructor":1,"a\\"b; drop table x; --":"x","nested":{"a":[1]}}',
  ) as Record<string, unknown>
}

/** Returns a row without a field that its type requires, because the engine may send such a row. */
export function without<Row extends object>(row: Row, name: keyof Row & string): Row {
  return Object.fromEntries(Object.entries(row).filter(([field]) => field !== name)) as Row
}

/** Returns the account of a passkey. */
export function newPasskeyAccount(userId: string, credentialID: string): AdapterAccount {
  const account = {
    type: 'webauthn',
    provider: 'passkey',
    providerAccountId: credentialID,
  } as const
  return { userId, ...account }
}

/** The number of calls that a case makes at the same time. */
export const rivals = 20

import type { AdapterAccount, VerificationToken } from '../../../src/model/adapter.js'
import type { Footprint } from './footprint.js'
import { changesBetween, accountName } from './row-changes.js'
import type { Operations, Rows, Tables } from './tables.js'

type Reads = {
  readonly [Name in keyof Operations]: (
    ...args: Parameters<Operations[Name]>
  ) => (rows: Rows) => readonly string[]
}

/**
 * What decides the result of each call: the rows that it looks for, found or not. A key such as
 * `sessions of u` stands for which rows there are, and a key such as `sessions` for what is in them.
 */
// prettier-ignore
const reads: Reads = {
  createUser:                 ({ id, email }) => () => [exists(id), address(email)],
  getUser:                    (id) => () => [user(id)],
  lockUser:                   (id) => () => [user(id)],
  getUserByEmail:             (email) => ({ users }) =>
    [address(email), ...users.filter((row) => row.email === email).map(({ id }) => user(id))],
  getUserByAccount:           (keys) => ({ accounts }) =>
    [owner(keys), ...accounts.filter((row) => account(row) === account(keys)).map(({ userId }) => user(userId))],
  updateUser:                 ({ id }) => () => [user(id)],
  deleteUser:                 (id) => () => [user(id), ...ownRows(id)],
  linkAccount:                (row) => () => [exists(row.userId), owner(row)],
  unlinkAccount:              (keys) => () => [account(keys)],
  getAccount:                 (providerAccountId, provider) => () => [account({ provider, providerAccountId })],
  listAccountsByUserId:       (id) => ({ accounts }) => [`accounts of ${id}:*`, ...accounts.filter(isOf(id)).map(account)],
  updateAccount:              (keys) => () => [account(keys)],
  leaseAccount:               (keys) => () => [account(keys)],
  swapTokens:                 (keys) => () => [account(keys)],
  createSession:              (row) => () => [exists(row.userId), session(row.sessionToken)],
  getSessionAndUser:          (key) => ({ sessions }) =>
    [session(key), ...sessions.filter((row) => row.sessionToken === key).map(({ userId }) => user(userId))],
  updateSession:              ({ sessionToken }) => () => [session(sessionToken)],
  deleteSession:              (key) => () => [session(key)],
  listSessionsByUserId:       (id) => ({ sessions }) =>
    [`sessions of ${id}:*`, ...sessions.filter(isOf(id)).map((row) => session(row.sessionToken))],
  deleteSessionsByUserId:     (id) => () => [`sessions of ${id}:*`],
  deleteSessionsByProviderSession: ({ provider, providerSessionId }) => () => [`sessions at ${provider}/${providerSessionId}:*`],
  createVerificationToken:    (keys) => () => [token(keys)],
  useVerificationToken:       (keys) => () => [token(keys)],
  consumeVerificationToken:   (keys) => () => [token(keys)],
  createAuthenticator:        ({ credentialID }) => () => [credential(credentialID)],
  getAuthenticator:           (id) => () => [credential(id)],
  listAuthenticatorsByUserId: (id) => ({ authenticators }) =>
    [`authenticators of ${id}:*`, ...authenticators.filter(isOf(id)).map((row) => credential(row.credentialID))],
  updateAuthenticatorCounter: (id) => () => [credential(id)],
  updateAuthenticator:        ({ credentialID }) => () => [credential(credentialID)],
  deleteAuthenticator:        (id) => () => [credential(id)],
  getPassword:                (id) => () => [password(id)],
  setPassword:                (id) => () => [exists(id), password(id)],
  deletePassword:             (id) => () => [password(id)],
  listFactorsByUserId:        (id) => ({ factors }) => [`factors of ${id}:*`, ...factors.filter(isOf(id)).map((row) => factor(row.id))],
  createFactor:               ({ userId, id }) => () => [exists(userId), factor(id)],
  listDueDeletions:           () => () => ['factors:*'],
  useFactorStep:              (id) => () => [factor(id)],
  deleteFactor:               (id) => () => [factor(id)],
  replaceFactors:             (id) => () => [exists(id), `factors of ${id}:*`],
  createUserWithAccount:      ({ user: { id, email }, account: keys, authenticator }) => () =>
    [exists(id), address(email), owner(keys), ...(authenticator ? [credential(authenticator.credentialID)] : [])],
  takeOverUser:               ({ id }) => () => [user(id), ...ownRows(id)],
  unlinkUnlessLast:           ({ userId, account: keys }) => () =>
    [account(keys), `accounts of ${userId}:*`, `sessions of ${userId}:*`, credential(keys.providerAccountId)],
  countAttempt:               ({ key }) => () => [`attempts:${key}`],
}

/** What a call would look at and change if it were made now: it is made on a copy of the tables. */
export function footprintOf(
  name: keyof Operations,
  args: readonly unknown[],
  tables: Tables,
  work: (tables: Tables) => unknown,
): Footprint {
  const before = tables.rows
  const readsOf = reads[name] as (...args: readonly unknown[]) => (rows: Rows) => readonly string[]
  const trial = { ...tables }
  try {
    work(trial)
  } catch {
    // What was refused has changed nothing, or what it changed before counts.
  }
  return { reads: readsOf(...args)(before), writes: changesBetween(before, trial.rows) }
}

function isOf(id: string): (row: { readonly userId: string }) => boolean {
  return ({ userId }) => userId === id
}

/** Which rows belong to a user. */
function ownRows(id: string): readonly string[] {
  const lists = ['accounts', 'sessions', 'authenticators', 'factors'].map(
    (table) => `${table} of ${id}:*`,
  )
  return [...lists, password(id)]
}

function user(id: string): string {
  return `users:${id}`
}

/** Whether there is a user, whatever it is like. */
function exists(id: string): string {
  return `user ids:${id}`
}

function address(email: string | null | undefined): string {
  return `addresses:${email}`
}

/** Whose an account is, whatever else is stored with it. */
function owner(keys: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): string {
  return `owners:${accountName(keys)}`
}

function account(keys: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): string {
  return `accounts:${accountName(keys)}`
}

function session(key: string): string {
  return `sessions:${key}`
}

function token({ identifier, token }: Pick<VerificationToken, 'identifier' | 'token'>): string {
  return `tokens:${identifier}/${token}`
}

function credential(id: string): string {
  return `authenticators:${id}`
}

function factor(id: string): string {
  return `factors:${id}`
}

function password(id: string): string {
  return `passwords:${id}`
}

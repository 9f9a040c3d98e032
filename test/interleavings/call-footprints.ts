import type { AdapterAccount, VerificationToken } from '../../src/model/adapter.js'
import { everything, type Footprint } from './footprint.js'
import type { Operations } from './tables.js'

type Footprints = {
  readonly [Name in keyof Operations]: (...args: Parameters<Operations[Name]>) => Footprint
}

/** What each call touches, from its arguments alone; whatever may touch more rows says so. */
// prettier-ignore
const footprints: Footprints = {
  createUser:                 ({ id, email }) => writes(user(id), `addresses:${email}`),
  getUser:                    (id) => reads(user(id)),
  lockUser:                   (id) => reads(user(id)),
  getUserByEmail:             () => reads(user('*')),
  getUserByAccount:           (keys) => reads(user('*'), account(keys)),
  updateUser:                 ({ id }) => writes(user(id)),
  deleteUser:                 () => everything,
  linkAccount:                (row) => ({ reads: [user(row.userId)], writes: [account(row)] }),
  unlinkAccount:              (keys) => writes(account(keys)),
  getAccount:                 (providerAccountId, provider) => reads(account({ provider, providerAccountId })),
  listAccountsByUserId:       () => reads('accounts:*'),
  updateAccount:              (keys) => writes(account(keys)),
  leaseAccount:               (keys) => writes(account(keys)),
  swapTokens:                 (keys) => writes(account(keys)),
  createSession:              (row) => ({ reads: [user(row.userId)], writes: [session(row.sessionToken)] }),
  getSessionAndUser:          (key) => reads(user('*'), session(key)),
  updateSession:              ({ sessionToken }) => writes(session(sessionToken)),
  deleteSession:              (key) => writes(session(key)),
  listSessionsByUserId:       () => reads(session('*')),
  deleteSessionsByUserId:     () => writes(session('*')),
  deleteSessionsByProviderSession: () => writes(session('*')),
  createVerificationToken:    (keys) => writes(token(keys)),
  useVerificationToken:       (keys) => writes(token(keys)),
  consumeVerificationToken:   (keys) => writes(token(keys)),
  createAuthenticator:        ({ credentialID }) => writes(credential(credentialID)),
  getAuthenticator:           (id) => reads(credential(id)),
  listAuthenticatorsByUserId: () => reads(credential('*')),
  updateAuthenticatorCounter: (id) => writes(credential(id)),
  updateAuthenticator:        ({ credentialID }) => writes(credential(credentialID)),
  deleteAuthenticator:        (id) => writes(credential(id)),
  getPassword:                (id) => reads(password(id)),
  setPassword:                (id) => ({ reads: [user(id)], writes: [password(id)] }),
  deletePassword:             (id) => writes(password(id)),
  listFactorsByUserId:        () => reads(factor('*')),
  createFactor:               ({ userId, id }) => ({ reads: [user(userId)], writes: [factor(id)] }),
  listDueDeletions:           () => reads(factor('*')),
  useFactorStep:              (id) => writes(factor(id)),
  deleteFactor:               (id) => writes(factor(id)),
  replaceFactors:             (id) => ({ reads: [user(id)], writes: [factor('*')] }),
  createUserWithAccount:      ({ user: { id, email }, account: keys, authenticator }) =>
    writes(user(id), `addresses:${email}`, account(keys), ...(authenticator ? [credential(authenticator.credentialID)] : [])),
  takeOverUser:               ({ id }) => writes(user(id), 'accounts:*', session('*'), credential('*'), password(id), factor('*')),
  unlinkUnlessLast:           () => writes('accounts:*', session('*'), credential('*')),
  countAttempt:               ({ key }) => writes(`attempts:${key}`),
}

export function footprintOf(name: keyof Operations, args: readonly unknown[]): Footprint {
  return (footprints[name] as (...args: readonly unknown[]) => Footprint)(...args)
}

function reads(...keys: readonly string[]): Footprint {
  return { reads: keys, writes: [] }
}

function writes(...keys: readonly string[]): Footprint {
  return { reads: [], writes: keys }
}

function user(id: string): string {
  return `users:${id}`
}

function account(keys: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): string {
  return `accounts:${keys.provider}/${keys.providerAccountId}`
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

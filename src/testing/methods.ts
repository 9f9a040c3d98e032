import type { AdapterMethod } from './adapter-case.js'

/** What every adapter must have. */
// prettier-ignore
export const requiredMethods: readonly AdapterMethod[] = [
  'createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'updateUser', 'deleteUser',
  'linkAccount', 'unlinkAccount',
  'createSession', 'getSessionAndUser', 'updateSession', 'deleteSession',
  'createVerificationToken', 'useVerificationToken',
]

/** What passkeys need: who has one of them must have all, and `getAccount`. */
export const authenticatorMethods: readonly AdapterMethod[] = [
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]

/** What an adapter may have besides. */
// prettier-ignore
export const furtherMethods: readonly AdapterMethod[] = [
  'getAccount', 'listAccountsByUserId', 'updateAccount',
  'listSessionsByUserId', 'deleteSessionsByUserId', 'deleteSessionsByProviderSession',
  'consumeVerificationToken', 'updateAuthenticator', 'deleteAuthenticator',
  'deleteExpired', 'countAttempt', 'transaction', 'lockUser',
]

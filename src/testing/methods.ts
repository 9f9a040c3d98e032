import type { AdapterMethod } from './adapter-case.js'

/** The methods that every adapter must have. */
// prettier-ignore
export const requiredMethods: readonly AdapterMethod[] = [
  'createUser', 'getUser', 'getUserByEmail', 'getUserByAccount', 'updateUser', 'deleteUser',
  'linkAccount', 'unlinkAccount',
  'createSession', 'getSessionAndUser', 'updateSession', 'deleteSession',
  'createVerificationToken', 'useVerificationToken',
]

/** The methods for passkeys. An adapter with one of them must have all, and `getAccount`. */
export const authenticatorMethods: readonly AdapterMethod[] = [
  'createAuthenticator',
  'getAuthenticator',
  'listAuthenticatorsByUserId',
  'updateAuthenticatorCounter',
]

/** The methods that an adapter may also have. */
// prettier-ignore
export const furtherMethods: readonly AdapterMethod[] = [
  'getAccount', 'listAccountsByUserId', 'updateAccount', 'leaseAccount', 'swapTokens',
  'listSessionsByUserId', 'deleteSessionsByUserId', 'deleteSessionsByProviderSession',
  'consumeVerificationToken', 'updateAuthenticator', 'deleteAuthenticator',
  'getPassword', 'setPassword', 'deletePassword',
  'listFactorsByUserId', 'createFactor', 'useFactorStep', 'deleteFactor', 'replaceFactors',
  'listDueDeletions',
  'deleteExpired', 'countAttempt', 'transaction', 'lockUser',
]

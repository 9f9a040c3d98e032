import type { Differences } from './known-differences.js'

const emptyAddress = 'a user without an address gets the address ""'
const replacesPrototype = 'a field named __proto__ replaces the prototype of the entity'
const wholeSeconds = 'the columns have whole seconds'
const unknownThrows = 'an unknown row cannot be changed or deleted without an error'
const tokenIsKey = 'the token alone is the key'

/** Where `@auth/mikro-orm-adapter` differs from the contract, and why. */
export const mikroOrmDifferences: Differences = {
  'users: createUser takes any number of users without address': emptyAddress,
  'users: createUser ignores or keeps fields that it does not know': replacesPrototype,
  'users: emailVerified is a Date, to the millisecond, from 1970 to 9999': wholeSeconds,
  'users: updateUser leaves a field that is undefined and clears one that is null':
    'undefined is written as null',
  'users: updateUser ignores or keeps fields that it does not know': replacesPrototype,
  'accounts: unlinkAccount does nothing if the account is unknown': unknownThrows,
  'accounts: linkAccount ignores or keeps fields that it does not know': replacesPrototype,
  'sessions: expires is a Date, to the millisecond, as far as 9999': wholeSeconds,
  'sessions: updateSession leaves a field that is undefined': 'an undefined field is an error',
  'sessions: updateSession gives null for an unknown token and creates nothing': unknownThrows,
  'verification tokens: one token for two identifiers is two tokens': tokenIsKey,
  'verification tokens: expires is a Date, to the millisecond, as far as 9999': wholeSeconds,
  // The case of users without an address has left one.
  'text: nothing is found under a name that every object has, or by a wildcard': emptyAddress,
  'text: verification tokens are compared exactly': tokenIsKey,
  'text: keys may be as long as their standards allow': 'columns of 255 characters',
  'races: of 20 uses of one verification token one gets it':
    'the token is read first and deleted second',
}

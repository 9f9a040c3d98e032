import type { Differences } from './known-differences.js'

const overwrites = 'a row with the same key is overwritten'
const noKeys = 'rows of two users never have the same key'
const refusesUndefined = 'an undefined field is an error'

/** Where `@auth/dynamodb-adapter` differs from the contract, and why. */
export const dynamodbDifferences: Differences = {
  'users: deleteUser does nothing if the user is unknown': 'an empty batch is an error',
  'users: createUser refuses a taken address and changes nothing': noKeys,
  'users: updateUser leaves a field that is undefined and clears one that is null':
    refusesUndefined,
  'users: updateUser ignores or keeps fields that it does not know':
    'names of fields become part of an expression',
  'users: updateUser throws if the user is unknown': 'an unknown user is created',
  'users: updateUser moves a user to a new address and frees the old one':
    'the index keeps the old address',
  'users: updateUser refuses an address of another user and changes nothing': noKeys,
  'accounts: linkAccount refuses an account that is linked, and changes nothing': noKeys,
  'sessions: createSession refuses a taken token and changes nothing': noKeys,
  'sessions: updateSession leaves a field that is undefined': refusesUndefined,
  'verification tokens: createVerificationToken refuses a taken pair and changes nothing':
    overwrites,
  'races: of 20 users with one address one is created': noKeys,
  'races: of 20 users who change to one address one gets it': noKeys,
  'races: of 20 links of one account one is made': noKeys,
  'races: of 20 sessions with one token one is created': noKeys,
  'races: of 20 equal verification tokens one is created': overwrites,
}

import type { Differences } from './known-differences.js'

const overwrites = 'a row with the same key is overwritten'
const setsUndefined = 'an undefined field is removed'
const joinedKeys = 'both keys are joined with a colon'

/** Where `@auth/upstash-redis-adapter` differs from the contract, and why. */
export const upstashDifferences: Differences = {
  'users: createUser refuses a taken address and changes nothing': overwrites,
  'users: updateUser leaves a field that is undefined and clears one that is null': setsUndefined,
  'users: updateUser throws if the user is unknown': 'an unknown user is created',
  'users: updateUser moves a user to a new address and frees the old one':
    'the old address still leads to the user',
  'users: updateUser refuses an address of another user and changes nothing': overwrites,
  'accounts: the two keys are not run together': joinedKeys,
  'accounts: linkAccount refuses an account that is linked, and changes nothing': overwrites,
  'sessions: createSession refuses a taken token and changes nothing': overwrites,
  'sessions: updateSession leaves a field that is undefined': setsUndefined,
  'sessions: deleteSession returns the row that it deleted': 'deleteSession returns nothing',
  'verification tokens: the two keys are not run together': joinedKeys,
  'verification tokens: createVerificationToken refuses a taken pair and changes nothing':
    overwrites,
  'races: of 20 uses of one verification token one gets it':
    'the token is read first and deleted second',
  'races: of 20 users with one address one is created': overwrites,
  'races: of 20 users who change to one address one gets it': overwrites,
  'races: of 20 links of one account one is made': overwrites,
  'races: of 20 sessions with one token one is created': overwrites,
  'races: of 20 equal verification tokens one is created': overwrites,
}

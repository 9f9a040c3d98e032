import type { StoreName } from './stores.js'

/** Cases of the contract that fail, each with the reason. */
export type Differences = Readonly<Record<string, string>>

const noRowBack = 'deleteSession returns nothing'
/** What a unique key would cure. */
export const noKeys = 'the published tables have no unique key for it'
const setsUndefined = 'undefined is written as null'
/** What a binary collation would cure. */
export const lenientText =
  'the default collation of MariaDB ignores case, accents and trailing spaces'
const readsFirst = 'the token is read first and deleted second'
const tooShort = 'columns of 255 characters'
const noAddress = 'the column email is not null'
const unknownColumn = 'a field without a column is refused'
const emptyUpdate = 'an update of no field is no SQL'
const overwrites = 'what has the same key is overwritten'
const joinedKeys = 'keys are joined by a colon, and slashes become colons'
const unknownThrows = 'what is unknown cannot be changed or deleted without an error'
const deletesNull = 'deleteUser throws for a user who never had both a session and an account'

const sessionIsVoid: Differences = {
  'sessions: deleteSession returns the row that it deleted': noRowBack,
}

const smallNumbers: Differences = {
  'accounts: tokens of 8 kB come back whole, and expires_at as a number':
    'expires_at has 32 bits with a sign',
  'authenticators: credentialBackedUp is a boolean, and counter a number of 32 bits':
    'counter has 32 bits with a sign',
}

const mariadbText: Differences = {
  'text: addresses are compared exactly': lenientText,
  'text: keys of accounts are compared exactly': lenientText,
  'text: session tokens are compared exactly': lenientText,
  'text: verification tokens are compared exactly': lenientText,
  'text: keys may be as long as their standards allow': tooShort,
}

const kysely: Differences = {
  ...sessionIsVoid,
  'users: createUser takes any number of users without address': noAddress,
  'users: createUser ignores or keeps fields that it does not know': unknownColumn,
  'users: updateUser ignores or keeps fields that it does not know': unknownColumn,
  'users: updateUser without a change returns the row': emptyUpdate,
  'users: users given and returned are copies': emptyUpdate,
  'accounts: linkAccount refuses an account that is linked, and changes nothing': noKeys,
  'accounts: linkAccount ignores or keeps fields that it does not know': unknownColumn,
  'sessions: updateSession gives null for an unknown token and creates nothing':
    'updateSession throws for an unknown token',
  'verification tokens: one token for two identifiers is two tokens': 'the token alone is the key',
  'races: of 20 links of one account one is made': noKeys,
}

const unstorage: Differences = {
  ...sessionIsVoid,
  'users: deleteUser removes a user without session or account': deletesNull,
  'users: deleteUser removes the authenticators of the user': deletesNull,
  'users: deleteUser leaves other users alone': deletesNull,
  'users: deleteUser frees the address': deletesNull,
  'users: createUser refuses a taken address and changes nothing': overwrites,
  'users: updateUser leaves a field that is undefined and clears one that is null': setsUndefined,
  'users: updateUser throws if the user is unknown': 'an unknown user is created',
  'users: updateUser moves a user to a new address and frees the old one':
    'the old address keeps leading to the user',
  'users: updateUser refuses an address of another user and changes nothing': overwrites,
  'accounts: the two keys are not run together': joinedKeys,
  'accounts: linkAccount refuses an account that is linked, and changes nothing': overwrites,
  'sessions: createSession refuses a taken token and changes nothing': overwrites,
  'sessions: updateSession leaves a field that is undefined': setsUndefined,
  'verification tokens: the two keys are not run together': joinedKeys,
  'verification tokens: createVerificationToken refuses a taken pair and changes nothing':
    overwrites,
  'authenticators: createAuthenticator refuses a taken credential id and changes nothing':
    overwrites,
  'races: of 20 uses of one verification token one gets it': readsFirst,
  'races: of 20 users with one address one is created': overwrites,
  'races: of 20 users who change to one address one gets it': overwrites,
  'races: of 20 links of one account one is made': overwrites,
  'races: of 20 sessions with one token one is created': overwrites,
  'races: of 20 authenticators with one credential id one is created': overwrites,
  'races: of 20 equal verification tokens one is created': overwrites,
}

/** What `@auth/prisma-adapter` does otherwise than the contract says. */
export const prismaDifferences: Differences = {
  ...smallNumbers,
  'users: deleteUser does nothing if the user is unknown': unknownThrows,
  'users: createUser takes any number of users without address': noAddress,
  'users: createUser ignores or keeps fields that it does not know': unknownColumn,
  'users: updateUser ignores or keeps fields that it does not know': unknownColumn,
  'accounts: unlinkAccount does nothing if the account is unknown': unknownThrows,
  'accounts: linkAccount ignores or keeps fields that it does not know': unknownColumn,
  'sessions: updateSession gives null for an unknown token and creates nothing': unknownThrows,
  'sessions: deleteSession gives null the second time': unknownThrows,
}

/** What each published adapter does otherwise than the contract says. */
export const knownDifferences: Readonly<Record<StoreName, Differences>> = {
  '@auth/pg-adapter on PostgreSQL': {
    ...sessionIsVoid,
    'users: the id of a user is text': 'ids are numbers',
    'users: createUser refuses a taken address and changes nothing': noKeys,
    'users: updateUser leaves a field that is undefined and clears one that is null': setsUndefined,
    'users: updateUser throws if the user is unknown': 'an unknown user gives undefined',
    'users: updateUser refuses an address of another user and changes nothing': noKeys,
    'accounts: linkAccount refuses an account that is linked, and changes nothing': noKeys,
    'sessions: createSession refuses a taken token and changes nothing': noKeys,
    'sessions: updateSession returns the whole row': 'updateSession returns undefined',
    'sessions: updateSession leaves a field that is undefined': setsUndefined,
    'text: keys may be as long as their standards allow': tooShort,
    'races: of 20 users with one address one is created': noKeys,
    'races: of 20 users who change to one address one gets it': noKeys,
    'races: of 20 links of one account one is made': noKeys,
    'races: of 20 sessions with one token one is created': noKeys,
  },
  '@auth/drizzle-adapter on PostgreSQL': { ...sessionIsVoid, ...smallNumbers },
  '@auth/drizzle-adapter on MariaDB': {
    ...sessionIsVoid,
    ...smallNumbers,
    ...mariadbText,
    'accounts: tokens of 8 kB come back whole, and expires_at as a number': tooShort,
    'users: emailVerified is a Date, to the millisecond, from 1970 to 9999':
      'TIMESTAMP ends in 2038',
    'sessions: expires is a Date, to the millisecond, as far as 9999':
      'TIMESTAMP has whole seconds, and ends in 2038',
    'verification tokens: expires is a Date, to the millisecond, as far as 9999':
      'TIMESTAMP has whole seconds, and ends in 2038',
    'text: credential ids are compared exactly': lenientText,
    'text: a credential id may have 1023 bytes': tooShort,
    'races: of 20 uses of one verification token one gets it': readsFirst,
  },
  '@auth/drizzle-adapter on SQLite': {
    ...sessionIsVoid,
    'text: text with a NUL is refused or kept, never cut': 'the driver cuts text at a NUL',
  },
  '@auth/kysely-adapter on PostgreSQL': {
    ...kysely,
    'text: verification tokens are compared exactly': 'the token alone is the key',
  },
  '@auth/kysely-adapter on MariaDB': {
    ...kysely,
    ...mariadbText,
    'races: of 20 uses of one verification token one gets it': readsFirst,
  },
  '@auth/unstorage-adapter in memory': unstorage,
  '@auth/unstorage-adapter on Redis': unstorage,
}

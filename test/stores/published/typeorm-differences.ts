import type { Differences } from './known-differences.js'

/** What the two unique keys cure. */
const noKeys = 'the entities have no unique key for it'
const partialRow = 'updateUser returns null for each field that it was not given'

/** Where `@auth/typeorm-adapter` differs from the contract, and why. */
export const typeormDifferences: Differences = {
  'users: updateUser changes the given fields and returns the whole row': partialRow,
  'users: updateUser without a change returns the row': partialRow,
  'users: updateUser throws if the user is unknown': 'an unknown user is created',
  'accounts: linkAccount refuses an account that is linked, and changes nothing':
    'linkAccount writes an id into the object that it is given, and updates the row of that id',
  'sessions: updateSession returns the whole row': 'updateSession returns null',
  'sessions: deleteSession returns the row that it deleted': 'deleteSession returns nothing',
  'verification tokens: createVerificationToken refuses a taken pair and changes nothing': noKeys,
  'races: of 20 uses of one verification token one gets it':
    'the token is read first and deleted second',
  'races: of 20 users who change to one address one gets it': partialRow,
  'races: of 20 links of one account one is made': noKeys,
  'races: of 20 equal verification tokens one is created': noKeys,
}

/** The differences that remain on tables with both unique keys. */
export const keyedTypeormDifferences: Differences = Object.fromEntries(
  Object.entries(typeormDifferences).filter(([, why]) => why !== noKeys),
)

import { describe } from 'vitest'
import { keepsContract } from './published/keeps-contract.js'
import { isPrismaInstalled, prismaStore } from './published/prisma.js'
import { signsIn } from './published/signs-in.js'

const unknownThrows = 'what is unknown cannot be changed or deleted without an error'
const unknownField = 'a field without a column is refused'

describe.skipIf(!isPrismaInstalled())('@auth/prisma-adapter', () => {
  keepsContract('on PostgreSQL', prismaStore, {
    'users: deleteUser does nothing if the user is unknown': unknownThrows,
    'users: createUser takes any number of users without address': 'the column email is not null',
    'users: createUser ignores or keeps fields that it does not know': unknownField,
    'users: updateUser ignores or keeps fields that it does not know': unknownField,
    'accounts: unlinkAccount does nothing if the account is unknown': unknownThrows,
    'accounts: linkAccount ignores or keeps fields that it does not know': unknownField,
    'accounts: tokens of 8 kB come back whole, and expires_at as a number':
      'expires_at has 32 bits with a sign',
    'sessions: updateSession gives null for an unknown token and creates nothing': unknownThrows,
    'sessions: deleteSession gives null the second time': unknownThrows,
    'authenticators: credentialBackedUp is a boolean, and counter a number of 32 bits':
      'counter has 32 bits with a sign',
  })

  signsIn('in sign-ins on PostgreSQL', prismaStore)
})

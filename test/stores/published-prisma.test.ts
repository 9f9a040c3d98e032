import { describe } from 'vitest'
import { isPrismaInstalled, prismaStore } from './prisma/prisma-store.js'
import { keepsContract } from './published/keeps-contract.js'
import { prismaDifferences } from './published/known-differences.js'
import { signsIn, signsUpOnce } from './published/signs-in.js'

const isInstalled = isPrismaInstalled()
const missing = ' (not installed; run npm ci --ignore-scripts --prefix test/stores/prisma)'

describe.skipIf(!isInstalled)(`@auth/prisma-adapter${isInstalled ? '' : missing}`, () => {
  keepsContract('on PostgreSQL', prismaStore, prismaDifferences)
  signsIn('in sign-ins on PostgreSQL', prismaStore)
  signsUpOnce('among processes on PostgreSQL', prismaStore)
})

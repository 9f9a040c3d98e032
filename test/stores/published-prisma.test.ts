import { describe } from 'vitest'
import { isPrismaInstalled, prismaMissing } from './prisma/generate-client.js'
import { prismaStore } from './prisma/prisma-store.js'
import { keepsContract } from './published/keeps-contract.js'
import { prismaDifferences } from './published/known-differences.js'
import { signsInByMail } from './published/signs-in-by-mail.js'
import { signsIn, signsUpOnce } from './published/signs-in.js'

const isInstalled = isPrismaInstalled()

describe.skipIf(!isInstalled)(`@auth/prisma-adapter${isInstalled ? '' : prismaMissing}`, () => {
  keepsContract('on PostgreSQL', prismaStore, prismaDifferences)
  signsIn('in sign-ins on PostgreSQL', prismaStore)
  signsInByMail('in sign-ins by mail on PostgreSQL', prismaStore)
  signsUpOnce('among processes on PostgreSQL', prismaStore)
})

import { afterAll, describe } from 'vitest'
import { missingOf } from '../../src/testing/attack/attack-case.js'
import { allCases } from '../attacks/cases/all-cases.js'
import { qwikCases } from '../attacks/cases/qwik-cases.js'
import { standAttacks } from '../attacks/stand-attacks.js'
import { qwikCityFiles } from './attacked-files.js'
import { openAttackedSite } from './attacked-site.js'

describe('a built Qwik City application that runs', async () => {
  const site = await openAttackedSite(qwikCityFiles)
  afterAll(() => site.close())
  // One process stands all of them: what needs a new one, or its inside, is tried in this process.
  const possible = [...allCases, ...qwikCases].filter(
    ({ needs }) => missingOf(site.target, needs).length === 0,
  )
  standAttacks(possible, async () => site.target)
})

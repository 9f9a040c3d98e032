import { describe } from 'vitest'
import { allCases } from '../attacks/cases/all-cases.js'
import type { FixtureTarget } from '../attacks/fixture-target.js'
import { openApplication } from '../attacks/mounts/application.js'
import { standAttacks } from '../attacks/stand-attacks.js'
import { openSite } from './site.js'

/** The binding, on Qwik City's own request handler. */
async function mountQwik(): Promise<FixtureTarget> {
  const { config, target } = await openApplication('database')
  const site = openSite({ config: () => config })
  return { ...target, reopen: mountQwik, send: (request) => site.serve(request) }
}

describe('Qwik City', () => {
  standAttacks(allCases, mountQwik)
})

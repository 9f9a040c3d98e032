import { afterAll, describe, expect, it } from 'vitest'
import { allCases } from '../../security/attacks/cases/all-cases.js'
import { qwikCases } from '../../security/attacks/cases/qwik-cases.js'
import { needsInside, needsPage } from '../../security/attacks/fixture-target.js'
import { standAttacks } from '../../security/attacks/stand-attacks.js'
import { isLong } from '../../support/long-run.js'
import { openAttackedSite } from './attacked-site.js'

describe.each([
  ['Qwik City', 1],
  ['Qwik 2', 2],
] as const)('a built application that runs on %s', async (_name, version) => {
  const site = await openAttackedSite(version)
  afterAll(() => site.close())
  // One process stands all of them; what needs a new one, or its inside, is in test/unit/qwik.
  const possible = [...allCases, ...qwikCases].filter((one) => !needsInside(one))
  // Both versions hand a request over to the same engine. What they do before is their own.
  const ofBinding = possible.filter((one) => needsPage(one) || one.needs.length === 0)
  standAttacks(isLong || version === 1 ? possible : ofBinding, async () => site.target)

  it('has pages that were rendered at build time without a session, and none of them is guarded', () => {
    const pages = site.made.filter((text) => text.includes('</html>'))
    expect(pages.filter((page) => page.includes('made for'))).toHaveLength(1)
    expect(pages.filter((page) => page.includes('nobody'))).toHaveLength(1)
    expect(site.made.filter((text) => text.includes('the inner room'))).toEqual([])
  })
})

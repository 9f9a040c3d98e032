import { describe } from 'vitest'
import { isLong } from '../../support/long-run.js'
import { allCases } from './cases/all-cases.js'
import { needsPage } from './fixture-target.js'
import { mountOnNode } from './mounts/node.js'
import { standAttacks } from './stand-attacks.js'

describe('a server of Node, with sessions in a database', () => {
  const possible = allCases.filter((one) => !needsPage(one))
  // These attack how a request is read. All others meet a server of Node in test/package/build.
  const ofRequests = possible.filter(({ needs }) => needs.length === 0)
  standAttacks(isLong ? possible : ofRequests, () => mountOnNode('database'))
})

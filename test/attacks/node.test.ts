import { describe } from 'vitest'
import { allCases } from './cases/all-cases.js'
import { needsPage } from './fixture-target.js'
import { mountOnNode } from './mounts/node.js'
import { standAttacks } from './stand-attacks.js'

describe('a server of Node, with sessions in a database', () => {
  standAttacks(
    allCases.filter((one) => !needsPage(one)),
    () => mountOnNode('database'),
  )
})

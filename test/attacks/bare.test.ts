import { describe } from 'vitest'
import { allCases } from './cases/all-cases.js'
import { mountBare } from './mounts/bare.js'
import { standAttacks } from './stand-attacks.js'

describe('the engine alone, with sessions in a database', () => {
  standAttacks(allCases, () => mountBare('database'))
})

describe('the engine alone, with sessions in cookies', () => {
  // Without a sign-in there is no session, wherever it would be.
  const withSessions = allCases.filter(({ needs }) => needs.length > 0)
  standAttacks(withSessions, () => mountBare('jwt'))
})

import { describe } from 'vitest'
import { mountBare } from './mounts/bare.js'
import { standAttacks } from './stand-attacks.js'

describe.each(['jwt', 'database'] as const)('the engine alone, %s', (strategy) => {
  standAttacks(() => mountBare(strategy))
})

import { Auth } from '../../../src/core.js'
import type { AttackedParts } from '../attacked-config.js'
import type { FixtureTarget } from '../fixture-target.js'
import { openApplication } from './application.js'

/** The engine alone: a request in, a response out. */
export async function mountBare(strategy: AttackedParts['strategy']): Promise<FixtureTarget> {
  const { config, target } = await openApplication(strategy)
  const reopen = (): Promise<FixtureTarget> => mountBare(strategy)
  return { ...target, reopen, send: (request) => Auth(request, config) }
}

import { Auth } from '../../../../src/core.js'
import type { AttackedParts } from '../attacked-config.js'
import type { FixtureTarget } from '../fixture-target.js'
import { openApplication } from './application.js'

/** The engine alone: a request in, a response out. */
export async function mountBare(
  strategy: AttackedParts['strategy'],
  alter?: Parameters<typeof openApplication>[1],
): Promise<FixtureTarget> {
  const { config, target } = await openApplication(strategy, alter)
  const reopen = (): Promise<FixtureTarget> => mountBare(strategy, alter)
  return { ...target, reopen, send: (request) => Auth(request, config) }
}

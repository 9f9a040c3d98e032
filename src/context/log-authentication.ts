import { providerLabel } from '../config/telemetry.js'
import type { Context } from './context.js'

/** The result of a sign-in attempt. */
export interface Authentication {
  readonly provider: string
  /** `signed-in`, `redirected` (by the `signIn` callback), or the type of the error. */
  readonly outcome: string
  readonly userId?: string | undefined
  readonly isNewUser?: boolean | undefined
}

/** Logs the result of a sign-in attempt at `debug` level, and counts it. */
export function logAuthentication(
  { log, config }: Pick<Context, 'log' | 'config'>,
  ended: Authentication,
): void {
  config.telemetry?.count('latchkey.sign_ins', {
    'latchkey.provider': providerLabel(config, ended.provider),
    'latchkey.outcome': ended.outcome,
  })
  const details = Object.entries(ended).filter(([, value]) => value !== undefined)
  log.debug('authentication', Object.fromEntries(details))
}

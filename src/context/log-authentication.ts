import type { Context } from './context.js'

/** How an attempt to sign in ended. */
export interface Authentication {
  readonly provider: string
  /** `signed-in`, `redirected` by the `signIn` callback, or the type of the error. */
  readonly outcome: string
  readonly userId?: string | undefined
  readonly isNewUser?: boolean | undefined
}

/** Logs how an attempt to sign in ended, at `debug`. */
export function logAuthentication({ log }: Pick<Context, 'log'>, ended: Authentication): void {
  const told = Object.entries(ended).filter(([, value]) => value !== undefined)
  log.debug('authentication', Object.fromEntries(told))
}

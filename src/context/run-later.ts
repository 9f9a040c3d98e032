import type { Context } from './context.js'

/**
 * Runs work that the response does not wait for, so that its duration tells the visitor nothing. An
 * error is logged.
 */
export function runLater({ log, waitUntil }: Context, work: () => Promise<void>): void {
  const done = work().catch((error: unknown) => log.error(error))
  waitUntil?.(done)
}

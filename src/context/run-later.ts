import type { Context } from './context.js'

/** Milliseconds until the work begins: at least, and at most this much more. */
const pause = { least: 10, spread: 50 }

/**
 * Runs work after the response, so that neither its content nor its time depends on the work. It
 * begins after a random pause, because the requests that follow at once would show when it ran. An
 * error is logged.
 */
export function runLater({ config, log, waitUntil }: Context, work: () => Promise<void>): void {
  const { sleep, random } = config.runtime
  const [byte = 0] = random(1)
  const done = sleep(pause.least + (byte / 255) * pause.spread)
    .then(work)
    .catch((error: unknown) => log.error(error))
  waitUntil?.(done)
}

/**
 * Lets work that has begun go on after the response, where the platform would end it with the request.
 * A caller that awaits the work gets its error.
 */
export function finishLater(
  { waitUntil }: Pick<Context, 'waitUntil'>,
  work: Promise<unknown>,
): void {
  waitUntil?.(
    work.then(
      () => undefined,
      () => undefined,
    ),
  )
}

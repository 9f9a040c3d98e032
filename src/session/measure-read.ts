import type { Context } from '../context/context.js'
import type { DefaultSession } from '../model/records.js'

type Read = DefaultSession | null | Promise<DefaultSession | null>

/** Reads a session, and counts and measures the read. Synchronous if the read is. */
export function measureRead(ctx: Context, read: () => Read): Read {
  const { telemetry, sessionCookieHint, session } = ctx.config
  if (!telemetry || !ctx.request.headers.get('cookie')?.includes(sessionCookieHint)) return read()
  const begin = performance.now()
  const measure = (found: DefaultSession | null): DefaultSession | null => {
    const attributes = {
      'latchkey.session.strategy': session.strategy,
      'latchkey.session.result': resultOf(ctx, found),
    }
    telemetry.count('latchkey.session.reads', attributes)
    const seconds = (performance.now() - begin) / 1000
    telemetry.record('latchkey.session.read.duration', seconds, attributes)
    return found
  }
  const found = read()
  return found instanceof Promise ? found.then(measure) : measure(found)
}

/** An outage is not a sign-out, and the two must not look alike. */
function resultOf({ notes }: Context, found: DefaultSession | null): string {
  if (found) return 'found'
  return notes.sessionError === undefined ? 'none' : 'failed'
}

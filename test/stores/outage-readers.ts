import { setTimeout as wait } from 'node:timers/promises'
import { Auth, type AuthConfig } from '../../src/core.js'

/** One answer of the session route. */
export interface Read {
  /** When it was asked for and when it came, in milliseconds. */
  readonly from: number
  readonly till: number
  readonly status: number
  /** Whether it said who is signed in. */
  readonly found: boolean
  /** The cookies that it set. */
  readonly setCookies: readonly string[]
}

/** Many who read their sessions again and again. */
export interface Readers {
  /** Everything that was read, in the order of the answers. */
  readonly reads: readonly Read[]
  /** Resolves when each of them has had an answer to what it asked from now on. */
  everyoneAgain(): Promise<void>
  stop(): Promise<void>
}

/** Half a breath between two reads, so that the others get their turn. */
const pause = 20

export function startReaders(
  config: AuthConfig,
  cookies: readonly string[],
  count: number,
): Readers {
  const reads: Read[] = []
  const waiting = new Set<(reader: number, from: number) => void>()
  const end = new AbortController()
  const running = Array.from({ length: count }, async (_, reader) => {
    while (!end.signal.aborted) {
      const read = await readOnce(config, cookies[reader % cookies.length] ?? '')
      reads.push(read)
      for (const tell of waiting) tell(reader, read.from)
      await wait(pause)
    }
  })
  return {
    reads,
    everyoneAgain: () =>
      new Promise((resolve) => {
        const since = performance.now()
        const missing = new Set(running.keys())
        const tell = (reader: number, from: number): void => {
          if (from >= since) missing.delete(reader)
          if (missing.size > 0) return
          waiting.delete(tell)
          resolve()
        }
        waiting.add(tell)
      }),
    async stop() {
      end.abort()
      await Promise.all(running)
    },
  }
}

async function readOnce(config: AuthConfig, cookie: string): Promise<Read> {
  const from = performance.now()
  const response = await Auth(
    new Request('https://app.test/auth/session', { headers: { cookie } }),
    config,
  )
  const session: unknown = await response.json()
  return {
    from,
    till: performance.now(),
    status: response.status,
    found: session !== null,
    setCookies: response.headers.getSetCookie(),
  }
}

/** Waits of one connection, of which one is under way and another one is about to begin. */
interface Line {
  current?: Promise<unknown> | undefined
  next?: NextWait | undefined
}

/** A wait that has not begun, and the keys of the calls that share it. */
interface NextWait {
  readonly keys: Set<string>
  readonly done: Promise<unknown>
}

/** The waits of a client by their kind, for as long as the client. An app may make an adapter per request. */
const lines = new WeakMap<object, Map<string, Line>>()

/**
 * Runs a wait for replicas after the one that is under way on the same client. Calls that come in the meantime
 * share it, because it waits for everything that was written before it began. If each of many changes had
 * its own, the last one would wait for the time limits of all others. The wait gets the keys of all calls.
 */
export async function shareWait<T>(
  client: object,
  kind: string,
  key: string,
  wait: (keys: readonly string[]) => Promise<T>,
): Promise<T> {
  const ofClient = lines.get(client) ?? new Map<string, Line>()
  lines.set(client, ofClient)
  const line = ofClient.get(kind) ?? {}
  ofClient.set(kind, line)
  line.next ??= beginNext(line, wait)
  line.next.keys.add(key)
  return line.next.done as Promise<T>
}

function beginNext(line: Line, wait: (keys: readonly string[]) => Promise<unknown>): NextWait {
  const keys = new Set<string>()
  const begin = async (): Promise<unknown> => {
    await line.current?.catch(() => {})
    line.current = line.next?.done
    line.next = undefined
    return wait([...keys])
  }
  return { keys, done: begin() }
}

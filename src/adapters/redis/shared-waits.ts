/** Waits of one connection, of which one is under way and another one is about to begin. */
interface Line {
  current?: Promise<unknown> | undefined
  next?: Promise<unknown> | undefined
}

/** The waits of a client by their kind, for as long as the client. An app may make an adapter per request. */
const lines = new WeakMap<object, Map<string, Line>>()

/**
 * Runs a wait for replicas after the one that is under way on the same client. Calls that come in the meantime
 * share it, because it waits for everything that was written before it began. If each of many changes had
 * its own, the last one would wait for the time limits of all others.
 */
export async function shareWait<T>(
  client: object,
  kind: string,
  wait: () => Promise<T>,
): Promise<T> {
  const ofClient = lines.get(client) ?? new Map<string, Line>()
  lines.set(client, ofClient)
  const line = ofClient.get(kind) ?? {}
  ofClient.set(kind, line)
  line.next ??= (async () => {
    await line.current?.catch(() => {})
    line.current = line.next
    line.next = undefined
    return wait()
  })()
  return line.next as Promise<T>
}

import { connect, readText } from './connection.js'
import type { Connection, RedisClient, RedisServer } from './connection.js'
import { shareWait } from './shared-waits.js'

/** How long a change waits for replicas, and for how many. */
export interface RedisReplicas {
  /** Number of replicas that must have a change. To survive any failover, name all that can be promoted. */
  readonly acknowledge: number
  /** Milliseconds to wait for the replicas. Default: 500. */
  readonly timeout?: number | undefined
  /**
   * A second client for the same server or cluster. While it waits, reads go on. Without it, all
   * commands of the adapter's client wait as well.
   */
  readonly client?: RedisClient | undefined
}

/** One call of an adapter method, and the servers that it used. */
export interface Journal {
  /** Notes the server of each key before it is used. */
  readonly connection: Connection
  /** Resolves when the replicas have all changes that were made so far. Rejects if they may not have them. */
  confirm(): Promise<void>
}

const defaultTimeout = 500
/** Milliseconds after which Redis deletes the key that is written before each wait. */
const markLifetime = 60_000

/** Throws if the option cannot be kept with this client. */
export function checkReplicas(client: RedisClient, replicas: RedisReplicas): void {
  const { acknowledge, timeout = defaultTimeout } = replicas
  const isCount = Number.isInteger(acknowledge) && acknowledge > 0
  // WAIT 0 means forever.
  if (!isCount || !(timeout >= 1)) throw new RangeError(explainNumbers)
  for (const one of [client, replicas.client ?? client])
    if ('totalClients' in one || ('isCluster' in one && one.isCluster === true))
      throw new TypeError(explainClient)
}

/**
 * Opens a journal for one call. `WAIT` counts the replicas that have what its own connection wrote, so a key
 * is written before it. A server that was promoted in the meantime may lack the change and know its own key.
 * It has a replication id of its own, which is why the id is read before the first command and after the wait.
 */
export function openJournal(
  connection: Connection,
  { acknowledge, timeout = defaultTimeout, client }: RedisReplicas,
  { isCluster, prefix }: { readonly isCluster: boolean; readonly prefix: string },
): Journal {
  const waiting = client ? connect(client) : connection
  const histories = new Map<string, Promise<string>>()

  const note = async (key: string): Promise<void> => {
    const mark = `${prefix}${isCluster ? tagOf(key) : ''}:replicated`
    const history = histories.get(mark) ?? connection.serverOf(mark).then(readHistory)
    histories.set(mark, history)
    await history
  }

  const confirmOn = async (mark: string, history: string): Promise<void> => {
    const server = await waiting.serverOf(mark)
    const kind = `${acknowledge} ${timeout}`
    const { failed, count, last } = await shareWait(server.client, kind, mark, async (marks) => {
      // Sent together, so that they use one connection.
      const [written, replicas, after] = await Promise.all([
        Promise.allSettled(
          marks.map((one) => server.send('SET', one, '1', 'PX', String(markLifetime))),
        ),
        server.send('WAIT', String(acknowledge), String(Math.ceil(timeout))),
        readHistory(server),
      ])
      return { failed: failuresOf(marks, written), count: Number(replicas), last: after }
    })
    // In a cluster, the slot of this change may have moved to a server that nothing has waited for.
    if (failed.has(mark)) throw new Unconfirmed(explainFailed, failed.get(mark))
    if (!(count >= acknowledge)) throw new Unconfirmed(explainTooFew(count))
    if (last !== history) throw new Unconfirmed('The primary was replaced during the change.')
  }

  return {
    connection: {
      ...connection,
      send: async (command, key, ...args) => {
        await note(key)
        return connection.send(command, key, ...args)
      },
      run: async (script, keys, args) => {
        await note(keys[0] ?? '')
        return connection.run(script, keys, args)
      },
    },
    confirm: async () => {
      const confirmations = [...histories].map(async ([mark, history]) =>
        confirmOn(mark, await history),
      )
      // The change was made, so no failure from here on may look as if the server had refused it.
      await Promise.all(confirmations).catch((thrown: unknown) => {
        throw thrown instanceof Unconfirmed ? thrown : new Unconfirmed(explainFailed, thrown)
      })
    },
  }
}

/** The change is on the primary, but the replicas may not have it. */
class Unconfirmed extends Error {
  readonly code = 'REPLICAS_UNCONFIRMED'
  override readonly name = 'Unconfirmed'
  constructor(message: string, cause?: unknown) {
    super(message, { cause })
  }
}

/** Returns the id of the server's history. A replica that is promoted begins a new one. */
async function readHistory(server: RedisServer): Promise<string> {
  const info = readText(await server.send('INFO', 'replication')) ?? ''
  const id = /^master_replid:(\w+)/m.exec(info)?.[1]
  if (id !== undefined && /^role:master/m.test(info)) return id
  if (id !== undefined) throw new Error('READONLY The server is a replica.')
  throw new Error(
    'The option `replicas` needs `INFO replication`, which the server does not answer.',
  )
}

/** Returns why some marks were not written. */
function failuresOf(
  marks: readonly string[],
  written: readonly PromiseSettledResult<unknown>[],
): ReadonlyMap<string, unknown> {
  return new Map(
    written.flatMap((one, at) =>
      one.status === 'rejected' ? [[marks[at] ?? '', one.reason] as const] : [],
    ),
  )
}

function tagOf(key: string): string {
  return key.slice(key.indexOf('{'), key.indexOf('}') + 1)
}

function explainTooFew(count: number): string {
  return `Only ${count} replicas have acknowledged the change.`
}

const explainFailed = 'The server did not say whether replicas have acknowledged the change.'

const explainNumbers =
  'redisAdapter: `replicas.acknowledge` must be a whole number above 0, and `replicas.timeout` at least 1 ms.'

const explainClient =
  'redisAdapter: `replicas` needs a client with one connection for each server. Pass a client or a cluster ' +
  'of `redis`, or a client of `ioredis`, because WAIT counts only what its own connection has written.'

import type { Script } from './script.js'

/**
 * A Redis or Valkey client: from `redis` (client, pool or cluster), from `ioredis` (client or
 * cluster), or any object with one of these methods.
 */
export type RedisClient = RedisCallClient | RedisCommandClient | RedisClusterClient

/** An `ioredis` client, or an object with the same method. */
export interface RedisCallClient {
  /** Sends one command and returns its reply. Rejects if the server answers with an error. */
  call(command: string, ...args: string[]): Promise<unknown>
}

/** A `redis` client or pool, or an object with the same method. */
export interface RedisCommandClient {
  /** Sends one command and returns its reply. Rejects if the server answers with an error. */
  sendCommand(args: string[]): Promise<unknown>
}

/** A `redis` cluster, or an object with the same members. */
export interface RedisClusterClient {
  readonly masters: readonly unknown[]
  /** Sends one command to the node that stores the key. */
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
  ): Promise<unknown>
  /** Returns the client of the master that stores the key. Since version 6 of `redis`. */
  getNodeClientForKey?(key: string): Promise<RedisCommandClient>
}

/** One server, for commands that have no key. */
export interface RedisServer {
  /** Stands for the connection. A new one for each key if the client does not show which server it uses. */
  readonly client: object
  send(command: string, ...args: string[]): Promise<unknown>
}

export interface Connection {
  /** Sends a command for one key. */
  send(command: string, key: string, ...args: string[]): Promise<unknown>
  /** Finds the server that stores a key, for commands that have no key. */
  serverOf(key: string): Promise<RedisServer>
  /** Runs a script on keys of one slot. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
  /** Runs a script on one key that it only reads. The caller limits the time. */
  read(script: Script, key: string): Promise<unknown>
}

export function connect(client: RedisClient): Connection {
  const send = openSender(client)
  const sendRead = openReadSender(client) ?? send
  return {
    send: (command, key, ...args) => send(key, [command, key, ...args]),
    serverOf: async (key) => {
      // From version 6 on, a cluster of `redis` sends WAIT and INFO to all masters or to any of them.
      const isCluster = !('call' in client) && 'masters' in client
      const node = isCluster ? await client.getNodeClientForKey?.(key) : undefined
      if (node) return { client: node, send: (...args) => node.sendCommand(args) }
      return { client: isCluster ? {} : client, send: (...args) => send(key, args) }
    },
    run: (script, keys, args) => run(send, script, keys, args),
    read: (script, key) => run(sendRead, script, [key], []),
  }
}

function run(
  send: Send,
  script: Script,
  keys: readonly string[],
  args: readonly string[],
): Promise<unknown> {
  const [first = ''] = keys
  const evaluate = (hash: string): Promise<unknown> =>
    send(first, ['EVALSHA', hash, String(keys.length), ...keys, ...args])
  const hash = script.hash()
  const reply = typeof hash === 'string' ? evaluate(hash) : hash.then(evaluate)
  return reply.catch((thrown: unknown) => {
    if (!isUnknownScript(thrown)) throw thrown
    return send(first, ['EVAL', script.text, String(keys.length), ...keys, ...args])
  })
}

/** Reads a reply that is a string or empty. */
export function readText(reply: unknown): string | null {
  if (reply === null || reply === undefined) return null
  if (typeof reply === 'string') return reply
  throw new TypeError(`Expected text from Redis, got ${typeof reply}: is the client set to bytes?`)
}

/** Reads a reply that is a list of strings, some of which may be missing. */
export function readTexts(reply: unknown): (string | null)[] {
  if (!Array.isArray(reply)) throw new TypeError(`Expected a list from Redis, got ${typeof reply}.`)
  return reply.map(readText)
}

/** Reads a reply that is a list of strings, and leaves out missing ones. */
export function readNames(reply: unknown): string[] {
  return readTexts(reply).filter((name) => name !== null)
}

type Send = (key: string, args: [string, ...string[]]) => Promise<unknown>

function openSender(client: RedisClient): Send {
  // Checked first, because ioredis also has a `sendCommand`, which takes different arguments.
  if ('call' in client) return (_key, args) => client.call(...args)
  // Never reads from a replica, which may not know yet that a session was revoked.
  if ('masters' in client) return (key, args) => client.sendCommand(key, false, args)
  return (_key, args) => client.sendCommand(args)
}

/**
 * From version 6 on, a client of `redis` makes an abort signal for each command, which limits the wait for
 * the connection. It takes half as long as a `GET`, and a connected client sends the command at once.
 */
function openReadSender(client: RedisClient): Send | undefined {
  if (!hasConnection(client)) return undefined
  return (_key, args) => client.sendCommand(args, client.isReady ? unlimited : undefined)
}

const unlimited = { timeout: undefined }

/** A client of `redis`, which is one connection. */
interface ConnectedClient {
  readonly isReady: boolean
  sendCommand(args: string[], options?: { timeout: undefined }): Promise<unknown>
}

function hasConnection(client: RedisClient): client is RedisClient & ConnectedClient {
  return !('call' in client) && !('masters' in client) && 'isReady' in client
}

function isUnknownScript(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.includes('NOSCRIPT')
}

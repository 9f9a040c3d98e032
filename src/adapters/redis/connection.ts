import type { Script } from './scripts.js'

/**
 * A client of Redis or Valkey: of `redis` (client, pool or cluster), of `ioredis` (client or
 * cluster), or any object with one of these methods.
 */
export type RedisClient = RedisCallClient | RedisCommandClient | RedisClusterClient

/** A client as `ioredis` has it. */
export interface RedisCallClient {
  /** Sends one command and gives its reply; rejects when the server answers with an error. */
  call(command: string, ...args: string[]): Promise<unknown>
}

/** A client or pool as `redis` has it. */
export interface RedisCommandClient {
  /** Sends one command and gives its reply; rejects when the server answers with an error. */
  sendCommand(args: string[]): Promise<unknown>
}

/** A cluster as `redis` has it. */
export interface RedisClusterClient {
  readonly masters: readonly unknown[]
  /** Sends one command to the node that has the key. */
  sendCommand(
    firstKey: string | undefined,
    isReadonly: boolean | undefined,
    args: string[],
  ): Promise<unknown>
}

export interface Connection {
  /** Sends a command about one key. */
  send(command: string, key: string, ...args: string[]): Promise<unknown>
  /** Runs a script on keys of one slot. */
  run(script: Script, keys: readonly string[], args: readonly string[]): Promise<unknown>
}

export function connect(client: RedisClient): Connection {
  const send = openSender(client)
  return {
    send: (command, key, ...args) => send(key, [command, key, ...args]),
    run: async (script, keys, args) => {
      const [first = ''] = keys
      const tail = [String(keys.length), ...keys, ...args]
      try {
        return await send(first, ['EVALSHA', await script.hash(), ...tail])
      } catch (thrown) {
        if (!isUnknownScript(thrown)) throw thrown
        return send(first, ['EVAL', script.text, ...tail])
      }
    },
  }
}

/** A reply that is text or nothing. */
export function readText(reply: unknown): string | null {
  if (reply === null || reply === undefined) return null
  if (typeof reply === 'string') return reply
  throw new TypeError(`Expected text from Redis, got ${typeof reply}: is the client set to bytes?`)
}

/** A reply that is a list of texts, some of them missing perhaps. */
export function readTexts(reply: unknown): (string | null)[] {
  if (!Array.isArray(reply)) throw new TypeError(`Expected a list from Redis, got ${typeof reply}.`)
  return reply.map(readText)
}

/** A reply that is a list of texts, none of them missing. */
export function readNames(reply: unknown): string[] {
  return readTexts(reply).filter((name) => name !== null)
}

type Send = (key: string, args: [string, ...string[]]) => Promise<unknown>

function openSender(client: RedisClient): Send {
  // First, since ioredis has a sendCommand too, which is another thing.
  if ('call' in client) return (_key, args) => client.call(...args)
  // Never from a replica: it may not know yet that a session has ended.
  if ('masters' in client) return (key, args) => client.sendCommand(key, false, args)
  return (_key, args) => client.sendCommand(args)
}

function isUnknownScript(thrown: unknown): boolean {
  return thrown instanceof Error && thrown.message.includes('NOSCRIPT')
}

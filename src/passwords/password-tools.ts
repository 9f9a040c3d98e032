import type { PasswordHost, PasswordOptions } from '../model/password.js'
import { createHashQueue, type HashQueue } from './hash-queue.js'
import type { Hasher } from './hasher.js'

/** The parts that signing in and setting a password share. */
export interface PasswordTools {
  readonly options: PasswordOptions
  readonly hasher: Hasher
}

/** Returns the queue of the process. Providers with other limits have a queue of their own. */
export function queueOf({ options }: PasswordTools, host: PasswordHost): HashQueue {
  const { hashesAtOnce = 2, hashesWaiting = 32 } = options
  const { now } = host
  const name = `hash queue ${hashesAtOnce} ${hashesWaiting}`
  return host.keep(name, () => createHashQueue(hashesAtOnce, hashesWaiting, now))
}

import type { EnvGetter } from '../model/config.js'

/** Answers a request. If it rejects, the connection is closed without a response. */
export type Handler = (request: Request) => Promise<Response>

/** A server that listens on this machine. */
export interface Listener {
  /** Such as `http://localhost:49152`. */
  readonly origin: string
  readonly close: () => Promise<void>
}

/** A platform without Node has no environment variables that all runtimes agree on. */
export const environment: EnvGetter = { get: () => undefined }

/** Serves a handler on this machine. Needs Node, Bun or Deno. */
export async function listen(_handler: Handler, _port: number): Promise<Listener> {
  throw new TypeError('A fake provider can only listen on Node, Bun or Deno.')
}

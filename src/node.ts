import type { IncomingMessage, ServerResponse } from 'node:http'
import { setEnvDefaults } from './config/env.js'
import { isAuthRoute } from './engine/calls.js'
import { reply } from './engine/handle.js'
import type { Reply } from './engine/respond.js'
import type { AuthConfig } from './model/config.js'
import type { DefaultSession } from './model/records.js'
import { createOriginFinder, toIncomingRequest, type FindOrigin } from './node/incoming-request.js'

/** A `node:http` listener, which is also a middleware for Express and similar frameworks. */
export type NodeListener = (
  incoming: IncomingMessage & { readonly originalUrl?: string },
  outgoing: ServerResponse,
  /** Called for paths outside `basePath`. Without it, they are answered with 404. */
  next?: () => void,
) => void

/**
 * Returns a listener that serves the config's routes on a Node server. Options that the config does
 * not set come from the environment, as with `setEnvDefaults`.
 *
 * The body of the request must be unread. Behind a proxy that terminates TLS, set `AUTH_URL` to the
 * public URL.
 */
export function toNodeListener<S extends DefaultSession>(config: AuthConfig<S>): NodeListener {
  const own = { ...config }
  setEnvDefaults({ get: (name) => process.env[name] }, own)
  const findOrigin = createOriginFinder()
  return (incoming, outgoing, next) => {
    // Express removes the path of the mounted middleware from `url`.
    const path = incoming.originalUrl ?? incoming.url ?? ''
    if (next && !isAuthRoute(path.replace(/[?#].*$/, ''), own)) next()
    else {
      // A failed write, such as a second response, must end only this connection and not the
      // process.
      answer(incoming, outgoing, path, own, findOrigin).catch((cause: unknown) => {
        outgoing.destroy(cause instanceof Error ? cause : undefined)
      })
    }
  }
}

async function answer<S extends DefaultSession>(
  incoming: IncomingMessage,
  outgoing: ServerResponse,
  path: string,
  config: AuthConfig<S>,
  findOrigin: FindOrigin,
): Promise<void> {
  const request = toIncomingRequest(incoming, path, findOrigin)
  const { remoteAddress: clientAddress } = incoming.socket
  write(outgoing, request ? await reply(request, config, { clientAddress }) : badRequest)
}

const badRequest: Reply = { status: 400, headers: [], cookies: [], body: '' }

function write(outgoing: ServerResponse, { status, headers, cookies, body }: Reply): void {
  const all: string[] = []
  for (const [name, value] of headers) all.push(name, value)
  for (const cookie of cookies) all.push('set-cookie', cookie)
  // Without a length, Node would send the body in chunks. A HEAD response has no body to measure.
  const isLeftOut = outgoing.req.method === 'HEAD'
  if (!isLeftOut) all.push('content-length', String(Buffer.byteLength(body ?? '')))
  outgoing.writeHead(status, all)
  outgoing.end(body)
}

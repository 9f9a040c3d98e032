import type { IncomingMessage, ServerResponse } from 'node:http'
import { setEnvDefaults } from './config/env.js'
import { isAuthRoute } from './engine/is-auth-route.js'
import { reply } from './engine/handle.js'
import type { Reply } from './engine/respond.js'
import type { AuthConfig } from './model/config.js'
import type { DefaultSession } from './model/records.js'
import { createOriginFinder, toRouteRequest, type FindOrigin } from './node/incoming-request.js'

/** A `node:http` request listener that also works as Express middleware. */
export type NodeListener = (
  incoming: IncomingMessage & { readonly originalUrl?: string },
  outgoing: ServerResponse,
  /** Called when the path is not an auth route. Without it, the listener answers 404. */
  next?: () => void,
) => void

/**
 * Returns a listener that answers the auth routes on a Node server. Options that the config does
 * not set are read from the environment, as `setEnvDefaults` does.
 *
 * Mount it before any body parser, because it has to read the request body itself. Behind a proxy
 * that terminates TLS, set `AUTH_URL` to the URL that visitors see.
 *
 * @example
 * ```ts
 * import type { AuthConfig } from 'latchkey/core'
 * import { toNodeListener } from 'latchkey/node'
 * import { createServer } from 'node:http'
 *
 * declare const config: AuthConfig
 *
 * createServer(toNodeListener(config)).listen(3000)
 * ```
 */
export function toNodeListener<S extends DefaultSession>(config: AuthConfig<S>): NodeListener {
  const own = { ...config }
  setEnvDefaults({ get: (name) => process.env[name] }, own)
  const findOrigin = createOriginFinder()
  return (incoming, outgoing, next) => {
    // Express removes the mount path from `url`.
    const path = incoming.originalUrl ?? incoming.url ?? ''
    if (next && !isAuthRoute(path.replace(/[?#].*$/, ''), own)) next()
    else {
      // A failed write, such as a second response, closes this connection but keeps the process
      // alive.
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
  const request = toRouteRequest(incoming, path, findOrigin)
  const { remoteAddress: clientAddress } = incoming.socket
  write(outgoing, request ? await reply(request, config, { clientAddress }) : badRequest)
}

const badRequest: Reply = { status: 400, headers: [], cookies: [], body: '' }

function write(outgoing: ServerResponse, { status, headers, cookies, body }: Reply): void {
  const all: string[] = []
  for (const [name, value] of headers) all.push(name, value)
  for (const cookie of cookies) all.push('set-cookie', cookie)
  // Without `content-length`, Node sends the body in chunks. The body of a HEAD response is missing
  // here, so its length is unknown.
  const isLeftOut = outgoing.req.method === 'HEAD'
  if (!isLeftOut) all.push('content-length', String(Buffer.byteLength(body ?? '')))
  outgoing.writeHead(status, all)
  outgoing.end(body)
}

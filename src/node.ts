import type { IncomingMessage, ServerResponse } from 'node:http'
import { setEnvDefaults } from './config/env.js'
import { isAuthRoute } from './engine/calls.js'
import { reply } from './engine/handle.js'
import type { Reply } from './engine/respond.js'
import type { AuthConfig } from './model/config.js'
import type { DefaultSession } from './model/records.js'
import { createOriginFinder, toIncomingRequest, type FindOrigin } from './node/incoming-request.js'

/** A listener of `node:http`, and a middleware of Express and its like. */
export type NodeListener = (
  incoming: IncomingMessage & { readonly originalUrl?: string },
  outgoing: ServerResponse,
  /** Called for paths that are not ours; without it they are answered with 404. */
  next?: () => void,
) => void

/**
 * Answers the routes of a config on a server of Node. What the config leaves open is taken from the
 * environment, as `setEnvDefaults` does.
 *
 * Nothing may have read the body before. Behind a proxy that ends TLS, `AUTH_URL` says what visitors
 * see.
 */
export function toNodeListener<S extends DefaultSession>(config: AuthConfig<S>): NodeListener {
  const own = { ...config }
  setEnvDefaults({ get: (name) => process.env[name] }, own)
  const findOrigin = createOriginFinder()
  return (incoming, outgoing, next) => {
    // Express takes the path under which a middleware is mounted away from `url`.
    const path = incoming.originalUrl ?? incoming.url ?? ''
    if (next && !isAuthRoute(path.replace(/[?#].*$/, ''), own)) next()
    else {
      // Whatever cannot be written, such as a second answer, ends this connection and not the process.
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
  // Said, or the body would be sent in chunks. What HEAD leaves out has a length of its own.
  const isLeftOut = outgoing.req.method === 'HEAD'
  if (!isLeftOut) all.push('content-length', String(Buffer.byteLength(body ?? '')))
  outgoing.writeHead(status, all)
  outgoing.end(body)
}

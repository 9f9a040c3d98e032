import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { EnvGetter } from '../model/config.js'
import type { Handler, Listener } from './platform.web.js'

/** The environment variables of this process. */
export const environment: EnvGetter = { get: (name) => process.env[name] }

/** Serves a handler on this machine. Port 0 means any free port. */
export async function listen(handler: Handler, port: number): Promise<Listener> {
  const server = createServer((incoming, outgoing) => {
    answer(handler, incoming, outgoing).catch(() => outgoing.destroy())
  })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, 'localhost', resolve)
  })
  // The server listens on a port, so this is not the address of a pipe.
  const { port: actual } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${actual}`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

async function answer(
  handler: Handler,
  incoming: IncomingMessage,
  outgoing: ServerResponse,
): Promise<void> {
  const response = await handler(await toRequest(incoming))
  outgoing.writeHead(response.status, [...response.headers].flat())
  outgoing.end(await response.text())
}

async function toRequest(incoming: IncomingMessage): Promise<Request> {
  const { method = 'GET', headers, url = '/' } = incoming
  const known = Object.entries(headers).filter(
    (header): header is [string, string] => typeof header[1] === 'string',
  )
  const chunks: Uint8Array[] = []
  for await (const chunk of incoming) chunks.push(chunk as Uint8Array)
  const body = method === 'GET' || method === 'HEAD' ? {} : { body: Buffer.concat(chunks) }
  return new Request(`http://${headers.host}${url}`, { method, headers: known, ...body })
}

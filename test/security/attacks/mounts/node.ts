import { createServer, request as ask, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { Readable } from 'node:stream'
import { toNodeListener } from '../../../../src/node.js'
import type { AttackedParts } from '../attacked-config.js'
import type { FixtureTarget } from '../fixture-target.js'
import { openApplication } from './application.js'

/** A server of Node with the listener of the package. */
export async function mountOnNode(strategy: AttackedParts['strategy']): Promise<FixtureTarget> {
  const { config, target } = await openApplication(strategy)
  const port = await listen(toNodeListener(config))
  const reopen = (): Promise<FixtureTarget> => mountOnNode(strategy)
  return { ...target, reopen, send: (request) => send(request, port) }
}

async function listen(listener: ReturnType<typeof toNodeListener>): Promise<number> {
  const server = createServer((incoming, outgoing) => {
    // The addresses of the application are those of TLS.
    Object.defineProperty(incoming.socket, 'encrypted', { value: true })
    listener(incoming, outgoing)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  // It is never closed, so it must not keep the tests from ending.
  server.unref()
  return (server.address() as AddressInfo).port
}

async function send(request: Request, port: number): Promise<Response> {
  const { host, pathname, search } = new URL(request.url)
  const body = Buffer.from(await request.arrayBuffer())
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    const { method } = request
    const headers = { host, ...Object.fromEntries(request.headers), 'content-length': body.length }
    const options = { port, host: '127.0.0.1', method, path: pathname + search, headers }
    ask({ ...options, agent: false }, resolve)
      .on('error', reject)
      .end(body)
  })
  const headers = new Headers()
  for (const [name, values = []] of Object.entries(answer.headersDistinct)) {
    for (const value of values) headers.append(name, value)
  }
  const { statusCode: status = 0 } = answer
  const content = Buffer.concat(await Readable.from(answer).toArray())
  return new Response(content.length > 0 ? content : null, { status, headers })
}

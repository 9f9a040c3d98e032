import { createServer, request, type IncomingMessage, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server on a free port of this machine. */
export interface Served extends AsyncDisposable {
  readonly origin: string
  /** Asks as it is told, whatever a browser or `fetch` would say to it. */
  ask(asked?: Asked): Promise<Answer>
}

export interface Asked {
  readonly method?: string
  readonly path?: string
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: string | Buffer
}

export interface Answer {
  readonly status: number | undefined
  readonly headers: IncomingMessage['headers']
  readonly body: string
}

export async function serve(
  listener: RequestListener,
  /** What the connections shall seem to come from. */
  remoteAddress?: string,
): Promise<Served> {
  const server = createServer(listener)
  server.on('connection', (socket) => {
    if (remoteAddress) Object.defineProperty(socket, 'remoteAddress', { value: remoteAddress })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    ask: ({ method = 'GET', path = '/auth/session', headers = {}, body } = {}) =>
      new Promise((resolve, reject) => {
        const options = {
          port,
          host: '127.0.0.1',
          method,
          path,
          headers,
          setHost: !headers['host'],
        }
        const outgoing = request(options, (incoming) => {
          const parts: Buffer[] = []
          incoming.on('data', (part: Buffer) => parts.push(part))
          incoming.on('end', () => {
            const { statusCode: status, headers: said } = incoming
            resolve({ status, headers: said, body: Buffer.concat(parts).toString() })
          })
          incoming.on('error', reject)
        })
        outgoing.on('error', reject)
        outgoing.end(body)
      }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

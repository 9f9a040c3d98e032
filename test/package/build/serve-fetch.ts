import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

/** Something that is reached over HTTP, on this machine alone. */
export interface Served {
  readonly origin: string
  close(): void
}

/** Serves what answers requests, such as a replacement for `fetch`. */
export async function serveFetch(answer: (request: Request) => Promise<Response>): Promise<Served> {
  const server = createServer((incoming, outgoing) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('end', () => {
      const { method = 'GET', url = '/', headers } = incoming
      const body = method === 'GET' || method === 'HEAD' ? null : Buffer.concat(chunks)
      const request = new Request(`http://${headers.host}${url}`, {
        method,
        headers: headers as Record<string, string>,
        body,
      })
      void answer(request).then(async (response) => {
        outgoing.writeHead(response.status, Object.fromEntries(response.headers))
        outgoing.end(Buffer.from(await response.arrayBuffer()))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => {
      server.close()
      server.closeAllConnections()
    },
  }
}

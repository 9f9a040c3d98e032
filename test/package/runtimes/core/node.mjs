import { createServer } from 'node:http'
import { Readable } from 'node:stream'
import { makeHandler } from './answer.mjs'

const handle = makeHandler({ get: (name) => process.env[name] })

const server = createServer((incoming, outgoing) => {
  void answer(incoming, outgoing)
})

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening on port ${typeof address === 'object' ? address?.port : address}`)
})

/**
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
async function answer(incoming, outgoing) {
  const response = await handle(toRequest(incoming), incoming.socket.remoteAddress)
  outgoing.statusCode = response.status
  // Keeps several Set-Cookie apart.
  outgoing.setHeaders(response.headers)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

/** @param {import('node:http').IncomingMessage} incoming */
function toRequest(incoming) {
  const { method = 'GET', headers, url } = incoming
  const hasBody = method !== 'GET' && method !== 'HEAD'
  // Put together as text: `new URL('//evil.example', base)` would leave for another host.
  return new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(incoming.headersDistinct).flatMap(([name, values = []]) =>
      values.map((value) => /** @type {[string, string]} */ ([name, value])),
    ),
    ...(hasBody && {
      body: /** @type {ReadableStream} */ (Readable.toWeb(incoming)),
      duplex: 'half',
    }),
  })
}

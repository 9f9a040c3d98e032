/**
 * A server of `node:http` in front of a handler of `Request`, as docs/guide/runtimes.md has it. Only GET
 * comes here, so that no body has to be passed on.
 *
 * @param {(request: Request, clientAddress: string | undefined) => Promise<Response>} handle
 * @returns {import('node:http').RequestListener}
 */
export function listenerOf(handle) {
  return (incoming, outgoing) => void answer(handle, incoming, outgoing)
}

/**
 * @param {Parameters<typeof listenerOf>[0]} handle
 * @param {import('node:http').IncomingMessage} incoming
 * @param {import('node:http').ServerResponse} outgoing
 */
async function answer(handle, incoming, outgoing) {
  const { method, headers, url, socket } = incoming
  const request = new Request(`http://${headers.host}${url}`, {
    method,
    headers: Object.entries(headers).map(([name, value]) => [name, String(value)]),
  })
  const response = await handle(request, socket.remoteAddress)
  outgoing.statusCode = response.status
  outgoing.setHeaders(response.headers)
  outgoing.end(Buffer.from(await response.arrayBuffer()))
}

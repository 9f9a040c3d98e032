/** Answers every request with the same bytes: the headers and the body in `BARE_ANSWER`. */
export function openListener() {
  const { headers, body } = JSON.parse(process.env['BARE_ANSWER'] ?? '')
  const bytes = Buffer.from(body)
  /** @type {import('node:http').RequestListener} */
  const listener = (_incoming, outgoing) => {
    outgoing.writeHead(200, headers)
    outgoing.end(bytes)
  }
  return listener
}

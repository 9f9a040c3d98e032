import { connect } from 'node:net'

/** @typedef {{ head: string, body: string }} Answer */

/**
 * Connections that are kept alive, each with one request under way: a client that costs less than the
 * servers it visits.
 *
 * @param {number} port
 * @param {number} count of connections
 */
export async function openLoad(port, count) {
  const lines = await Promise.all(Array.from({ length: count }, () => openLine(port)))
  return {
    /**
     * Sends requests, each over whichever connection is free, and resolves with the last answer.
     *
     * @param {readonly string[]} requests used in turns
     * @param {number} first number of the first
     * @param {number} total
     * @returns {Promise<Answer>}
     */
    async send(requests, first, total) {
      let next = first
      const end = first + total
      const answers = await Promise.all(
        lines.map(async (line) => {
          let answer = { head: '', body: '' }
          while (next < end) answer = await line.ask(requests[next++ % requests.length] ?? '')
          return answer
        }),
      )
      return answers.find(({ head }) => head) ?? { head: '', body: '' }
    },
    close() {
      for (const line of lines) line.close()
    },
  }
}

/** @param {number} port */
function openLine(port) {
  const socket = connect({ port, host: '127.0.0.1', noDelay: true })
  socket.setEncoding('latin1')
  let received = ''
  /** @type {{ resolve: (answer: Answer) => void, reject: (error: Error) => void } | undefined} */
  let waiting
  socket.on('data', (text) => {
    received += String(text)
    const answer = readAnswer(received)
    if (!answer) return
    received = ''
    if (answer.head.startsWith('HTTP/1.1 200 ')) waiting?.resolve(answer)
    else waiting?.reject(new Error(answer.head + answer.body))
  })
  const line = {
    /** @param {string} request */
    ask: (request) =>
      new Promise((/** @type {(answer: Answer) => void} */ resolve, reject) => {
        waiting = { resolve, reject }
        socket.write(request)
      }),
    close: () => socket.destroy(),
  }
  return new Promise((/** @type {(value: typeof line) => void} */ resolve, reject) => {
    socket.once('connect', () => resolve(line))
    socket.once('error', reject)
    socket.once('close', () => waiting?.reject(new Error('The server has closed the connection.')))
  })
}

/**
 * @param {string} received
 * @returns {Answer | undefined}
 */
function readAnswer(received) {
  const end = received.indexOf('\r\n\r\n')
  if (end < 0) return undefined
  const head = received.slice(0, end)
  const length = Number(/^content-length: (\d+)$/im.exec(head)?.[1])
  const body = received.slice(end + 4)
  if (Number.isNaN(length)) return readChunks(head, body)
  return body.length < length ? undefined : { head, body }
}

/**
 * A body in chunks, as servers send it that do not know how long it is.
 *
 * @param {string} head
 * @param {string} body
 * @returns {Answer | undefined}
 */
function readChunks(head, body) {
  if (!body.endsWith('0\r\n\r\n')) return undefined
  const [, text = ''] = /^[0-9a-f]+\r\n([^]*?)\r\n0\r\n\r\n$/i.exec(body) ?? []
  return { head, body: text }
}

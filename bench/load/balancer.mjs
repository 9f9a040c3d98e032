import { Agent, createServer, request } from 'node:http'

/**
 * Spreads requests over several processes in turn, over connections that stay open. Started as a
 * process of its own: `node balancer.mjs <its port> <port of a process> …`
 *
 * A request goes to the next process when this one refused the connection, for then nothing was
 * sent; and when it is a GET that can be asked twice. A POST, and the callback of a sign-in, which
 * is a GET that redeems a code, may have been carried out before the answer was lost: they are
 * answered by 502 with the header `lost`.
 */

/** @typedef {import('node:http').IncomingMessage} Incoming */
/** @typedef {import('node:http').ServerResponse} Outgoing */

// A process closes a connection that was idle for five seconds.
const agent = new Agent({ keepAlive: true, timeout: 4000 })
const [port = 0, ...processes] = process.argv.slice(2).map(Number)
let turn = 0

createServer((incoming, outgoing) => {
  void answer(incoming, outgoing).catch(() => outgoing.destroy())
}).listen(port, '127.0.0.1')

process.on('disconnect', () => process.exit())

/**
 * @param {Incoming} incoming
 * @param {Outgoing} outgoing
 */
async function answer(incoming, outgoing) {
  const body = await read(incoming)
  const first = turn++
  for (let tried = 0; tried < processes.length; tried++) {
    const target = processes[(first + tried) % processes.length] ?? 0
    try {
      const response = await forward(incoming, body, target)
      outgoing.writeHead(response.statusCode ?? 502, response.headers)
      // What has begun cannot begin again: whoever breaks off, the other one hears of it.
      response.once('error', () => outgoing.destroy())
      response.pipe(outgoing)
      return
    } catch (error) {
      if (!mayAskAnother(incoming, error)) break
    }
  }
  outgoing.writeHead(502, { lost: 'yes' }).end()
}

/**
 * @param {Incoming} incoming
 * @param {Buffer} body
 * @param {number} target
 * @returns {Promise<Incoming>}
 */
function forward({ method, url, headers }, body, target) {
  return new Promise((resolve, reject) => {
    const { connection, ...passed } = headers
    const options = { host: '127.0.0.1', port: target, path: url, method, headers: passed, agent }
    const sent = request(options, resolve)
    sent.on('error', reject)
    sent.end(body)
  })
}

/**
 * @param {Incoming} incoming
 * @param {unknown} error
 */
function mayAskAnother({ method, url = '' }, error) {
  const { code } = /** @type {NodeJS.ErrnoException} */ (error)
  return code === 'ECONNREFUSED' || (method === 'GET' && !url.startsWith('/auth/callback/'))
}

/**
 * The whole of it, so that it can be sent again.
 *
 * @param {Incoming} incoming
 */
async function read(incoming) {
  /** @type {Buffer[]} */
  const chunks = []
  for await (const chunk of incoming) chunks.push(chunk)
  return Buffer.concat(chunks)
}

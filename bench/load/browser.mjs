import { Agent, request } from 'node:http'

/**
 * @typedef {object} Answer
 * @property {number} status
 * @property {string | undefined} location
 * @property {string} body
 */

/** Nobody waits longer for a page. */
const patienceMs = 20_000

/**
 * As many connections as it takes, each used again, as by a proxy in front of a server; but none
 * that was idle for so long that the server may close it (after five seconds) at that very moment.
 */
const agent = new Agent({ keepAlive: true, timeout: 4000 })

/** A browser with the cookies of one person at one site. */
export class Browser {
  /** @type {Map<string, string>} */
  cookies = new Map()

  /** @param {string} origin */
  constructor(origin) {
    this.origin = origin
  }

  /**
   * @param {string} address a path, or a whole URL at this site
   * @returns {Promise<Answer>}
   */
  get(address) {
    return this.#send('GET', address, undefined)
  }

  /**
   * Sends a form, as from a page of the same site.
   *
   * @param {string} address
   * @param {Readonly<Record<string, string>>} fields
   * @returns {Promise<Answer>}
   */
  post(address, fields) {
    return this.#send('POST', address, new URLSearchParams(fields).toString())
  }

  /**
   * @param {'GET' | 'POST'} method
   * @param {string} address
   * @param {string | undefined} form
   * @returns {Promise<Answer>}
   */
  #send(method, address, form) {
    const headers = {
      ...this.#headers(),
      ...(form !== undefined && formHeaders(this.origin, form)),
    }
    return new Promise((resolve, reject) => {
      const sent = request(new URL(address, this.origin), { method, agent, headers })
      sent.setTimeout(patienceMs, () => sent.destroy(new Error('No answer in time.')))
      sent.on('error', reject)
      sent.once('response', (response) => {
        this.#read(response).then(resolve, reject)
      })
      sent.end(form)
    })
  }

  /**
   * @param {import('node:http').IncomingMessage} response
   * @returns {Promise<Answer>}
   */
  async #read(response) {
    const { statusCode = 0, headers } = response
    const body = await readBody(response)
    if (headers['lost']) throw Object.assign(new Error('A process is gone.'), { code: 'LOST' })
    this.#keep(headers['set-cookie'] ?? [])
    return { status: statusCode, location: headers.location, body }
  }

  #headers() {
    const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ')
    return { 'user-agent': 'latchkey-load', ...(cookie && { cookie }) }
  }

  /** @param {readonly string[]} lines */
  #keep(lines) {
    for (const line of lines) {
      const [pair = '', ...attributes] = line.split(';')
      const [name = ''] = pair.split('=', 1)
      if (attributes.some(isOver)) this.cookies.delete(name)
      else this.cookies.set(name, pair.slice(name.length + 1))
    }
  }
}

/** Closes what is kept open. */
export function closeConnections() {
  agent.destroy()
}

/**
 * Rejects when the connection breaks halfway.
 *
 * @param {import('node:http').IncomingMessage} response
 */
async function readBody(response) {
  response.setEncoding('utf8')
  let body = ''
  for await (const chunk of response) body += chunk
  return body
}

/**
 * @param {string} origin
 * @param {string} form
 */
function formHeaders(origin, form) {
  return {
    origin,
    'sec-fetch-site': 'same-origin',
    'content-type': 'application/x-www-form-urlencoded',
    'content-length': String(Buffer.byteLength(form)),
  }
}

/** @param {string} attribute of a cookie */
function isOver(attribute) {
  const [name = '', value = ''] = attribute.trim().split('=')
  if (name.toLowerCase() === 'max-age') return Number(value) <= 0
  return name.toLowerCase() === 'expires' && Date.parse(value) <= Date.now()
}

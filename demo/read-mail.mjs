/**
 * @typedef {object} Mail
 * @property {string} subject
 * @property {string} from
 * @property {string} to
 * @property {string | undefined} text
 * @property {string | undefined} html
 */

/**
 * @typedef {object} Entity headers by name in lower case, and what follows them
 * @property {ReadonlyMap<string, string>} headers
 * @property {string} body
 */

const deepestPart = 5

/**
 * Reads what mail programs commonly send: a text, an HTML document, or both.
 *
 * @see RFC 5322, RFC 2045 to 2047
 * @param {string} content a character a byte
 * @returns {Mail}
 */
export function readMail(content) {
  const entity = readEntity(content)
  const leaves = listLeaves(entity)
  /** @param {string} type */
  const find = (type) => leaves.find(({ headers }) => typeOf(headers).type === type)
  const [text, html] = [find('text/plain'), find('text/html')]
  /** @param {string} name */
  const header = (name) => decodeWords(entity.headers.get(name) ?? '')
  return {
    subject: header('subject'),
    from: header('from'),
    to: header('to'),
    text: text && decodeBody(text),
    html: html && decodeBody(html),
  }
}

/**
 * @param {string} content
 * @returns {Entity}
 */
function readEntity(content) {
  const end = content.startsWith('\r\n') ? 0 : content.indexOf('\r\n\r\n')
  const head = end < 0 ? content : content.slice(0, end)
  const body = end < 0 ? '' : content.slice(end === 0 ? 2 : end + 4)
  const lines = head.replaceAll(/\r\n(?=[ \t])/g, '').split('\r\n')
  const headers = new Map(
    lines.map((line) => {
      const colon = line.indexOf(':')
      return [line.slice(0, colon).trim().toLowerCase(), line.slice(colon + 1).trim()]
    }),
  )
  return { headers, body }
}

/**
 * @param {Entity} entity
 * @param {number} [depth]
 * @returns {readonly Entity[]}
 */
function listLeaves(entity, depth = 0) {
  const { type, parameters } = typeOf(entity.headers)
  const boundary = parameters.get('boundary')
  if (!type.startsWith('multipart/') || !boundary) return [entity]
  if (depth === deepestPart) return []
  // Before the first boundary and after the last one there is nothing that anybody shall read.
  const [all = ''] = `\r\n${entity.body}`.split(`\r\n--${boundary}--`)
  const [, ...parts] = all.split(`\r\n--${boundary}`)
  return parts.flatMap((part) => listLeaves(readEntity(part.replace(/^[ \t]*\r\n/, '')), depth + 1))
}

/** @param {ReadonlyMap<string, string>} headers */
function typeOf(headers) {
  const value = headers.get('content-type') ?? 'text/plain'
  const [type = ''] = value.split(';')
  const found = value.matchAll(/;\s*([\w-]+)\s*=\s*(?:"([^"]*)"|([^\s;]+))/g)
  const parameters = new Map(
    [...found].map(([, name = '', quoted, plain = '']) => [name.toLowerCase(), quoted ?? plain]),
  )
  return { type: type.trim().toLowerCase(), parameters }
}

/** @param {Entity} entity */
function decodeBody({ headers, body }) {
  const charset = typeOf(headers).parameters.get('charset')
  switch (headers.get('content-transfer-encoding')?.toLowerCase()) {
    case 'base64':
      return toText(Buffer.from(body, 'base64'), charset)
    case 'quoted-printable':
      return toText(unquote(body.replaceAll(/=[ \t]*\r\n/g, '')), charset)
    default:
      return toText(Buffer.from(body, 'latin1'), charset)
  }
}

/**
 * Words in headers that are not ASCII. White space between two of them is not part of the text.
 *
 * @param {string} value
 */
function decodeWords(value) {
  const word = /=\?([\w-]+)(?:\*[\w-]+)?\?([bq])\?([^?\s]*)\?=/gi
  return toText(Buffer.from(value, 'latin1'))
    .replaceAll(/(\?=)\s+(?==\?)/g, '$1')
    .replaceAll(word, decodeWord)
}

/**
 * @param {string} _word
 * @param {string} charset
 * @param {string} encoding
 * @param {string} text
 */
function decodeWord(_word, charset, encoding, text) {
  const isBase64 = encoding.toLowerCase() === 'b'
  return toText(
    isBase64 ? Buffer.from(text, 'base64') : unquote(text.replaceAll('_', ' ')),
    charset,
  )
}

/** @param {string} text */
function unquote(text) {
  return Buffer.from(text.replaceAll(/=([\da-f]{2})/gi, toByte), 'latin1')
}

/**
 * @param {string} _all
 * @param {string} hex
 */
function toByte(_all, hex) {
  return String.fromCharCode(Number.parseInt(hex, 16))
}

/**
 * @param {Uint8Array} bytes
 * @param {string} [charset]
 */
function toText(bytes, charset = 'utf-8') {
  try {
    return new TextDecoder(charset).decode(bytes)
  } catch {
    return new TextDecoder().decode(bytes)
  }
}

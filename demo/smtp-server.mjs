import { createServer } from 'node:net'

/**
 * @typedef {object} Envelope
 * @property {string} from
 * @property {readonly string[]} to
 * @property {string} content headers and body, a character a byte
 */

/**
 * @typedef {object} Session
 * @property {string | undefined} from
 * @property {string[]} to
 * @property {string[] | undefined} lines of the mail that is being sent
 * @property {number} size of it, in bytes
 */

const largestMail = 1024 * 1024
const longestLine = 2048
const mostRecipients = 100

/**
 * An SMTP server for programs on this machine: it takes every mail, and delivers it to `onMail`.
 *
 * @see RFC 5321
 * @param {{ port: number, onMail: (envelope: Envelope) => void }} options
 * @returns {Promise<import('node:net').Server>}
 */
export function startSmtpServer({ port, onMail }) {
  const server = createServer((socket) => serve(socket, onMail))
  server.maxConnections = 50
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => resolve(server))
  })
}

/**
 * @param {import('node:net').Socket} socket
 * @param {(envelope: Envelope) => void} onMail
 */
function serve(socket, onMail) {
  const session = newSession()
  let rest = ''
  /** @param {string} answer */
  const say = (answer) => socket.writable && socket.write(`${answer}\r\n`)
  socket.setEncoding('latin1')
  socket.setTimeout(60_000, () => socket.end('421 Too slow\r\n'))
  // Whoever hangs up has had enough.
  socket.on('error', () => socket.destroy())
  socket.on('data', (chunk) => {
    // Only CR LF ends a line: a lone LF that counted would let a mail hold another one.
    const lines = rest.concat(String(chunk)).split('\r\n')
    rest = lines.pop() ?? ''
    for (const line of lines) {
      if (session.lines) takeLine(session, line, onMail, say)
      else if (/^quit\s*$/i.test(line)) return void socket.end('221 Bye\r\n')
      else say(obey(session, line))
    }
    if (rest.length > (session.lines ? largestMail : longestLine)) socket.end('500 Too long\r\n')
    return undefined
  })
  say('220 localhost ESMTP of the Latchkey demo')
}

/** @returns {Session} */
function newSession() {
  return { from: undefined, to: [], lines: undefined, size: 0 }
}

/**
 * @param {Session} session
 * @param {string} line
 * @returns {string} the answer
 */
function obey(session, line) {
  const [, verb = '', rest = ''] = /^([a-z]+)\s*(.*)$/i.exec(line) ?? []
  switch (verb.toUpperCase()) {
    case 'EHLO':
      Object.assign(session, newSession())
      return `250-localhost\r\n250-SIZE ${largestMail}\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250 PIPELINING`
    case 'HELO':
      Object.assign(session, newSession())
      return '250 localhost'
    case 'MAIL':
      return takeSender(session, rest)
    case 'RCPT':
      return takeRecipient(session, rest)
    case 'DATA':
      if (session.to.length === 0) return '503 To whom?'
      session.lines = []
      return '354 Go on, and end with a dot'
    case 'RSET':
      Object.assign(session, newSession())
      return '250 Forgotten'
    case 'NOOP':
      return '250 Still here'
    default:
      return '502 Not known here'
  }
}

/**
 * @param {Session} session
 * @param {string} rest
 */
function takeSender(session, rest) {
  if (session.from !== undefined) return '503 There is a sender already'
  const [, from, parameters = ''] = /^from:\s*<([^<>]*)>(.*)$/i.exec(rest) ?? []
  if (from === undefined) return '501 Expected FROM:<address>'
  const [, size = '0'] = /\ssize=(\d+)/i.exec(parameters) ?? []
  if (Number(size) > largestMail) return '552 Too large'
  session.from = toText(from)
  return '250 Good'
}

/**
 * @param {Session} session
 * @param {string} rest
 */
function takeRecipient(session, rest) {
  if (session.from === undefined) return '503 From whom?'
  if (session.to.length === mostRecipients) return '452 Too many recipients'
  const [, to] = /^to:\s*<([^<>]+)>/i.exec(rest) ?? []
  if (to === undefined) return '501 Expected TO:<address>'
  session.to.push(toText(to))
  return '250 Good'
}

/**
 * @param {Session} session
 * @param {string} line
 * @param {(envelope: Envelope) => void} onMail
 * @param {(answer: string) => void} say
 */
function takeLine(session, line, onMail, say) {
  if (line !== '.') {
    session.size += line.length + 2
    // Of what is too large only the end is awaited.
    if (session.size <= largestMail) session.lines?.push(line.replace(/^\./, ''))
    return
  }
  const { from = '', to, lines = [], size } = session
  Object.assign(session, newSession())
  if (size <= largestMail) onMail({ from, to, content: lines.join('\r\n') })
  say(size <= largestMail ? '250 Delivered' : '552 Too large')
}

/** @param {string} bytes */
function toText(bytes) {
  return Buffer.from(bytes, 'latin1').toString('utf8')
}

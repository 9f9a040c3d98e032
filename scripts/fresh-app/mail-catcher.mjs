import { createServer } from 'node:net'

/**
 * Starts a mail server on this machine that keeps every mail, as developers use one.
 *
 * @returns {Promise<{ url: string, nextLink: () => Promise<string>, forget: () => void, stop: () => void }>}
 */
export async function catchMails() {
  /** @type {string[]} */
  const mails = []
  const server = createServer((socket) => receive(socket, mails))
  await new Promise((resolve) => server.listen(0, 'localhost', () => resolve(undefined)))
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `smtp://localhost:${port}`,
    nextLink: () => waitForLink(mails),
    /** Drops the mails of an attempt that was cut short. */
    forget: () => void mails.splice(0),
    stop: () => void server.close(),
  }
}

/**
 * As much of RFC 5321 as one client needs.
 *
 * @param {import('node:net').Socket} socket
 * @param {string[]} mails
 */
function receive(socket, mails) {
  /** @type {string[] | undefined} */
  let data
  let unread = ''
  const reply = (/** @type {string} */ text) => socket.write(`${text}\r\n`)
  const hear = (/** @type {string} */ line) => {
    if (data && line === '.') {
      mails.push(data.join('\n'))
      data = undefined
      reply('250 queued')
    } else if (data) {
      data.push(line.replace(/^\./, ''))
    } else if (line === 'DATA') {
      data = []
      reply('354 go on')
    } else if (line === 'QUIT') {
      reply('221 bye')
      socket.end()
    } else {
      reply('250 ok')
    }
  }
  socket.on('error', () => undefined)
  socket.on('data', (bytes) => {
    const lines = (unread + bytes.toString()).split('\r\n')
    unread = lines.pop() ?? ''
    lines.forEach(hear)
  })
  reply('220 localhost ESMTP')
}

/** @param {string[]} mails */
async function waitForLink(mails) {
  for (let left = 300; left > 0; left--) {
    const mail = mails.shift()
    // Quoted-printable breaks long lines, and writes = as =3D.
    const text = mail?.replaceAll('=\n', '').replaceAll('=3D', '=')
    const [link] = /https?:\/\/\S*[?&]token=[^\s"<]+/.exec(text ?? '') ?? []
    if (link !== undefined) return link
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
  throw new Error('No mail with a link arrived within 30 seconds.')
}

import { createServer } from 'node:http'
import { raise } from '../subjects/subject.mjs'

/** @type {Readonly<Record<string, () => Promise<{ openListener: () => any }>>>} */
const listeners = {
  bare: () => import('./bare.mjs'),
  'bare-fetch': () => import('./bare-fetch.mjs'),
  latchkey: () => import('./latchkey.mjs'),
  'latchkey-fetch': () => import('./latchkey-fetch.mjs'),
  'auth-js': () => import('./auth-js.mjs'),
  'better-auth': () => import('./better-auth.mjs'),
}

/** A server of one library: tells its port, and whenever asked, what it has used of the processor. */
const [name = ''] = process.argv.slice(2)
const { openListener } = (await listeners[name]?.()) ?? raise(`There is no server "${name}".`)
const server = createServer(await openListener())
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  sendToParent(typeof address === 'object' && address ? address.port : raise('No port.'))
})

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  sendToParent(user + system)
})
process.on('disconnect', () => process.exit())

/** @param {number} number */
function sendToParent(number) {
  process.send?.(number)
}

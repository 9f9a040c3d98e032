import { createServer } from 'node:http'
import { raise } from '../subjects/subject.mjs'

/** A server of one library: tells its port, and whenever asked, what it has used of the processor. */
const [name = ''] = process.argv.slice(2)
const { openListener } = await import(`./${name}.mjs`)
const server = createServer(await openListener())
server.keepAliveTimeout = 600_000
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  tell(typeof address === 'object' && address ? address.port : raise('No port.'))
})

process.on('message', () => {
  const { user, system } = process.cpuUsage()
  tell(user + system)
})
process.on('disconnect', () => process.exit())

/** @param {number} number */
function tell(number) {
  process.send?.(number)
}

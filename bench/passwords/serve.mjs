import { createServer } from 'node:http'
import { memoryAdapter } from 'latchkey/adapters/memory'
import { setPassword, skipCSRFCheck } from 'latchkey/core'
import { toNodeListener } from 'latchkey/node'
import Password from 'latchkey/providers/password'
import { emailOf, password, secret } from '../subjects/visitor.mjs'

/**
 * A server whose users have passwords, hashed as by default: tells its port. The limits are off,
 * because all requests come from one client.
 */
const [users = '1'] = process.argv.slice(2)
const adapter = memoryAdapter()
/** @type {any} */
const config = {
  secret,
  trustHost: true,
  basePath: '/auth',
  skipCSRFCheck,
  limits: false,
  logger: { error() {}, warn() {}, debug() {} },
  adapter,
  session: { strategy: 'database' },
  providers: [Password()],
}
for (let at = 0; at < Number(users); at += 1) {
  await adapter.createUser({ id: String(at), email: emailOf(at), emailVerified: new Date() })
}
const { ok } = await setPassword(config, '0', password)
const stored = await adapter.getPassword?.('0')
if (!ok || !stored) throw new Error('The password was not set.')
const { userId: _, ...row } = stored
// One hash for all, because each takes as long as a sign-in.
for (let at = 1; at < Number(users); at += 1) await adapter.setPassword?.(String(at), row, null)

const server = createServer(toNodeListener(config))
server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  process.send?.(typeof address === 'object' && address ? address.port : 0)
})
process.on('disconnect', () => process.exit())

import { toNodeListener } from 'latchkey/node'
import { createServer } from 'node:http'
import { makeConfig } from '../auth-config.mjs'

const server = createServer(toNodeListener(makeConfig()))

server.listen(0, '127.0.0.1', () => {
  const address = server.address()
  console.log(`Listening on port ${typeof address === 'object' ? address?.port : address}`)
})

import { makeHandler } from './answer.mjs'

const handle = makeHandler({ get: (name) => Bun.env[name] })

const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: (request, server) => handle(request, server.requestIP(request)?.address),
})
console.log(`Listening on port ${port}`)

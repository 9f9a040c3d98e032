import { makeHandler } from './answer.mjs'

const handle = makeHandler(Deno.env)

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`Listening on port ${port}`),
  },
  (request, { remoteAddr }) => handle(request, remoteAddr.hostname),
)

import { createQwikRouter } from '@qwik.dev/router/middleware/node'
import { createServer } from 'node:http'
import { openStore } from '../../demo/src/database'
import render from './entry.ssr'

const { router, staticFile } = createQwikRouter({
  render,
  static: { cacheControl: 'public, max-age=3600' },
})

const server = createServer((request, response) => {
  void staticFile(request, response, () => {
    void router(request, response, () => response.destroy())
  })
})

// Rather no server than one that cannot sign anybody in.
await openStore()
server.listen(Number(process.env['PORT'] ?? 3000))

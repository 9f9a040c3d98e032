import { createQwikRouter } from '@qwik.dev/router/middleware/node'
import { admitFormPost } from 'latchkey/qwik2'
import { createServer } from 'node:http'
import { openDatabase } from '../../demo/src/database'
import render from './entry.ssr'

const { router, staticFile } = createQwikRouter({
  render,
  static: { cacheControl: 'public, max-age=3600' },
})

const answer = admitFormPost(router)

const server = createServer((request, response) => {
  void staticFile(request, response, () => {
    void answer(request, response, () => response.writeHead(404).end())
  })
})

// Rather no server than one that cannot sign anybody in.
await openDatabase()
server.listen(Number(process.env['PORT'] ?? 3000))

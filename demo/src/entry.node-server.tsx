import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import { createServer } from 'node:http'
import { openDatabase } from './database'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({
  render,
  qwikCityPlan,
  static: { cacheControl: 'public, max-age=3600' },
})

const server = createServer((request, response) => {
  void staticFile(request, response, () => {
    void router(request, response, () => {
      void notFound(request, response, () => response.destroy())
    })
  })
})

// Rather no server than one that cannot sign anybody in.
await openDatabase()
server.listen(Number(process.env['PORT'] ?? 3000))

import { createQwikCity } from '@builder.io/qwik-city/middleware/bun'
import qwikCityPlan from '@qwik-city-plan'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan })

const { port } = Bun.serve({
  hostname: '127.0.0.1',
  port: 0,
  fetch: async (request) =>
    (await staticFile(request)) ?? (await router(request)) ?? notFound(request),
})
console.log(`Listening on port ${port}`)

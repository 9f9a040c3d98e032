import { createQwikCity } from '@builder.io/qwik-city/middleware/deno'
import qwikCityPlan from '@qwik-city-plan'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan })

Deno.serve(
  {
    hostname: '127.0.0.1',
    port: 0,
    onListen: ({ port }) => console.log(`Listening on port ${port}`),
  },
  async (request, info) =>
    (await staticFile(request)) ?? (await router(request, info)) ?? notFound(request),
)

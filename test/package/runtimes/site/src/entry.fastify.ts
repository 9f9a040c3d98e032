import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import fastify from 'fastify'
import type { AddressInfo } from 'node:net'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan })

const app = fastify()

// Qwik reads bodies itself: Fastify must leave them in the stream.
app.removeAllContentTypeParsers()
app.addContentTypeParser('*', (_request, _payload, done) => done(null))

app.setNotFoundHandler((request, reply) => {
  // From here on the answer is Qwik's.
  reply.hijack()
  void staticFile(request.raw, reply.raw, () => {
    void router(request.raw, reply.raw, () => {
      void notFound(request.raw, reply.raw, () => reply.raw.destroy())
    })
  })
})

await app.listen({ host: '127.0.0.1', port: 0 })
console.log(`Listening on port ${(app.server.address() as AddressInfo).port}`)

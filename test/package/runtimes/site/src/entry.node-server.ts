import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan })

const server = createServer((request, response) => {
  void staticFile(request, response, () => {
    void router(request, response, () => {
      void notFound(request, response, () => response.destroy())
    })
  })
})

server.listen(0, '127.0.0.1', () => {
  console.log(`Listening on port ${(server.address() as AddressInfo).port}`)
})

import { createQwikCity } from '@builder.io/qwik-city/middleware/node'
import qwikCityPlan from '@qwik-city-plan'
import express from 'express'
import type { AddressInfo } from 'node:net'
import render from './entry.ssr'

const { router, notFound, staticFile } = createQwikCity({ render, qwikCityPlan })

const app = express()
app.use(staticFile, router, notFound)

const server = app.listen(0, '127.0.0.1', () => {
  console.log(`Listening on port ${(server.address() as AddressInfo).port}`)
})

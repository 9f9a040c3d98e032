import { summarize } from '../samples.mjs'
import { createShuffle } from '../shuffle.mjs'
import { emailInJson } from '../subjects/subject.mjs'
import { emailOf } from '../subjects/visitor.mjs'
import { createYardstick } from '../yardstick.mjs'
import { openLoad } from './load.mjs'

const connections = 16
const batchMs = 150

/**
 * @typedef {object} Lane
 * @property {string} id
 * @property {string} library
 * @property {string} name
 * @property {import('./server.mjs').Server} server
 * @property {readonly string[]} requests
 */

/**
 * Keeps servers busy in turns: in every round each gets one batch of requests, in an order shuffled
 * anew. The value is what a request takes at that load, so that a second over it is the throughput.
 *
 * @param {readonly Lane[]} lanes
 * @param {import('../part.mjs').Effort} effort
 * @returns {Promise<import('../part.mjs').Measured>}
 */
export async function measureServers(lanes, { rounds, warmUpMs }) {
  const tracks = []
  for (const lane of lanes) {
    const load = await openLoad(lane.server.port, connections)
    await check(load, lane)
    const { next, batch } = await warmUp(load, lane, 4 * warmUpMs)
    tracks.push({ lane, load, next, batch, samples: createSamples() })
  }
  const shuffle = createShuffle()
  const yardstick = createYardstick(30)
  for (let round = 0; round < rounds / 10; round++) {
    yardstick.turn()
    for (const track of shuffle(tracks)) {
      const { server, requests } = track.lane
      const before = await server.processorTime()
      const start = performance.now()
      await track.load.send(requests, track.next, track.batch)
      const wall = performance.now() - start
      const cpu = (await server.processorTime()) - before
      track.next += track.batch
      track.samples.value.push((wall * 1e6) / track.batch)
      track.samples.cpu.push(cpu / track.batch)
    }
  }
  for (const { lane, load } of tracks) {
    await check(load, lane)
    load.close()
  }
  const samples = new Map(tracks.map((track) => [track.lane.id, track.samples]))
  const figures = lanes.map(({ id, library, name }) =>
    summarize({ id, library, name, unit: 'request' }, samples),
  )
  return { samples, figures, isBusy: yardstick.isBusy() }
}

/** @returns {{ value: number[], cpu: number[] }} */
function createSamples() {
  return { value: [], cpu: [] }
}

/** @typedef {Awaited<ReturnType<typeof openLoad>>} Load */

/**
 * The first visitor must be the one that is found.
 *
 * @param {Load} load
 * @param {Lane} lane
 */
async function check(load, { id, requests }) {
  const { body } = await load.send(requests, 0, 1)
  const found = emailInJson(body)
  if (found !== emailOf(0)) throw new Error(`${id} found ${String(found)}.`)
}

/**
 * Until the server's code is optimized; by its processor time, or a busy machine would cut it short.
 *
 * @param {Load} load
 * @param {Lane} lane
 * @param {number} ms
 */
async function warmUp(load, { server, requests }, ms) {
  let batch = 64
  let next = 0
  let spent = 0
  let perRequest = 1
  while (spent < ms) {
    const before = await server.processorTime()
    await load.send(requests, next, batch)
    const cpu = ((await server.processorTime()) - before) / 1e6
    next += batch
    spent += cpu
    perRequest = cpu / batch
    if (cpu < ms / 8) batch *= 2
  }
  return { next, batch: Math.max(connections, Math.round(batchMs / perRequest)) }
}

import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { memoryAdapter } from '../../src/adapters/memory.js'
import { without } from '../support/adapters/watched-adapter.js'
import { SeededRandom } from '../support/seeded-random.js'
import { buildChild, type Child } from './build-child.js'
import { describeStore } from './published/describe-store.js'
import type { Ground } from './races/race.js'
import { races } from './races/races.js'
import { startRivalProcess, type RivalProcess } from './races/rival-process.js'
import { rivalOn } from './races/rival.js'
import { runRounds } from './races/run-rounds.js'
import { openSite } from './races/site.js'
import { raceStores, type RaceStoreName } from './races/stores.js'

/** How often each race is run: `npm run races` asks for more than a test run has time for. */
const rounds = Number(process.env['ROUNDS'] ?? 4)
/** Decides which of the two waits before each race, and how long. */
const seed = Number(process.env['RACES_SEED'] ?? 1)
/** So many rounds run at the same time, so that processes need not wait for each other. */
const lanes = [0, 1, 2, 3]
/** Milliseconds, for a machine that has other things to do. */
const timeout = 60_000 + rounds * 1000

describe('two sites in one process', () => {
  const stores = {
    memory: () => memoryAdapter(),
    'memory without transactions': () => without(memoryAdapter(), 'transaction'),
  }
  describe.each(Object.entries(stores))('with %s', (name, open) => {
    const adapter = open()
    keepPromises(name, () => ({ adapter, rivals: [rivalOn(adapter), rivalOn(adapter)] }))
  })
})

describe('two processes', () => {
  let program: Child
  let rivals: readonly [RivalProcess, RivalProcess]
  beforeAll(async () => {
    program = await buildChild('test/stores/races/rival-child.ts')
    rivals = [startRivalProcess(program.file), startRivalProcess(program.file)]
  })
  afterAll(async () => {
    for (const rival of rivals) rival.end()
    await program.remove()
  })

  it('are two processes of the operating system', () => {
    const ids = [process.pid, ...rivals.map(({ id }) => id)]
    expect(new Set(ids).size).toBe(3)
  })

  for (const name of Object.keys(raceStores) as RaceStoreName[]) {
    describeStore(`with ${name}`, raceStores[name], (adapter, url) => {
      beforeAll(async () => {
        await Promise.all(rivals.map((rival) => rival.open(name, url())))
      })
      afterAll(async () => {
        await Promise.all(rivals.map((rival) => rival.close()))
      })
      keepPromises(name, (lane) => ({
        adapter: adapter(),
        drawsIds: raceStores[name].drawsIds ?? false,
        rivals: [rivals[0].rivalIn(lane), rivals[1].rivalIn(lane)],
      }))
    })
  }
})

function keepPromises(
  name: string,
  open: (lane: number) => Pick<Ground, 'adapter' | 'rivals' | 'drawsIds'>,
): void {
  describe.each(Object.entries(races))('in races of %s', (_kind, found) => {
    it.each(found.map((race) => [race.title, race] as const))(
      '%s',
      async (_title, race) => {
        const openGround = (lane: number): Ground => {
          const opened = open(lane)
          return {
            ...opened,
            site: openSite(opened.adapter),
            random: new SeededRandom(seed + lane),
          }
        }
        const violations = await runRounds(name, race, lanes.map(openGround), rounds)
        expect(violations).toEqual([])
      },
      timeout,
    )
  })
}

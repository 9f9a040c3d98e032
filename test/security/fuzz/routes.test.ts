import { describe, expect, it } from 'vitest'
import { bound, replay, runFuzz, type Figures } from './run-fuzz.js'
import { routes } from '../../../src/engine/routes.js'
import { makeFuzzedApp, appNames } from './fuzzed-apps.js'

/** `npm run fuzz` asks for more than a test run has time for, and for other changes each time. */
const { FUZZ_REQUESTS, FUZZ_SEED, FUZZ_REPLAY, FUZZ_APP } = process.env
const requests = Number(FUZZ_REQUESTS ?? 6000)
const seed = Number(FUZZ_SEED ?? 1)

/** What a run of any length may have left behind in the memory of the modules, in bytes. */
const mostGrowth = 8 * 2 ** 20
/** By then every cache of ours is as full as it gets. */
const warmUp = 20

if (FUZZ_REPLAY === undefined) describe('requests that are nearly right', answerAll)
else describe('a request that failed', answerAgain)

function answerAll(): void {
  let told = 0

  it('fuzzed requests start as requests of every route', async () => {
    const { corpus } = await makeFuzzedApp('database')
    const sent = corpus.map(({ method, target }) => `${method} ${target.split('?')[0]}`)
    const missing = routes.filter(({ method, action, provider }) => {
      const path = `${method} ${action.startsWith('/') ? action : `/auth/${action}`}`
      return !sent.some((one) => (provider === 'none' ? one === path : one.startsWith(`${path}/`)))
    })
    expect(missing).toEqual([])
  })

  it(
    `fuzzed requests of every route are all answered, quickly and without an error of ours (seed ${seed})`,
    async () => {
      const figures = await runFuzz({ seed, requests, report })
      expect(figures.failures).toEqual([])
      expect(figures.sent).toBeGreaterThanOrEqual(requests)
      expect(figures.slowest).toBeLessThan(bound)
      const [settled = Infinity, ...later] = figures.heaps.slice(warmUp)
      expect(Math.max(0, ...later)).toBeLessThan(settled + mostGrowth)
    },
    180_000 + requests * 20,
  )

  function report({ failures, heaps, slowest, ...counts }: Figures): void {
    if (FUZZ_REQUESTS === undefined) return
    const heap = `${((heaps.at(-1) ?? 0) / 2 ** 20).toFixed(1)} MiB`
    const slowestMs = Math.round(slowest)
    const line = JSON.stringify({ ...counts, slowestMs, heap, failures: failures.length })
    process.stdout.write(`${line}\n`)
    // At once: a long run may be stopped before it ends.
    for (const failure of failures.slice(told)) process.stdout.write(`${JSON.stringify(failure)}\n`)
    told = failures.length
  }
}

function answerAgain(): void {
  const app = appNames.find((name) => name === FUZZ_APP) ?? 'jwt'

  it(`is answered as it must be in the app "${app}"`, async () => {
    const { failures } = await replay(app, FUZZ_REPLAY ?? '')
    expect(failures).toEqual([])
  })
}

import { expect, it } from 'vitest'
import { makeApp } from '../engine/app.js'
import { loadEngine } from './process.js'
import { Scheduler } from './scheduler.js'

const load = await loadEngine()

it('two processes have an engine each', () => {
  const scheduler = new Scheduler()
  const [one, other] = [load(scheduler, 'A'), load(scheduler, 'B')]
  expect(one.engine.readSession).not.toBe(other.engine.readSession)
  expect(one.engine.unlinkAccount).not.toBe(other.engine.unlinkAccount)
})

it('a process draws the same random values in each run of a schedule', async () => {
  const draw = async (name: string): Promise<string> => {
    const scheduler = new Scheduler()
    const { engine, ...place } = load(scheduler, name)
    const { config } = makeApp()
    const request = new Request('https://app.test/auth/csrf')
    const answer = await scheduler.runFreely(place, name, () => engine.Auth(request, config))
    return answer.text()
  }
  expect(await draw('A')).toBe(await draw('A'))
  expect(await draw('A')).not.toBe(await draw('B'))
})

import { describe, expect, it } from 'vitest'
import { ServerBusy } from '../../../src/errors/request-errors.js'
import { createHashQueue } from '../../../src/passwords/hash-queue.js'

const now = (): Date => new Date()

/** A hash that ends when the test says so. */
function openWork() {
  const ends: (() => void)[] = []
  let running = 0
  let most = 0
  const work = async (): Promise<void> => {
    running += 1
    most = Math.max(most, running)
    await new Promise<void>((resolve) => ends.push(resolve))
    running -= 1
  }
  const endAll = async (tasks: readonly Promise<unknown>[]): Promise<void> => {
    const state = { isDone: false }
    void Promise.allSettled(tasks).then(() => (state.isDone = true))
    while (!state.isDone) {
      ends.shift()?.()
      await new Promise((resolve) => setImmediate(resolve))
    }
  }
  return { work, endAll, most: () => most }
}

describe('the queue of hashes', () => {
  it('runs two at once and refuses what exceeds the waiting ones (FP17)', async () => {
    const queue = createHashQueue(2, 32, now)
    const { work, endAll, most } = openWork()
    const tasks = Array.from({ length: 200 }, () => queue.enter((run) => run(work)))
    const results = Promise.allSettled(tasks)
    await endAll(tasks)
    const refused = (await results).filter(({ status }) => status === 'rejected')
    expect(most()).toBe(2)
    expect(refused).toHaveLength(166)
    for (const { reason } of refused as PromiseRejectedResult[])
      expect(reason).toMatchObject({ type: 'ServerBusy', retryAfter: expect.any(Number) })
  })

  it('refuses before the task runs (FP17)', async () => {
    const queue = createHashQueue(1, 0, now)
    const { work, endAll } = openWork()
    const first = queue.enter((run) => run(work))
    let hasRun = false
    const second = queue.enter(async () => {
      hasRun = true
    })
    await expect(second).rejects.toThrow(ServerBusy)
    expect(hasRun).toBe(false)
    await endAll([first])
  })

  it('has room again after tasks that failed', async () => {
    const queue = createHashQueue(1, 0, now)
    for (let round = 0; round < 3; round += 1) {
      const failing = queue.enter((run) => run(() => Promise.reject(new Error('broken'))))
      await expect(failing).rejects.toThrow('broken')
    }
    expect(queue.hasRoom()).toBe(true)
    expect(await queue.enter((run) => run(async () => 'hashed'))).toBe('hashed')
  })

  it('forgets tasks and hashes that were stopped without an end, after a minute', async () => {
    let seconds = 0
    const queue = createHashQueue(1, 1, () => new Date(seconds * 1000))
    const never = (): Promise<never> => new Promise(() => undefined)
    void queue.enter((run) => run(never))
    const waiting = queue.enter((run) => run(never))
    seconds = 59
    expect(queue.hasRoom()).toBe(false)
    seconds = 60
    const hashed = queue.enter((run) => run(async () => 'hashed'))
    // If it was not stopped, it has waited too long.
    await expect(waiting).rejects.toThrow(ServerBusy)
    expect(await hashed).toBe('hashed')
  })

  it('begins the next hash when the one before it was stopped', async () => {
    let seconds = 0
    const queue = createHashQueue(1, 1, () => new Date(seconds * 1000))
    void queue.enter((run) => run(() => new Promise(() => undefined)))
    seconds = 30
    const waiting = queue.enter((run) => run(async () => 'hashed'))
    seconds = 60
    expect(queue.hasRoom()).toBe(true)
    expect(await waiting).toBe('hashed')
  })

  it('does not count a task twice that ends after its time', async () => {
    let seconds = 0
    const queue = createHashQueue(1, 0, () => new Date(seconds * 1000))
    const { work, endAll, most } = openWork()
    const late = queue.enter((run) => run(work))
    seconds = 60
    const other = queue.enter((run) => run(work))
    expect(most()).toBe(2)
    await endAll([late, other])
    const tasks = [1, 2].map(() => queue.enter((run) => run(work)))
    const results = Promise.allSettled(tasks)
    await endAll(tasks)
    expect((await results).map(({ status }) => status)).toEqual(['fulfilled', 'rejected'])
  })

  it('runs hashes in the order in which they came', async () => {
    const queue = createHashQueue(1, 10, now)
    const order: number[] = []
    const tasks = [1, 2, 3, 4].map((number) =>
      queue.enter((run) => run(async () => void order.push(number))),
    )
    await Promise.all(tasks)
    expect(order).toEqual([1, 2, 3, 4])
  })
})

import { afterEach, describe, expect, it, vi } from 'vitest'
import { endsBefore } from '../../../src/http/ends-before.js'
import { systemTime } from '../../../src/http/time.js'
import { fakeTime } from '../../support/fake-time.js'

const never = new Promise<never>(() => {})

describe('work of another request', () => {
  it.each([
    ['a result', async () => 'x'],
    ['an error', () => Promise.reject(new Error('x'))],
  ])('ends with %s, and no timer is left', async (_, work) => {
    const time = fakeTime()
    expect(await endsBefore(time, work(), time.clock() + 1000)).toBe(true)
    expect(time.timers).toBe(0)
  })

  it('is waited for until the time is over', async () => {
    const time = fakeTime()
    const seen: boolean[] = []
    const wait = endsBefore(time, never, time.clock() + 1000).then((ended) => seen.push(ended))
    await time.pass(999)
    expect(seen).toEqual([])
    await time.pass(1)
    expect(seen).toEqual([false])
    await wait
  })

  it('is not waited for if the time is over already', async () => {
    const time = fakeTime()
    expect(await endsBefore(time, never, time.clock())).toBe(false)
  })
})

describe('the timer of such a wait', () => {
  afterEach(() => void vi.useRealTimers())

  const timers = (): number =>
    process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length

  it('keeps no process alive', () => {
    const before = timers()
    const wait = new AbortController()
    void systemTime.sleep(60_000, wait.signal)
    expect(timers()).toBe(before)
    wait.abort()
  })

  it('is cleared, and the wait ends', async () => {
    vi.useFakeTimers()
    const wait = new AbortController()
    const slept = systemTime.sleep(60_000, wait.signal)
    expect(vi.getTimerCount()).toBe(1)
    wait.abort()
    expect(vi.getTimerCount()).toBe(0)
    await slept
  })

  it('does not fire at once if the time is longer than a timer can be', () => {
    const set = vi.spyOn(globalThis, 'setTimeout')
    const wait = new AbortController()
    void systemTime.sleep(Infinity, wait.signal)
    expect(set.mock.calls[0]?.[1]).toBe(2 ** 31 - 1)
    wait.abort()
    set.mockRestore()
  })

  it('keeps a process alive that waits for nothing else', () => {
    const before = timers()
    const sleep = vi.spyOn(globalThis, 'setTimeout')
    void systemTime.sleep(1)
    expect(timers()).toBe(before + 1)
    clearTimeout(sleep.mock.results[0]?.value as NodeJS.Timeout)
    sleep.mockRestore()
  })
})

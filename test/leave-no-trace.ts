import { afterAll, expect, vi } from 'vitest'

// The test files of a worker share their modules and globals. Each file must leave both as it found
// them, so that no test depends on the files that ran before it.
// prettier-ignore
const replaced: readonly (readonly [owner: object, ...names: readonly string[]])[] = [
  [globalThis, 'Date', 'fetch', 'setTimeout', 'setInterval', 'URLSearchParams'],
  [console, 'debug', 'error', 'info', 'log', 'warn'],
  [AbortSignal, 'timeout'],
  [crypto, 'getRandomValues'],
  [JSON, 'parse'],
  [performance, 'now'],
  [Response.prototype, 'formData'],
]
const globals = readGlobals()
const marker = await import('./module-marker.js')

afterAll(async () => {
  // After `vi.resetModules()`, some modules are copies that were loaded with a mocked import.
  if ((await import('./module-marker.js')) !== marker) vi.resetModules()
  expect(vi.isFakeTimers(), 'A test left fake timers on').toBe(false)
  expect(readGlobals(), 'A test did not restore a global').toEqual(globals)
})

/** The globals that tests replace. */
function readGlobals(): object {
  return {
    names: Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__vi')),
    env: { ...process.env },
    listeners: process.listenerCount('unhandledRejection'),
    values: replaced.map(([owner, ...names]) => names.map((name) => Reflect.get(owner, name))),
  }
}

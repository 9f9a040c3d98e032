import { afterAll, expect, vi } from 'vitest'

// The test files of a worker share their modules and globals. Each file must leave both as it found
// them, so that no test depends on the files that ran before it.

// prettier-ignore
const replaced: readonly (readonly [name: string, owner: object, ...members: readonly string[]])[] = [
  ['globalThis',  globalThis,         'Date', 'fetch', 'setTimeout', 'setInterval', 'URLSearchParams'],
  ['console',     console,            'debug', 'error', 'info', 'log', 'warn'],
  ['AbortSignal', AbortSignal,        'timeout'],
  ['crypto',      crypto,             'getRandomValues'],
  ['JSON',        JSON,               'parse'],
  ['performance', performance,        'now'],
  ['Response',    Response.prototype, 'formData'],
]
const globals = readGlobals()
const marker = await import('./module-marker.js')

afterAll(async () => {
  // After `vi.resetModules()`, some modules are copies that were loaded with a mocked import.
  if ((await import('./module-marker.js')) !== marker) vi.resetModules()
  const left = readGlobals()
  const changed = [...new Set([...globals.keys(), ...left.keys()])].filter(
    (name) => globals.get(name) !== left.get(name),
  )
  // So that the next file does not fail as well.
  vi.useRealTimers()
  vi.restoreAllMocks()
  expect(changed, 'A test file did not restore these').toEqual([])
})

/** The globals that tests replace, by name. */
function readGlobals(): ReadonlyMap<string, unknown> {
  // Vitest and packages that are loaded later, such as tslib, have names with two underscores.
  const names = Object.getOwnPropertyNames(globalThis).filter((name) => !name.startsWith('__'))
  const members = replaced.flatMap(([owner, object, ...rest]) =>
    rest.map((member) => [`${owner}.${member}`, Reflect.get(object, member)] as const),
  )
  return new Map<string, unknown>([
    ...names.map((name) => [`global ${name}`, true] as const),
    ...Object.entries(process.env).map(([name, value]) => [`process.env.${name}`, value] as const),
    ...members,
    ['rejection listeners', process.listenerCount('unhandledRejection')],
  ])
}

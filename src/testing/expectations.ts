import type { Awaitable } from '../model/awaitable.js'

/** Throws unless both are equal data. An `undefined` field counts as missing. */
export function expectEqual(actual: unknown, expected: unknown, what: string): void {
  if (!isSame(actual, expected)) fail(what, show(expected), actual)
}

/** Throws unless `actual` is an object with these fields. It may have more. */
export function expectFields(actual: unknown, expected: object, what: string): void {
  if (!isRecord(actual)) fail(what, show(expected), actual)
  for (const [name, value] of Object.entries(expected))
    if (!isSame(actual[name], value)) fail(`${name} of ${what}`, show(value), actual[name])
}

/** Throws unless `holds` is true. `sentence` says what was expected. */
export function expectThat(holds: boolean, sentence: string): void {
  if (!holds) throw new Error(`Expected ${sentence}.`)
}

/** Throws unless the value is `null`. */
export function expectNull(actual: unknown, what: string): void {
  if (actual !== null) fail(what, 'null', actual)
}

/** Throws unless the value is `null` or `undefined`. */
export function expectNothing(actual: unknown, what: string): void {
  if (actual !== null && actual !== undefined) fail(what, 'null', actual)
}

/** Throws unless the value is a `Date` with exactly this millisecond. */
export function expectDate(actual: unknown, expected: Date, what: string): void {
  if (!(actual instanceof Date) || !isSame(actual, expected)) fail(what, show(expected), actual)
}

/** Throws unless the call throws or rejects. */
export async function expectRefusal(call: () => Awaitable<unknown>, what: string): Promise<void> {
  const settled = await captureResult(call)
  if (settled.status === 'fulfilled') fail(what, 'an error', settled.value)
}

/** Returns the result of a call that may return a value or a promise, or throw. */
export async function captureResult<T>(call: () => Awaitable<T>): Promise<PromiseSettledResult<T>> {
  const [settled] = await Promise.allSettled([(async () => call())()])
  return settled
}

function fail(what: string, expected: string, actual: unknown): never {
  throw new Error(`Expected ${what} to be ${expected}, got ${show(actual)}.`)
}

function isSame(actual: unknown, expected: unknown): boolean {
  if (actual instanceof Date || expected instanceof Date)
    return actual instanceof Date && expected instanceof Date && +actual === +expected
  if (!isRecord(actual) || !isRecord(expected)) return Object.is(actual, expected)
  if (Array.isArray(actual) !== Array.isArray(expected)) return false
  const names = new Set([...Object.keys(actual), ...Object.keys(expected)])
  return [...names].every((name) => isSame(actual[name], expected[name]))
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

const longestShown = 300

function show(value: unknown): string {
  const text = value instanceof Date ? showDate(value) : showData(value)
  return text.length > longestShown
    ? `${text.slice(0, longestShown)}… (${text.length} characters)`
    : text
}

function showDate(date: Date): string {
  return Number.isNaN(+date) ? 'an invalid Date' : `the Date ${date.toISOString()}`
}

function showData(value: unknown): string {
  if (typeof value === 'bigint') return `${value}n`
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return String(value)
  }
}

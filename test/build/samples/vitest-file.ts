/** The part of Vitest that samples use, for Node: each test runs at once, and a failure ends the process. */
export const vitestFile = `
import assert from 'node:assert/strict'
export function it(name, run) {
  Promise.resolve().then(run).catch((error) => {
    console.error(name, error)
    process.exitCode = 1
  })
}
export const test = it
export function expect(actual) {
  return {
    toBe: (expected) => assert.equal(actual, expected),
    toBeNull: () => assert.equal(actual, null),
    toEqual: (expected) => assert.deepEqual(actual, expected),
    toMatchObject: (expected) => matchObject(actual, expected),
    toContain: (expected) => assert.ok(actual.includes(expected), actual + ' lacks ' + expected),
  }
}
function matchObject(actual, expected) {
  for (const [name, value] of Object.entries(expected)) {
    if (typeof value === 'object' && value !== null) matchObject(actual?.[name], value)
    else assert.equal(actual?.[name], value)
  }
}
`

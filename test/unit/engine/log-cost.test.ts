import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { makeApp, passwordProvider, type App } from '../../support/apps/app.js'

/** An application whose `authorize` throws what it was given, in as many texts as there are fields. */
function makeEchoingApp(): App {
  const authorize = (given: object): never => {
    throw new Error(`We do not know ${JSON.stringify(given)}.`, { cause: { given } })
  }
  return makeApp({ providers: [{ ...passwordProvider, authorize }] })
}

interface Cost {
  readonly log: string
  /** How many letters of text were searched for values, all searches together. */
  readonly letters: number
  readonly searches: number
}

/** Posts a form, and counts the searches that its log lines take. */
async function measureSignIn(app: App, fields: object): Promise<Cost> {
  const browser = app.browser()
  const csrfToken = await browser.csrfToken()
  const { result: response, ...cost } = await countSearches(() =>
    browser.postJson('/auth/callback/credentials', { csrfToken, ...fields }),
  )
  expect(response.status).toBe(302)
  expect(app.codes('error')).toEqual(['CallbackRouteError'])
  return {
    log: inspect(app.logs, { depth: Infinity, showHidden: true, maxStringLength: Infinity }),
    ...cost,
  }
}

/** Counts by hand: a spy would keep every text that was searched. */
async function countSearches<T>(
  run: () => Promise<T>,
): Promise<{ result: T; letters: number; searches: number }> {
  const prototype = String.prototype
  const own = Object.getOwnPropertyDescriptor(prototype, 'replaceAll') ?? {}
  const replaceAll = own.value as string['replaceAll']
  let [letters, searches] = [0, 0]
  const counting = function (this: string, ...args: Parameters<typeof replaceAll>): string {
    letters += this.length
    searches += 1
    return Reflect.apply(replaceAll, this, args)
  }
  Object.defineProperty(prototype, 'replaceAll', { ...own, value: counting })
  try {
    const result = await run()
    return { result, letters, searches }
  } finally {
    Object.defineProperty(prototype, 'replaceAll', own)
  }
}

function manyFields(count: number): Record<string, string> {
  return Object.fromEntries(
    Array.from({ length: count }, (_, at) => [`f${at}`, (at + 50_000).toString(36)]),
  )
}

const longest = 60_000

describe('what a log line costs', () => {
  it.each<[string, object]>([
    ['many fields', manyFields(990)],
    ['many fields with one value', { list: Array.from({ length: 990 }, () => 'abc') }],
    ['many lists', { list: Array.from({ length: 450 }, () => []) }],
    ['one long text', { text: 'x'.repeat(longest) }],
    [
      'several hundred texts',
      { list: Array.from({ length: 900 }, (_, at) => `${at}-${'y'.repeat(50)}`) },
    ],
    ['words of our own message', { list: Array.from({ length: 900 }, () => 'know') }],
  ])('does not grow with the form that was posted: %s', async (_, fields) => {
    const { letters, searches } = await measureSignIn(makeEchoingApp(), {
      password: 'hunter2',
      ...fields,
    })
    expect(searches).toBeLessThan(22_000)
    expect(letters).toBeLessThan(2_500_000)
  })
})

describe('a log line about a form', () => {
  it('shows nothing that was posted when there is too much to search for', async () => {
    const { log } = await measureSignIn(makeEchoingApp(), {
      ...manyFields(996),
      password: 'hunter2',
    })
    expect(log).toContain('CallbackRouteError')
    expect(log).not.toMatch(/hunter2|f995/)
    expect(log).not.toContain((50_995).toString(36))
  })

  it('shows what else there is when a form has many fields', async () => {
    const { log } = await measureSignIn(makeEchoingApp(), {
      ...manyFields(100),
      password: 'hunter2',
    })
    expect(log).toContain('We do not know')
    expect(log).not.toContain('hunter2')
    expect(log).not.toContain((50_099).toString(36))
  })

  it.each([1, 7, 8, 9, 20, 30])('shows no value that lies %i levels deep', async (depth) => {
    const nest = (left: number): unknown => (left === 0 ? 'hunter2' : { in: nest(left - 1) })
    const { log } = await measureSignIn(makeEchoingApp(), { extra: nest(depth) })
    expect(log).not.toContain('hunter2')
  })
})

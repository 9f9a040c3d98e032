import { inspect } from 'node:util'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AuthConfig } from '../../../src/core.js'
import { CredentialsSignin } from '../../../src/errors.js'
import type { Browser } from '../../support/browser.js'
import {
  login,
  makeApp,
  olderSecret,
  password,
  passwordProvider,
  secret,
  type LogLine,
} from '../../support/apps/app.js'

function fail(message: string): never {
  throw new Error(message)
}

/** Everything that a logger could print of its lines. */
function print(logs: readonly LogLine[]): string {
  return inspect(logs, { depth: Infinity, showHidden: true, maxStringLength: Infinity })
}

/** Everything that must not be printed: what the browser holds, what was typed, what is configured. */
function secretsOf(browser: Browser, tokens: readonly string[]): readonly string[] {
  const values = browser.cookies.flatMap(({ value }) => [value, decodeURIComponent(value)])
  const parts = values.flatMap((value) => value.split(/[|.]/)).filter(({ length }) => length > 15)
  return [secret, olderSecret, password, ...tokens, ...values, ...parts]
}

describe('N6: with debug, no line contains a secret, a password, a cookie or a token', () => {
  const echo = (value: unknown): never =>
    fail(`failed with ${inspect(value, { depth: 9 })} ${JSON.stringify(value)}`)

  const cases: readonly (readonly [string, Partial<AuthConfig>])[] = [
    ['nothing fails', {}],
    [
      'authorize throws what it was given',
      { providers: [{ ...passwordProvider, authorize: (credentials) => echo(credentials) }] },
    ],
    [
      'authorize throws the body of its request',
      {
        providers: [
          {
            ...passwordProvider,
            authorize: async (_, request) => echo(await request.text()),
          },
        ],
      },
    ],
    [
      'authorize throws the headers of its request',
      {
        providers: [
          {
            ...passwordProvider,
            authorize: (_, request) => echo(Object.fromEntries(request.headers)),
          },
        ],
      },
    ],
    [
      'authorize refuses with what it was given',
      {
        providers: [
          {
            ...passwordProvider,
            authorize: (given) => {
              throw new CredentialsSignin(`No: ${given['password'] as string}`, { cause: given })
            },
          },
        ],
      },
    ],
    ['the signIn callback throws what it was given', { callbacks: { signIn: echo } }],
    [
      'the signIn callback throws an error that carries more',
      {
        callbacks: {
          signIn: (params) => {
            throw Object.assign(new Error('no'), { params, cookies: params, request: params })
          },
        },
      },
    ],
    ['the jwt callback throws what it was given', { callbacks: { jwt: echo } }],
    ['the session callback throws what it was given', { callbacks: { session: echo } }],
    [
      'events throw what they were given',
      { events: { signIn: echo, session: echo, signOut: echo } },
    ],
    [
      'the secret itself is thrown',
      {
        secret: [secret, olderSecret],
        callbacks: { session: () => echo({ secret, olderSecret }) },
      },
    ],
    ['the token is thrown', { jwt: { decode: (params) => echo(params) } }],
    [
      'the session is too large',
      { callbacks: { jwt: ({ token }) => ({ ...token, x: 'x'.repeat(2e4) }) } },
    ],
  ]

  it.each(cases)('when %s', async (_what, config) => {
    const app = makeApp({ debug: true, ...config })
    const browser = app.browser()
    const held: string[] = []
    const collect = (): void => void held.push(...secretsOf(browser, []))

    held.push(await browser.csrfToken())
    collect()
    const page = await browser.fetchPage('/auth/signin')
    await browser.postForm(page, login)
    collect()
    await browser.session()
    await browser.postForm(page, { ...login, username: 'somebody-else-entirely' })
    const nested = { csrfToken: await browser.csrfToken(), form: { deep: [password] } }
    await browser.postJson('/auth/callback/credentials', nested)
    await browser.postJson('/auth/callback/credentials', {
      ...login,
      csrfToken: 'not-the-right-one',
    })
    const csrfToken = await browser.csrfToken()
    held.push(csrfToken)
    await browser.postJson('/auth/session', { csrfToken, data: { nickname: 'A' } })
    collect()
    await browser.send('/auth/signout', {
      method: 'POST',
      headers: { origin: 'https://evil.test' },
    })
    await browser.signOut()
    await browser.fetchPage('/auth/nothing')

    const printed = print(app.logs)
    expect(app.logs.length).toBeGreaterThan(0)
    const leaks = [...new Set(held)].filter((value) => value && printed.includes(value))
    expect(leaks).toEqual([])
  })
})

describe('a log line', () => {
  it('has the type of the error as its code, and the error with its cause', async () => {
    const app = makeApp({ callbacks: { jwt: () => fail('no roles today') } })
    await app.browser().signIn(login)
    expect(app.logs).toHaveLength(1)
    const [{ level, code, message }] = app.logs as [LogLine]
    expect([level, code]).toEqual(['error', 'CallbackRouteError'])
    const [error] = message as [Error]
    expect(error).toBeInstanceOf(Error)
    expect(error.cause).toBeInstanceOf(Error)
    expect((error.cause as Error).message).toBe('no roles today')
    expect((error.cause as Error).stack).toContain('logs.test.ts')
  })

  it('is not written for what every visitor can cause', async () => {
    const app = makeApp()
    const browser = app.browser()
    await browser.signIn({ ...login, password: 'wrong' })
    await browser.postJson('/auth/signout', {})
    await browser.fetchPage('/auth/nothing')
    await browser.fetch('/auth/signin', { method: 'PUT' })
    await browser.fetch('/auth/signout', {
      method: 'POST',
      body: '{',
      headers: { 'content-type': 'application/json' },
    })
    expect(app.logs).toEqual([])
  })

  it('warns of a refused origin, for a proxy may be to blame', async () => {
    const app = makeApp()
    const headers = { origin: 'https://other.test' }
    await app.browser().send('/auth/signout', { method: 'POST', headers })
    expect(app.codes('warn')).toEqual(['CrossSiteRequest'])
    expect(print(app.logs)).toMatch(/https:\/\/app\.test.*https:\/\/other\.test.*AUTH_URL/s)
  })

  it('of level debug comes with debug alone', async () => {
    const quiet = makeApp()
    await quiet.browser().signIn({ ...login, password: 'wrong' })
    expect(quiet.codes('debug')).toEqual([])
    const loud = makeApp({ debug: true })
    await loud.browser().signIn({ ...login, password: 'wrong' })
    expect(loud.codes('debug')).toEqual(['CredentialsSignin', 'authentication'])
  })
})

describe('a thrown value that cannot be printed', () => {
  const getter = { enumerable: true, get: () => fail('do not look') }

  it.each<readonly [string, unknown]>([
    ['an error with a getter that throws', Object.defineProperty(new Error('x'), 'more', getter)],
    ['an object with a getter that throws', Object.defineProperty({}, 'more', getter)],
    ['an object without a constructor', Object.create(Object.create(null) as object)],
    ['nothing', undefined],
    ['null', null],
    ['a symbol', Symbol('x')],
    ['a function', () => undefined],
  ])('stops nothing: %s', async (_what, thrown) => {
    const raise = (): never => {
      throw thrown
    }
    for (const config of [
      { callbacks: { jwt: raise } },
      { callbacks: { signIn: raise } },
      { callbacks: { redirect: raise } },
      { events: { signIn: raise } },
      { providers: [{ ...passwordProvider, authorize: raise }] },
    ]) {
      const app = makeApp({ debug: true, ...config })
      const { response } = await app.browser().signIn(login)
      expect(response.status).toBe(302)
      expect(app.codes('error').length).toBeGreaterThan(0)
    }
  })
})

describe('the logger', () => {
  const printed = { error: vi.fn(), warn: vi.fn(), debug: vi.fn() }

  beforeEach(() => {
    for (const level of ['error', 'warn', 'debug'] as const) {
      vi.spyOn(console, level).mockImplementation(printed[level].mockClear())
    }
  })
  afterEach(() => void vi.restoreAllMocks())

  it('is the console where the application has none', async () => {
    const app = makeApp({ logger: undefined, debug: true, callbacks: { jwt: () => fail('x') } })
    await app.browser().signIn(login)
    expect(printed.error.mock.calls).toEqual([
      [
        '[latchkey] CallbackRouteError',
        expect.any(Error),
        expect.stringMatching(/^See https:.*\/errors\.md#callbackrouteerror$/),
      ],
    ])
    expect(printed.warn.mock.calls).toEqual([['[latchkey] debug-enabled', expect.any(String)]])
    const refusing = makeApp({ logger: {}, debug: true })
    await refusing.browser().signIn({ ...login, password: 'wrong' })
    expect(printed.debug.mock.calls.slice(-2)).toEqual([
      ['[latchkey] CredentialsSignin', expect.any(Error)],
      ['[latchkey] authentication', { provider: 'credentials', outcome: 'CredentialsSignin' }],
    ])
  })

  it('may replace one level only', async () => {
    const seen: string[] = []
    const logger = { error: (code: string) => void seen.push(code) }
    const app = makeApp({ logger, debug: true, callbacks: { jwt: () => fail('x') } })
    await app.browser().signIn(login)
    expect(seen).toEqual(['CallbackRouteError'])
    expect(printed.error).not.toHaveBeenCalled()
    expect(printed.warn).toHaveBeenCalledOnce()
  })

  it('may be an object that has more than levels', async () => {
    class Sink {
      readonly lines: string[] = []
      readonly level = 'info'
      error(code: string): void {
        this.lines.push(code)
      }
    }
    const logger = new Sink()
    await makeApp({ logger, callbacks: { jwt: () => fail('x') } })
      .browser()
      .signIn(login)
    expect(logger.lines).toEqual(['CallbackRouteError'])
  })

  it('may reject without stopping anything, the process included', async () => {
    const unhandled: unknown[] = []
    const note = (reason: unknown): void => void unhandled.push(reason)
    process.on('unhandledRejection', note)
    const logger = { error: async () => Promise.reject(new Error('log server is down')) }
    await makeApp({ logger, callbacks: { jwt: () => fail('x') } })
      .browser()
      .signIn(login)
    await new Promise((resolve) => setTimeout(resolve, 10))
    process.off('unhandledRejection', note)
    expect(unhandled).toEqual([])
    expect(printed.error.mock.calls[0]?.[0]).toBe('[latchkey] LoggerError')
  })

  it('may throw without stopping anything', async () => {
    const logger = { error: () => fail('disk full'), warn: () => fail('disk full') }
    const app = makeApp({ logger, debug: true, events: { signIn: () => fail('x') } })
    const browser = app.browser()
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
    expect(printed.error.mock.calls[0]?.[0]).toBe('[latchkey] LoggerError')
  })
})

import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Auth } from '../../../src/core.js'
import type { Browser } from '../../support/browser.js'
import { login, makeApp, passwordProvider } from '../../support/apps/app.js'
import { malformedBodies } from '../../../src/testing/attack/hostile-bodies.js'
import { quickly } from '../../../src/testing/attack/hostile-inputs.js'

const posts = ['session', 'signin', 'signin/credentials', 'callback/credentials', 'signout']
const json = 'application/json'
const form = 'application/x-www-form-urlencoded'
const multipart = 'multipart/form-data; boundary=x'

type Bytes = Uint8Array<ArrayBuffer>
const deep = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth)

async function postRaw(
  browser: Browser,
  path: string,
  type: string | undefined,
  body: BodyInit,
): Promise<Response> {
  const headers: Record<string, string> = type === undefined ? {} : { 'content-type': type }
  const raw = typeof body === 'string' ? new TextEncoder().encode(body) : body
  const began = performance.now()
  const response = await browser.fetch(path, { method: 'POST', headers, body: raw })
  expect(performance.now() - began).toBeLessThan(quickly)
  return response
}

function expectRefused(response: Response, why?: string): void {
  if (response.status === 302) {
    expect(response.headers.get('location'), why).toContain('error=MissingCSRF')
  } else {
    expect([400, 403, 413], why).toContain(response.status)
  }
  expect(response.headers.getSetCookie(), why).toEqual([])
}

describe('IN1: malformed bodies', () => {
  it.each(posts)('at %s are no concern of the log', async (path) => {
    const app = makeApp()
    const browser = app.browser()
    for (const [type, body] of malformedBodies) await postRaw(browser, `/auth/${path}`, type, body)
    expect(app.logs).toEqual([])
    await browser.signIn(login)
    expect(await browser.session()).not.toBeNull()
  })

  it('behind the token are refused, or are a sign-in that fails', async () => {
    const app = makeApp()
    const browser = app.browser()
    const csrfToken = await browser.csrfToken()
    const values: unknown[] = [
      null,
      0,
      [],
      {},
      deep(100),
      'x'.repeat(50_000),
      [[[]]],
      { length: -1 },
      '\ud800',
      '\u0000',
    ]
    for (const value of values) {
      const fields = {
        csrfToken,
        username: value,
        password: value,
        callbackUrl: value,
        redirectTo: value,
        data: value,
      }
      for (const path of ['session', 'signin', 'callback/credentials']) {
        const body = JSON.stringify(fields)
        const response = await postRaw(browser, `/auth/${path}`, json, body)
        expect(response.status).toBeLessThan(500)
        const location = response.headers.get('location')
        if (location !== null) expect(new URL(location).origin).toBe('https://app.test')
      }
    }
    expect(await browser.session()).toBeNull()
  })

  it('that anyone could think of are refused', async () => {
    const browser = makeApp().browser()
    const types = fc.constantFrom(json, form, multipart, 'text/plain', undefined)
    const anyBody = fc.oneof(
      fc.uint8Array({ maxLength: 200 }),
      fc.json().map((text) => new TextEncoder().encode(text)),
    )
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...posts), types, anyBody, async (path, type, body) => {
        expectRefused(await postRaw(browser, `/auth/${path}`, type, new Uint8Array(body)))
      }),
      { numRuns: 150 },
    )
  })

  it.each([
    ['announced', { 'content-length': String(20 * 1024 * 1024) }, 10],
    ['sent', {}, 20 * 1024 * 1024],
    ['sent and understated', { 'content-length': '10' }, 1024 * 1024],
  ])('of 20 MB are refused early: %s', async (_how, headers, size) => {
    let pulled = 0
    const body = new ReadableStream<Bytes>({
      pull(controller) {
        pulled += 65_536
        controller.enqueue(new Uint8Array(65_536).fill(97))
        if (pulled >= size) controller.close()
      },
    })
    const init: RequestInit & { duplex: 'half' } = {
      method: 'POST',
      headers: { ...headers, 'content-type': form },
      body,
      duplex: 'half',
    }
    const response = await Auth(
      new Request('https://app.test/auth/callback/credentials', init),
      makeApp().config,
    )
    expect(response.status).toBe(413)
    expect(pulled).toBeLessThan(500_000)
  })

  it('that break off are a bad request, and no concern of the log', async () => {
    const app = makeApp()
    const body = new ReadableStream({
      pull() {
        throw new Error('connection reset')
      },
    })
    const headers = { 'content-type': form }
    const init: RequestInit & { duplex: 'half' } = { method: 'POST', headers, body, duplex: 'half' }
    const response = await Auth(new Request('https://app.test/auth/signout', init), app.config)
    expect(response.status).toBe(400)
    expect(app.logs).toEqual([])
  })

  it('of exactly the limit are read, and one byte more is refused', async () => {
    const browser = makeApp().browser()
    const csrfToken = await browser.csrfToken()
    const start = `csrfToken=${csrfToken}&username=ada&password=`
    const fits = start + 'x'.repeat(65_536 - start.length)
    const read = await postRaw(browser, '/auth/callback/credentials', form, fits)
    expect(read.headers.get('location')).toContain('error=CredentialsSignin')
    expect((await postRaw(browser, '/auth/callback/credentials', form, `${fits}x`)).status).toBe(
      413,
    )
  })
})

describe('IN1, B9: odd paths', () => {
  // prettier-ignore
  const odd = [
    '/auth//signin', '//auth/signin', '/auth/signin//', '/auth/signin//credentials', '/auth/%73ignin', '/auth%2fsignin',
    '/auth/signin%2fcredentials', '/auth/signin/%63redentials', '/auth/signin;x', '/auth/signin/credentials;x', '/AUTH/signin',
    '/auth/SIGNIN', '/auth/signin/CREDENTIALS', '/auth/signin%00', '/auth/signin%20', '/auth/signin/%00', '/auth/signin/__proto__',
    '/auth/signin/constructor', '/auth/signin/toString', '/auth/callback/__proto__', '/auth/__proto__', '/auth/constructor',
    '/auth/toString', '/auth/hasOwnProperty', '/auth/signin/%2e%2e%2fsession', '/auth/signin/..%2fsession', '/auth/signin/undefined',
    '/auth/signin/null', '/auth/signin/%EF%BC%8F', '/auth/signin/credentials/extra', '/auth/.', '/auth/%2e', '/authsignin', '/auth.signin',
    '/auth/signin.json', '/auth/signin/credentials.json', '/auth\\signin\\x', `/auth/${'a'.repeat(20_000)}`, `/auth/signin/${'a'.repeat(20_000)}`,
    `/auth${'/signin'.repeat(2000)}`, '/auth/signin/%', '/auth/signin/%E0%A4%A', '/auth/%ff', '/auth/signin/a%0d%0ab', '/auth/signin/<svg>',
    '/auth/session/', '/auth/csrf/../session', '/auth/./session',
  ]

  it.each(odd.map((path) => [path.slice(0, 60), path] as const))(
    '%s is 404, or what it stands for',
    async (_shown, path) => {
      const app = makeApp()
      const request = (method: string, headers: Record<string, string> = {}): Request =>
        new Request(`https://app.test${path}`, { method, headers })
      const began = performance.now()
      const got = await Auth(request('GET'), app.config)
      const foreign = await Auth(request('POST', { origin: 'https://evil.test' }), app.config)
      const posted = await Auth(request('POST'), app.config)
      expect(performance.now() - began).toBeLessThan(quickly)
      // The parser of URLs has taken the dots out: these are the real routes, with all their checks.
      const isRoute =
        new URL(`https://app.test${path}`).pathname.replace(/\/$/, '') === '/auth/session'
      if (isRoute) expect([got.status, foreign.status, posted.status]).toEqual([200, 403, 403])
      else {
        expect(got.status).toBe(404)
        expect([foreign.status, posted.status]).toEqual([404, 404])
      }
      expect(got.headers.getSetCookie()).toEqual([])
    },
  )

  it('that anyone could think of are never an error of ours', async () => {
    const { config } = makeApp()
    const segment = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 12 }),
      fc.constantFrom('signin', 'callback', 'session', '..', '', 'credentials'),
    )
    await fc.assert(
      fc.asyncProperty(
        fc.array(segment, { maxLength: 4 }),
        fc.constantFrom('GET', 'POST', 'HEAD', 'DELETE'),
        async (segments, method) => {
          const url = `https://app.test/auth/${segments.map((text) => encodeURIComponent(text.toWellFormed())).join('/')}`
          const response = await Auth(new Request(url, { method }), config)
          expect(response.status).toBeLessThan(500)
        },
      ),
      { numRuns: 150 },
    )
  })

  it('and long or strange queries are answered quickly', async () => {
    const { config } = makeApp()
    for (const text of [
      'a'.repeat(100_000),
      '%'.repeat(100_000),
      '&'.repeat(100_000),
      'error='.repeat(20_000),
      '%F0%9F'.repeat(9999),
    ]) {
      for (const path of ['signin', 'error', 'signout', 'verify-request', 'session']) {
        const began = performance.now()
        const response = await Auth(
          new Request(`https://app.test/auth/${path}?error=${text}&code=${text}`),
          config,
        )
        expect(performance.now() - began).toBeLessThan(quickly)
        expect(response.status).toBeLessThan(500)
      }
    }
  })
})

describe('PW1: the password form', () => {
  it('PW1: refuses five megabytes', async () => {
    const browser = makeApp().browser()
    const csrfToken = await browser.csrfToken()
    const response = await browser.postJson('/auth/callback/credentials', {
      ...login,
      csrfToken,
      password: 'x'.repeat(5_000_000),
    })
    expect(response.status).toBe(413)
  })

  it.each<readonly [string, unknown]>([
    ['true', true],
    ['1', 1],
    ['a list', ['correct horse battery']],
    ['an object', { $ne: null }],
  ])('PW1: refuses %s in place of a text, and does not ask authorize', async (_what, value) => {
    let given: unknown = 'not called'
    const app = makeApp({
      providers: [
        {
          ...passwordProvider,
          authorize: ({ password }) => {
            given = password
            return null
          },
        },
      ],
    })
    const browser = app.browser()
    await browser.postJson('/auth/callback/credentials', {
      csrfToken: await browser.csrfToken(),
      password: value,
    })
    expect(given).toBe('not called')
  })
})

describe('IN1: what reaches the log', () => {
  const throwing = (message: (given: Readonly<Record<string, unknown>>) => string) =>
    makeApp({
      debug: true,
      providers: [
        {
          ...passwordProvider,
          authorize: (given) => {
            throw new Error(message(given))
          },
        },
      ],
    })

  /** Field values that a slow or growing redaction would choke on. */
  const floods: Readonly<Record<string, Readonly<Record<string, string>>>> = {
    'one letter, often': Object.fromEntries(Array.from({ length: 30 }, (_, at) => [`f${at}`, 'e'])),
    'parts of what takes the place of a secret': Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [
        `f${at}`,
        ['red', 'act', 'ted', '[re', 'ed]'][at % 5] ?? '',
      ]),
    ),
    'the beginning of a token, often': { username: 'eyJ-'.repeat(15_000) },
    'the middle of a token, often': { username: 'eyJ.'.repeat(15_000) },
    'a hundred values': Object.fromEntries(
      Array.from({ length: 100 }, (_, at) => [`${at}`, `value-${at}`]),
    ),
    'one long value': { username: 'a-'.repeat(30_000) },
    'one long value that almost matches': { ['a'.repeat(30_000)]: `${'a'.repeat(30_000)}b` },
  }

  it.each(Object.entries(floods))(
    'is written quickly and stays short: %s',
    async (_what, fields) => {
      const app = throwing((given) => `here we are: ${JSON.stringify(given)}`)
      const browser = app.browser()
      const csrfToken = await browser.csrfToken()
      const began = performance.now()
      await browser.postJson('/auth/callback/credentials', { ...fields, csrfToken })
      expect(performance.now() - began).toBeLessThan(quickly)
      const line = app.logs.find(({ code }) => code === 'CallbackRouteError')
      const error = line?.message[0]
      expect(error).toBeInstanceOf(Error)
      const cause = String((error as Error).cause)
      expect(cause).toContain('here we are')
      expect(cause.length).toBeLessThan(200_000)
    },
  )
})

describe('IN2: what an error tells', () => {
  it('is no stack, no path and no secret', async () => {
    const fail = (): never => {
      throw new Error('connection to postgres://app:hunter2@10.0.0.5 refused')
    }
    const apps = [
      makeApp({ callbacks: { jwt: fail } }),
      makeApp({ callbacks: { signIn: fail } }),
      makeApp({ callbacks: { session: fail } }),
      makeApp({ callbacks: { redirect: fail } }),
      makeApp({ providers: [{ ...passwordProvider, authorize: fail }] }),
      makeApp({ secret: 'short' }),
      makeApp({ trustHost: false }),
    ]
    for (const app of apps) {
      for (const headers of [
        { accept: 'text/html' },
        { accept: '*/*', 'x-auth-return-redirect': '1' },
      ]) {
        const browser = app.browser()
        const answers: Response[] = []
        for (const path of ['session', 'signin', 'signout', 'error?error=Configuration', 'csrf']) {
          answers.push(await browser.fetch(`/auth/${path}`, { headers }))
        }
        const body = (await answers[4]
          ?.clone()
          .json()
          .catch(() => null)) as { csrfToken?: string } | null
        const fields = { ...login, csrfToken: body?.csrfToken, callbackUrl: '/a' }
        answers.push(await browser.postJson('/auth/callback/credentials', fields, headers))
        answers.push(
          await browser.postJson('/auth/session', { csrfToken: body?.csrfToken, data: 1 }, headers),
        )
        for (const response of answers) {
          const told = `${await response.text()} ${JSON.stringify([...response.headers])}`
          expect(told).not.toMatch(
            /postgres|hunter2|10\.0\.0\.5|node_modules|\.ts\b|\bat [\w.]+ \(/,
          )
        }
      }
    }
  })
})

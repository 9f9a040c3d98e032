import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { Auth } from '../../../src/core.js'
import { getToken } from '../../../src/jwt.js'
import { login, makeApp, secret, sessionCookie } from '../../support/apps/app.js'

const form = 'application/x-www-form-urlencoded'
const json = 'application/json'
const parts = 'multipart/form-data; boundary=x'
const origin = 'https://app.test'

afterEach(() => void vi.restoreAllMocks())

function postBody(body: BodyInit, type: string): Request {
  const headers = { 'content-type': type, origin, 'sec-fetch-site': 'same-origin' }
  const init = { method: 'POST', body, headers, duplex: 'half' }
  return new Request(`${origin}/auth/callback/credentials`, init)
}

/** The status of an answer, and how often the body was given to a parser. */
async function send(body: string, type: string): Promise<readonly [number, number]> {
  const app = makeApp()
  const request = postBody(body, type)
  let parsed = 0
  const count = <T>(value: unknown, result: () => T): T => {
    if (value === body) parsed++
    return result()
  }
  const { parse } = JSON
  vi.spyOn(JSON, 'parse').mockImplementation((text, ...rest) =>
    count(text, () => parse(text, ...rest) as unknown),
  )
  const Params = globalThis.URLSearchParams
  vi.spyOn(globalThis, 'URLSearchParams').mockImplementation(
    class extends Params {
      constructor(init?: ConstructorParameters<typeof Params>[0]) {
        count(init, () => undefined)
        super(init)
      }
    },
  )
  vi.spyOn(Response.prototype, 'formData').mockImplementation(async () => {
    parsed++
    return new FormData()
  })
  const { status } = await Auth(request, app.config)
  vi.restoreAllMocks()
  return [status, parsed]
}

const fields = (count: number): string =>
  Array.from({ length: count }, (_, at) => `f${at}=1`).join('&')
const members = (count: number): string =>
  JSON.stringify(Object.fromEntries(Array.from({ length: count }, (_, at) => [`k${at}`, 1])))
const nested = (depth: number): string => `{"a":${'['.repeat(depth - 1)}${']'.repeat(depth - 1)}}`
const part = (at: number, headers: string): string =>
  `--x\r\n${headers}Content-Disposition: form-data; name="f${at}"\r\n\r\n1\r\n`
const multipart = (count: number, headers = ''): string =>
  `${Array.from({ length: count }, (_, at) => part(at, headers)).join('')}--x--\r\n`

describe('a body is refused before it is parsed', () => {
  it.each<readonly [what: string, body: string, type: string]>([
    ['with 101 form fields', fields(101), form],
    ['with 30,000 empty form fields', '&'.repeat(30_000), form],
    ['with 1,001 JSON members', members(1001), json],
    ['with 1,000 JSON items', `{"a":[${'1,'.repeat(999)}1]}`, json],
    ['with 1,000 JSON lists', `{"a":[${'[[[]]],'.repeat(333)}[[]]]}`, json],
    ['with 33 levels of JSON lists', nested(33), json],
    ['with 33 levels of JSON objects', `${'{"a":'.repeat(33)}1${'}'.repeat(33)}`, json],
    ['with levels that never close', '['.repeat(60_000), json],
    ['with 101 parts', multipart(101), parts],
    ['with 1,001 lines in its parts', multipart(1, 'a:\r\n'.repeat(1001)), parts],
  ])('%s', async (_what, body, type) => {
    expect(await send(body, type)).toEqual([413, 0])
  })
})

describe('a body is parsed', () => {
  it.each<readonly [what: string, body: string, type: string]>([
    ['with 100 form fields', fields(100), form],
    ['with 1,000 JSON members', members(1000), json],
    ['with 32 levels of JSON', nested(32), json],
    [
      'with brackets and commas inside of a JSON text',
      JSON.stringify({ a: '[{,'.repeat(5000) }),
      json,
    ],
    [
      'with quotes and backslashes inside of a JSON text',
      `{"a":"${String.raw`\\\"[,`.repeat(2000)}"}`,
      json,
    ],
    ['with 100 parts', multipart(100), parts],
  ])('%s', async (_what, body, type) => {
    const [status, parsed] = await send(body, type)
    expect(parsed).toBeGreaterThanOrEqual(1)
    expect(status).not.toBe(413)
  })
})

describe('a body that is JSON in the place of a form', () => {
  it.each(['callback', 'backchannel-logout'])(
    'is refused at %s before it is parsed as 30,000 fields',
    async (action) => {
      const client = { clientId: 'c', clientSecret: 's', issuer: 'https://op.test' }
      const app = makeApp({ providers: [{ id: 'op', name: 'OP', type: 'oidc', ...client }] })
      const body = JSON.stringify({ a: '&'.repeat(30_000) })
      const headers = { 'content-type': json }
      const request = new Request(`${origin}/auth/${action}/op`, { method: 'POST', body, headers })
      expect((await Auth(request, app.config)).status).toBe(413)
    },
  )
})

describe('a body that never ends', () => {
  it('is given up after 15 seconds, and its sender is told to stop', async () => {
    const clock = new AbortController()
    const timeout = vi.spyOn(AbortSignal, 'timeout').mockReturnValue(clock.signal)
    let isStopped = false
    let answering: Promise<Response> | undefined
    await new Promise<void>((isWaiting) => {
      const stream = new ReadableStream<Uint8Array>({
        start: (controller) => controller.enqueue(new TextEncoder().encode('a=1')),
        // Asked for more, and never answered.
        pull: () => {
          isWaiting()
          return new Promise(() => undefined)
        },
        cancel: () => void (isStopped = true),
      })
      answering = Auth(postBody(stream, form), makeApp().config)
    })
    expect(timeout.mock.calls).toEqual([[15_000]])
    expect(isStopped).toBe(false)
    clock.abort(new DOMException('The time is over.', 'TimeoutError'))
    expect((await answering)?.status).toBe(400)
    expect(isStopped).toBe(true)
  })

  it('leaves nothing with the clock when it ends all the same', async () => {
    const { signal } = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockReturnValue(signal)
    await Auth(postBody('a=1', form), makeApp().config)
    expect(getEventListeners(signal, 'abort')).toEqual([])
  })
})

describe('of many cookies', () => {
  const header = (before: number, token: string): string =>
    `${'a=1; '.repeat(before)}${sessionCookie}=${token}`

  async function token(): Promise<string> {
    const browser = makeApp().browser()
    await browser.postForm(await browser.fetchPage('/auth/signin'), login)
    return browser.cookie(sessionCookie) ?? ''
  }

  it('the first 300 are looked at, in a session read', async () => {
    const value = await token()
    const app = makeApp()
    const read = async (before: number): Promise<unknown> => {
      const headers = { cookie: header(before, value) }
      return (await Auth(new Request(`${origin}/auth/session`, { headers }), app.config)).json()
    }
    expect(await read(299)).toMatchObject({ user: {} })
    expect(await read(300)).toBeNull()
  })

  it('the first 300 are looked at, by getToken', async () => {
    const value = await token()
    const read = async (before: number): Promise<unknown> => {
      const req = new Request(origin, { headers: { cookie: header(before, value) } })
      return getToken({ req, secret, secureCookie: true })
    }
    expect(await read(299)).not.toBeNull()
    expect(await read(300)).toBeNull()
  })
})

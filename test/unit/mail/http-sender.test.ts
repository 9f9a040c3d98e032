import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { unlessAborted } from '../../../src/http/unless-aborted.js'
import Postal from '../../../src/providers/postal.js'
import Resend from '../../../src/providers/resend.js'
import { errorOf, send, token } from './params.js'

const apiKey = 'key-0123456789abcdef'
const from = 'mail@acme.test'

afterEach(() => vi.restoreAllMocks())

describe('a call that comes to nothing', () => {
  it('fails with what the platform says', async () => {
    const cause = new TypeError('fetch failed')
    const error = await errorOf(send(Resend({ apiKey, from, fetch: () => Promise.reject(cause) })))
    expect(error).toMatchObject({ type: 'EmailSignInError', cause })
    expect(error.message).toContain('Resend')
  })

  it('fails with what is thrown in place', async () => {
    const cause = new TypeError('no network here')
    const throwing = (): never => {
      throw cause
    }
    const error = await errorOf(send(Resend({ apiKey, from, fetch: throwing })))
    expect(error).toMatchObject({ type: 'EmailSignInError', cause })
  })

  it('is given up after ten seconds, by a fetch that does not heed the signal too', async () => {
    const limits = hurry()
    const stuck = (): Promise<never> => new Promise(() => {})
    const error = await errorOf(send(Resend({ apiKey, from, fetch: stuck })))
    expect(error.type).toBe('EmailSignInError')
    expect(error.cause).toMatchObject({ name: 'TimeoutError' })
    expect(limits).toEqual([10_000])
  })

  it('is given up when the answer does not end', async () => {
    hurry()
    const endless = async (): Promise<Response> => new Response(new ReadableStream())
    const error = await errorOf(send(Resend({ apiKey, from, fetch: endless })))
    expect(error.cause).toMatchObject({ name: 'TimeoutError' })
  })

  it('is given up at once when it is late already', async () => {
    const late = new Error('late')
    const never = new Promise(() => {})
    await expect(unlessAborted(AbortSignal.abort(late), never)).rejects.toBe(late)
  })
})

describe('an answer', () => {
  it.each([301, 302, 303, 307, 308])('that redirects with %i is not followed', async (status) => {
    let calls = 0
    const redirect = async (): Promise<Response> => {
      calls += 1
      return new Response(null, { status, headers: { location: 'https://evil.test/' } })
    }
    const error = await errorOf(send(Resend({ apiKey, from, fetch: redirect })))
    expect(error.message).toMatch(/redirect/)
    expect(error.message).toContain(`HTTP ${status}`)
    expect(calls).toBe(1)
  })

  it('that redirects is not followed by the platform', async () => {
    const visited: (string | undefined)[] = []
    const server = createServer((request, response) => {
      visited.push(request.url)
      response.writeHead(307, { location: '/elsewhere' }).end()
    })
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    const { port } = server.address() as AddressInfo
    const local: typeof fetch = (_url, init) => fetch(`http://127.0.0.1:${port}/`, init)
    const error = await errorOf(send(Resend({ apiKey, from, fetch: local })))
    server.close()
    expect(error.message).toMatch(/redirect/)
    expect(visited).toEqual(['/'])
  })

  it('is read up to 64 kB', async () => {
    let pulled = 0
    const body = new ReadableStream({
      pull(controller) {
        pulled += 1
        controller.enqueue(new Uint8Array(1024).fill(120))
      },
    })
    const fetch = async (): Promise<Response> => new Response(body, { status: 500 })
    const error = await errorOf(send(Resend({ apiKey, from, fetch })))
    expect(error.message).toMatch(/HTTP 500 .*65536 bytes/)
    expect(pulled).toBeLessThan(80)
  })

  it('that is too large is no success where the body tells it', async () => {
    const body = JSON.stringify({ status: 'success', padding: 'x'.repeat(70_000) })
    const fetch = async (): Promise<Response> => new Response(body)
    const baseUrl = 'https://postal.test'
    const error = await errorOf(send(Postal({ apiKey, from, baseUrl, fetch })))
    expect(error.message).toContain('HTTP 200')
  })

  it('is repeated on one line, cut, and without control characters', async () => {
    const message = `a\r\nb\u0000c\u001b[31m\u202ed ${'x'.repeat(1000)}`
    const fetch = async (): Promise<Response> =>
      Response.json({ name: 'bad\nname', message }, { status: 400 })
    const { message: told } = await errorOf(send(Resend({ apiKey, from, fetch })))
    expect(told).toContain('bad name: a b c [31m d xxx')
    expect(told).not.toMatch(/\p{Cc}|\p{Cf}/u)
    expect(told.length).toBeLessThan(450)
  })

  it('is repeated without the link, its token and its code', async () => {
    const fetch = async (_url: unknown, init?: RequestInit): Promise<Response> =>
      Response.json({ message: `bad body: ${JSON.stringify(init?.body)} 123456` }, { status: 400 })
    const { message } = await errorOf(send(Resend({ apiKey, from, fetch }), { code: '123456' }))
    expect(message).toContain('bad body')
    expect(message).not.toContain(token)
    expect(message).not.toContain('123456')
  })

  it('is repeated without a token that the link has in another form', async () => {
    const odd = 'a token/with+signs'
    const fetch = async (): Promise<Response> =>
      new Response(`?token=${encodeURIComponent(odd)}&x=1`, { status: 400 })
    const { message } = await errorOf(send(Resend({ apiKey, from, fetch }), { token: odd }))
    expect(message).toContain('?token=[redacted]&x=1')
  })
})

describe('a provider that cannot be used', () => {
  it.each(['http://postal.test', 'postal.test', 'ftp://postal.test'])(
    'is not asked at %s',
    async (baseUrl) => {
      const fetch = vi.fn<typeof globalThis.fetch>()
      const error = await errorOf(send(Postal({ apiKey, from, baseUrl, fetch })))
      expect(error.type).toBe('InvalidProviderConfig')
      expect(error.message).toContain('https')
      expect(fetch).not.toHaveBeenCalled()
    },
  )

  it.each(['key\nwith a line break', 'kéy', 'key\u0000'])(
    'keeps the key %j, which is no header, to itself',
    async (wrong) => {
      const fetch = vi.fn<typeof globalThis.fetch>()
      const error = await errorOf(send(Resend({ apiKey: wrong, from, fetch })))
      expect(error.type).toBe('InvalidProviderConfig')
      expect(error.message).not.toContain(wrong)
      expect(fetch).not.toHaveBeenCalled()
    },
  )
})

it("a mail service is called with the platform's fetch by default", async () => {
  const platform = vi.spyOn(globalThis, 'fetch').mockResolvedValue(Response.json({ id: '1' }))
  await send(Resend({ apiKey, from }))
  expect(platform).toHaveBeenCalledOnce()
})

/** Makes seconds pass a thousand times as fast for `AbortSignal.timeout`; keeps what it was asked. */
function hurry(): number[] {
  const limits: number[] = []
  const timeout = AbortSignal.timeout.bind(AbortSignal)
  vi.spyOn(AbortSignal, 'timeout').mockImplementation((limit) => {
    limits.push(limit)
    return timeout(limit / 1000)
  })
  return limits
}

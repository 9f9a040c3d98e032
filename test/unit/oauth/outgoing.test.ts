import { describe, expect, it } from 'vitest'
import { OAuthRequestFailed } from '../../../src/errors/oauth-errors.js'
import { callOut, handlerFetch, requireSafeUrl } from '../../../src/oauth/outgoing.js'

const answering =
  (answer: () => Response | Promise<Response>): typeof fetch =>
  async () =>
    answer()

async function failure(answer: () => Response | Promise<Response>): Promise<unknown> {
  const url = 'https://op.test/a?secret=1'
  return callOut(answering(answer), url, {}).catch((error: unknown) => error)
}

describe('a call to a service', () => {
  it('gives a whole answer: its status, headers and body', async () => {
    const given = new Response('{}', { status: 404, headers: { 'x-a': '1' } })
    const response = await callOut(
      answering(() => given),
      'https://op.test',
      {},
    )
    expect([response.status, response.headers.get('x-a'), await response.text()]).toEqual([
      404,
      '1',
      '{}',
    ])
  })

  it('may be answered without a body', async () => {
    const given = (): Response => new Response(null, { status: 204 })
    expect((await callOut(answering(given), 'https://op.test', {})).status).toBe(204)
  })

  it('is answered with a megabyte at most', async () => {
    const most = 1024 * 1024
    const whole = await callOut(
      answering(() => new Response('x'.repeat(most))),
      'https://a.test',
      {},
    )
    expect((await whole.text()).length).toBe(most)
    expect(await failure(() => new Response('x'.repeat(most + 1)))).toMatchObject({
      cause: { message: 'Expected at most 1048576 bytes.' },
    })
  })

  it.each([300, 302, 399])('is not answered by a redirect (%j)', async (status) => {
    expect(await failure(() => new Response(null, { status }))).toBeInstanceOf(OAuthRequestFailed)
  })

  it.each<[string, () => Response]>([
    ['the reason is not known', () => thrown('text')],
    ['it took over 10 seconds', () => thrown(new DOMException('slow', 'TimeoutError'))],
    ['no route', () => thrown(new TypeError('fetch failed.', { cause: new Error('no route.') }))],
    ['fetch failed', () => thrown(new TypeError('fetch failed.', { cause: 'text' }))],
    ['a.b', () => thrown(new Error('a.b'))],
  ])('says of its failure: %s', async (reason, answer) => {
    const error = await failure(answer)
    expect(error).toBeInstanceOf(OAuthRequestFailed)
    expect(error).toMatchObject({
      message: `The call to https://op.test/a failed: ${reason}. Check the address, and that this server can reach it.`,
    })
  })

  function thrown(what: unknown): never {
    throw what as Error
  }
})

describe('an address that may be called', () => {
  it.each(['https://op.test', 'http://localhost', 'http://127.0.0.1:8080', 'http://[::1]/'])(
    'may be %s',
    (url) => {
      expect(() => requireSafeUrl(url)).not.toThrow()
    },
  )

  it.each(['http://op.test', 'ftp://localhost', 'data:,x', 'wss://op.test'])('is not %s', (url) => {
    expect(() => requireSafeUrl(url)).toThrow(OAuthRequestFailed)
  })

  it('is asked for before anything is sent', async () => {
    const sent: unknown[] = []
    const fetch = answering(() => new Response(String(sent.push(1))))
    await expect(callOut(fetch, 'http://op.test', {})).rejects.toThrow('got http://op.test/.')
    expect(sent).toEqual([])
  })
})

describe('what handlers of the application call services with', () => {
  it('asks politely, unless they say otherwise', async () => {
    const seen: Record<string, string>[] = []
    const fetch = handlerFetch(async (_url, init) => {
      seen.push(Object.fromEntries(new Headers(init?.headers)))
      return new Response(init?.method ?? 'none')
    })
    await fetch(new URL('https://op.test'))
    const posted = await fetch('https://op.test', { method: 'POST', headers: { Accept: 'a/b' } })
    expect(await posted.text()).toBe('POST')
    expect(seen).toEqual([
      { accept: 'application/json', 'user-agent': 'latchkey' },
      { accept: 'a/b', 'user-agent': 'latchkey' },
    ])
  })
})

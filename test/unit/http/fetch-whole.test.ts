import { describe, expect, it, vi } from 'vitest'
import { fetchWhole, isRedirect } from '../../../src/http/fetch-whole.js'
import { patient } from '../../support/patient.js'

const url = 'https://service.test/'
const limits = { milliseconds: 20, bytes: 10 }

describe('an answer of another server', () => {
  it('comes whole', async () => {
    const { response, body } = await fetchWhole(
      async () => new Response('ten bytes!'),
      url,
      {},
      limits,
    )
    expect([response.status, new TextDecoder().decode(body)]).toEqual([200, 'ten bytes!'])
  })

  it('has no body when it is too large', async () => {
    const { body } = await fetchWhole(async () => new Response('eleven byte'), url, {}, limits)
    expect(body).toBeUndefined()
  })

  it('is asked for without following redirects', async () => {
    const send = vi.fn(async () => new Response(null, { status: 302 }))
    const { response } = await fetchWhole(send, url, { method: 'POST' }, limits)
    expect(isRedirect(response)).toBe(true)
    expect(send).toHaveBeenCalledWith(
      url,
      expect.objectContaining({ method: 'POST', redirect: 'manual' }),
    )
  })

  it('is given up when it takes too long, even by a fetch that does not heed its signal', async () => {
    await expect(fetchWhole(() => new Promise(() => {}), url, {}, limits)).rejects.toThrow(
      /timeout/i,
    )
    const endless = new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))
    await expect(fetchWhole(async () => endless, url, {}, limits)).rejects.toThrow(/timeout/i)
  })

  it('is no longer read when it takes too long', async () => {
    const cancel = vi.fn()
    const endless = new Response(new ReadableStream({ pull: () => new Promise(() => {}), cancel }))
    await expect(fetchWhole(async () => endless, url, {}, limits)).rejects.toThrow(/timeout/i)
    await vi.waitFor(() => expect(cancel).toHaveBeenCalledOnce(), patient)
  })

  it('that cannot even be asked for leaves nothing behind that fails later', async () => {
    const unhandled = vi.fn()
    process.once('unhandledRejection', unhandled)
    const send = (): never => {
      throw new TypeError('no network')
    }
    await expect(fetchWhole(send, url, {}, limits)).rejects.toThrow('no network')
    await new Promise((resolve) => setTimeout(resolve, 3 * limits.milliseconds))
    process.removeListener('unhandledRejection', unhandled)
    expect(unhandled).not.toHaveBeenCalled()
  })
})

describe('a redirect', () => {
  it.each([
    ['basic', 299, false],
    ['basic', 300, true],
    ['basic', 399, true],
    ['basic', 400, false],
    ['opaqueredirect', 0, true],
    ['error', 0, false],
  ] as const)('of the type %s and status %i: %j', (type, status, expected) => {
    expect(isRedirect({ type, status } as Response)).toBe(expected)
  })
})

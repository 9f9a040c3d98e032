import { describe, expect, it, vi } from 'vitest'
import { CompleteResponse } from '../../../src/http/complete-response.js'

const init = { status: 200, headers: new Headers() }
const bytes = (text: string): ArrayBuffer => new TextEncoder().encode(text).buffer

describe('the text of a response', () => {
  it.each([
    ['text', 'grüße'],
    ['bytes', bytes('grüße')],
  ])('can be read again after the body, if the response was made of %s', async (_, content) => {
    const response = new CompleteResponse(content, init)
    const copy = vi.spyOn(response, 'clone')
    expect(await CompleteResponse.textOf(response)).toBe('grüße')
    expect(await response.text()).toBe('grüße')
    expect(await CompleteResponse.textOf(response)).toBe('grüße')
    expect(copy).not.toHaveBeenCalled()
  })

  it('leaves the body of any other response unread', async () => {
    const response = new Response('{"a":1}')
    expect(await CompleteResponse.textOf(response)).toBe('{"a":1}')
    expect(await response.json()).toEqual({ a: 1 })
  })

  it('is that of the body without its byte order mark', async () => {
    const response = new CompleteResponse(bytes('\uFEFF{}'), init)
    expect([await CompleteResponse.textOf(response), await response.text()]).toEqual(['{}', '{}'])
  })

  it('is empty if there is no body', async () => {
    for (const content of ['', bytes('')]) {
      const response = new CompleteResponse(content, { ...init, status: 204 })
      expect([response.body, await CompleteResponse.textOf(response)]).toEqual([null, ''])
    }
  })

  it('is not shown where an app prints the response', async () => {
    const { inspect } = await import('node:util')
    expect(inspect(new CompleteResponse('secret', init), { depth: 9 })).not.toContain('secret')
  })
})

import { describe, expect, it } from 'vitest'
import { unlessAborted } from '../../../src/http/unless-aborted.js'

const never = new Promise<never>(() => undefined)

describe('unlessAborted', () => {
  it('settles as the work does', async () => {
    const { signal } = new AbortController()
    expect(await unlessAborted(signal, Promise.resolve(1))).toBe(1)
    await expect(unlessAborted(signal, Promise.reject(new Error('failed')))).rejects.toThrow(
      'failed',
    )
  })

  it('rejects with the reason when it is aborted meanwhile', async () => {
    const controller = new AbortController()
    const waiting = unlessAborted(controller.signal, never)
    controller.abort(new Error('enough'))
    await expect(waiting).rejects.toThrow('enough')
  })

  it('rejects when it was aborted before', async () => {
    const signal = AbortSignal.abort(new Error('too late'))
    await expect(unlessAborted(signal, never)).rejects.toThrow('too late')
  })
})

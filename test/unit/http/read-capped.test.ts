import { describe, expect, it } from 'vitest'
import { readCapped } from '../../../src/http/read-capped.js'

function streamOf(...chunks: readonly number[][]): {
  stream: ReadableStream<Uint8Array>
  isCancelled: () => boolean
} {
  let cancelled = false
  const left = chunks.map((chunk) => Uint8Array.from(chunk))
  const stream = new ReadableStream<Uint8Array>({
    pull(controller) {
      const next = left.shift()
      if (next) controller.enqueue(next)
      else controller.close()
    },
    cancel() {
      cancelled = true
      throw new Error('does not want to stop')
    },
  })
  return { stream, isCancelled: () => cancelled }
}

describe('readCapped', () => {
  it('puts the chunks together, up to the limit', async () => {
    const { stream } = streamOf([1, 2], [], [3])
    expect(new Uint8Array((await readCapped(stream, 3)) ?? new ArrayBuffer(9))).toEqual(
      Uint8Array.of(1, 2, 3),
    )
  })

  it('gives nothing when there is a byte more, and stops the sender', async () => {
    const { stream, isCancelled } = streamOf([1, 2], [3], [4])
    expect(await readCapped(stream, 2)).toBeUndefined()
    expect(isCancelled()).toBe(true)
  })

  it('reads no bytes from no stream', async () => {
    expect((await readCapped(null, 3))?.byteLength).toBe(0)
  })
})

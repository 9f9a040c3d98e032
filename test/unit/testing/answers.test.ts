import { afterEach, describe, expect, it, vi } from 'vitest'
import { answerOf } from '../../../src/testing/attack/answers.js'
import { quickly } from '../../../src/testing/attack/hostile-inputs.js'

afterEach(() => {
  vi.restoreAllMocks()
})

describe('an answer to a hostile input', () => {
  it('is accepted in time', async () => {
    await expect(answerAfter(quickly - 1, 400)).resolves.toMatchObject({ status: 400 })
  })

  it('is refused after the maximum time', async () => {
    await expect(answerAfter(quickly, 400)).rejects.toThrow(`it took ${quickly} ms`)
  })

  it('is refused if the server failed', async () => {
    await expect(answerAfter(1, 500)).rejects.toThrow('got 500')
  })

  it('comes within a quarter of a minute', () => {
    expect(quickly).toBeLessThanOrEqual(15_000)
  })
})

async function answerAfter(milliseconds: number, status: number): Promise<Response> {
  vi.spyOn(performance, 'now').mockReturnValueOnce(0).mockReturnValueOnce(milliseconds)
  return answerOf(Promise.resolve(new Response(null, { status })), { after: 'a test' })
}

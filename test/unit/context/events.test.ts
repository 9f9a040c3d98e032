import { describe, expect, it } from 'vitest'
import { emitEvent } from '../../../src/context/emit-event.js'
import { openTestContext } from '../../support/open-test-context.js'

const message = { session: { expires: 'never' } } as never

describe('emitEvent', () => {
  it('calls the handler, and waits for it', async () => {
    const told: unknown[] = []
    const session = async (given: unknown): Promise<void> => {
      await Promise.resolve()
      told.push(given)
    }
    const { ctx, logged } = openTestContext({ config: { events: { session } } })
    await emitEvent(ctx, 'session', message)
    expect(told).toEqual([message])
    expect(logged).toEqual([])
  })

  it('does nothing without a handler', async () => {
    const { ctx, logged } = openTestContext()
    await emitEvent(ctx, 'session', message)
    expect(logged).toEqual([])
  })

  it('logs what a handler throws, with its cause, and goes on', async () => {
    const thrown = new Error('broken')
    const session = (): never => {
      throw thrown
    }
    const { ctx, logged } = openTestContext({ config: { events: { session } } })
    await emitEvent(ctx, 'session', message)
    expect(logged).toMatchObject([{ level: 'error', code: 'EventError' }])
    expect(logged[0]?.message[0]).toMatchObject({ cause: { message: 'broken' } })
  })
})

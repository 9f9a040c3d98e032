import { expect, it } from 'vitest'
import { memoryAdapter } from '../../../src/adapters/memory.js'
import { createRuntime, revokeSessionsOfUser, withRuntime } from '../../../src/core.js'
import type { Adapter } from '../../../src/model/adapter.js'
import { ada, makeApp } from '../../support/apps/app.js'

const user = { ...ada, email: 'ada@example.test', emailVerified: null }

/** An adapter with a user, and the calls that revoke the user's sessions and count the marks. */
async function open(change: (adapter: ReturnType<typeof memoryAdapter>) => Adapter) {
  const adapter = memoryAdapter()
  await adapter.createUser(user)
  const app = makeApp({ adapter: change(adapter), session: { strategy: 'database' } })
  let now = Date.now()
  const runtime = createRuntime({ clock: () => (now += 1000) })
  const config = withRuntime(app.config, runtime)
  const revoke = (): Promise<void> => revokeSessionsOfUser(config, user.id)
  const countMarks = async (): Promise<number> =>
    (await adapter.listSessionsByUserId(user.id)).length
  return { adapter, revoke, countMarks }
}

it('a revocation leaves a mark if a parallel one deletes it before it is moved', async () => {
  const { revoke, countMarks } = await open((adapter) => ({
    ...adapter,
    updateSession: async (session) => {
      await adapter.deleteSessionsByUserId(user.id)
      return adapter.updateSession(session)
    },
  }))
  await revoke()
  await revoke()
  expect(await countMarks()).toBe(1)
})

it('a revocation leaves a mark if a parallel one writes it first and then deletes it', async () => {
  let refusals = 3
  const { revoke, countMarks } = await open((adapter) => ({
    ...adapter,
    createSession: async (session) => {
      refusals -= 1
      if (refusals < 0) return adapter.createSession(session)
      throw new Error('Another process has written this row, and deletes it now.')
    },
  }))
  await revoke()
  expect(await countMarks()).toBe(1)
})

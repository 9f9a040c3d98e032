import { expect, it } from 'vitest'
import { Lane } from './clusters/lane.js'
import { Tally } from './clusters/tally.js'
import type { AppUnderLoad } from './clusters/visitor.js'

const done = { is: 'done', value: undefined } as const

/** An app that works, over a store that two apps can share. */
function openApp(changes: Partial<AppUnderLoad> = {}, sessions = new Map<string, string>()) {
  const app: AppUnderLoad = {
    signIn: async ({ sub }) => {
      const value = crypto.randomUUID()
      sessions.set(value, sub)
      return { is: 'done', value }
    },
    read: async (cookie) => {
      const userId = sessions.get(cookie)
      return { is: 'done', value: userId === undefined ? null : { userId } }
    },
    signOut: async (cookie, everywhere) => {
      const owner = sessions.get(cookie)
      for (const [one, sub] of sessions)
        if (one === cookie || (everywhere && sub === owner)) sessions.delete(one)
      return done
    },
    revoke: async (userId) => {
      for (const [one, sub] of sessions) if (sub === userId) sessions.delete(one)
      return done
    },
    ...changes,
  }
  return app
}

async function visit(app: AppUnderLoad): Promise<Tally> {
  const tally = new Tally()
  const lane = new Lane('lane', [app], { tally: tally.openLane(), bound: 0, seed: 1 })
  for (let request = 0; request < 400; request += 1) await lane.visit()
  await lane.verify()
  return tally
}

it('the load finds nothing wrong with a store that works', async () => {
  const { violations, done: counts } = await visit(openApp())
  expect(violations).toEqual({ wrong: [], lost: [], revived: [] })
  expect(Object.values(counts).every((count) => count > 0)).toBe(true)
})

it.each(['signOut', 'revoke'] as const)(
  'the load notices a session that lives after an acknowledged %s',
  async (method) => {
    const { violations } = await visit(openApp({ [method]: async () => done }))
    expect(violations.revived.length).toBeGreaterThan(0)
  },
)

it('the load notices an acknowledged session that is lost', async () => {
  const signIn = async () => ({ is: 'done', value: crypto.randomUUID() }) as const
  const { violations } = await visit(openApp({ signIn }))
  expect(violations.lost.length).toBeGreaterThan(0)
})

it('the load notices the session of another user', async () => {
  const read = async () => ({ is: 'done', value: { userId: crypto.randomUUID() } }) as const
  const { violations } = await visit(openApp({ read }))
  expect(violations.wrong.length).toBeGreaterThan(0)
})

it('the load accepts both outcomes of a refused sign-out', async () => {
  const sessions = new Map<string, string>()
  const app = openApp({}, sessions)
  let count = 0
  const refused = openApp(
    {
      signOut: async (cookie, everywhere) => {
        count += 1
        if (count % 2 === 0) await app.signOut(cookie, everywhere)
        return { is: 'refused' }
      },
    },
    sessions,
  )
  const tally = await visit(refused)
  expect(tally.violations).toEqual({ wrong: [], lost: [], revived: [] })
  expect(tally.refused).toBeGreaterThan(0)
})

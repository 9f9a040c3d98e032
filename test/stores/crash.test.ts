import { createHash } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Adapter } from '../../src/model/adapter.js'
import { isLong } from '../support/long-run.js'
import { describeWith } from '../support/servers/describe-with.js'
import { buildProgram, type Ending, type Program } from './crash-program.js'
import { stores, type OpenStore, type Rows, type StoreName } from './crash-stores.js'
import { runSignIn, type Landing, type Visit } from './crash-visit.js'

/** A person whom no database knows yet. */
type Person = Visit['person'] & { readonly sub: string; readonly email: string }

const mostMoments = 40

// A process for every moment takes its time.
vi.setConfig({ testTimeout: 300_000 })

let program: Program
const folders: string[] = []
beforeAll(async () => {
  program = await buildProgram()
})
afterAll(async () => {
  await program.remove()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

/** A database of its own, and who knows how to die there. */
interface Place {
  readonly store: OpenStore
  readonly run: (planned: Visit, diesAt: number) => Promise<Ending>
}

/** Where the same statements run in transactions of another database. */
const alike: readonly StoreName[] = ['kysely on MariaDB', 'kysely on a file of SQLite']
const tried = (Object.keys(stores) as StoreName[]).filter((name) => isLong || !alike.includes(name))

// All at once, because a sign-in after a killed one waits most of the time.
describe.concurrent('a process killed while a user signs in', () => {
  for (const name of tried) {
    const { server } = stores[name]
    const title = `with ${name}`
    if (server)
      describeWith(server, title, (it) => survives(name, () => it.createDatabase('crash')))
    else describe(title, () => survives(name, inNewFile))
  }
})

function survives(name: StoreName, createDatabase: () => Promise<string>): void {
  const killed = it.extend<{ place: Place }>({
    // oxlint-disable-next-line no-empty-pattern -- Vitest reads from it what a fixture depends on
    place: async ({}, use) => {
      const url = await createDatabase()
      const store = await stores[name].open(url)
      const run: Place['run'] = (visit, diesAt) => program.run({ store: name, url, visit, diesAt })
      await use({ store, run })
      await store.close()
    },
  })

  killed(
    'for the first time: the next sign-in makes one user with one account',
    async ({ place }) => {
      const { store } = place
      const isOneStep = 'createUserWithAccount' in store.adapter
      const writes = isOneStep ? ['createUserWithAccount'] : ['createUser', 'linkAccount']
      const refusedMoments = await momentsWithoutName(place)
      let moment = -1
      await dieEverywhere(place, [...writes, 'createSession'], async (die) => {
        const person = newPerson()
        const lastMoment = await die({ person, at: 'one' })
        moment += 1
        const landing = await runSignIn(store.adapter, { person, at: 'one' })
        if (refusedMoments.includes(moment)) return expectRefused(store, person, landing)
        expectWelcome(landing)
        const rows = await store.readRows()
        expectWhole(rows, person, ['one'])
        // Without transactions notes may stay. They are not read again, and expire after a day.
        const isTooMany = notesOf(rows, person).length > (isAtomic(store.adapter) ? 0 : 3)
        expect([lastMoment, isTooMany]).toEqual([lastMoment, false])
      })
    },
  )

  killed('again: the next sign-in finds the same user', async ({ place }) => {
    const { store } = place
    const calls = ['getUserByAccount', 'createSession', 'deleteSession']
    await dieEverywhere(place, calls, async (die) => {
      const person = newPerson()
      const { cookie } = await runSignIn(store.adapter, { person, at: 'one' })
      await die({ person, at: 'one', cookie })
      expectWelcome(await runSignIn(store.adapter, { person, at: 'one', cookie }))
      const rows = await store.readRows()
      expectWhole(rows, person, ['one'])
      expect(rows.notes).toEqual([])
    })
  })

  killed('to link an account: it can be linked afterwards', async ({ place }) => {
    const { store } = place
    const calls = ['getSessionAndUser', 'linkAccount', 'createSession']
    await dieEverywhere(place, calls, async (die) => {
      const person = newPerson()
      const first = await runSignIn(store.adapter, { person, at: 'one' })
      await die({ person, at: 'two', cookie: first.cookie, link: true })
      const { cookie } = await runSignIn(store.adapter, { person, at: 'one', cookie: first.cookie })
      expectWelcome(await runSignIn(store.adapter, { person, at: 'two', cookie, link: true }))
      const rows = await store.readRows()
      expectWhole(rows, person, ['one', 'two'])
      expect(rows.notes).toEqual([])
    })
  })

  killed('to finish what another one began: the third one finishes it', async ({ place }) => {
    const { store } = place
    if (isAtomic(store.adapter)) return
    const unhurt = await place.run({ person: newPerson(), at: 'one' }, mostMoments)
    const createdUser = unhurt.moments.indexOf('after linkAccount') - 1
    await dieEverywhere(place, ['linkAccount', 'createSession'], async (die) => {
      const person = newPerson()
      await place.run({ person, at: 'one' }, createdUser)
      await die({ person, at: 'one' })
      expectWelcome(await runSignIn(store.adapter, { person, at: 'one' }))
      expectWhole(await store.readRows(), person, ['one'])
    })
  })
}

/**
 * Lets a process die at its first moment, then one at its second, … until one lives to the end;
 * each time another user signs in. The calls are those that it must have come to.
 */
async function dieEverywhere(
  { run }: Place,
  calls: readonly string[],
  attempt: (die: (planned: Visit) => Promise<string | undefined>) => Promise<void>,
): Promise<void> {
  let ending: Ending = { died: true, moments: [] }
  for (let diesAt = 0; ending.died; diesAt++) {
    expect(diesAt).toBeLessThan(mostMoments)
    await attempt(async (planned) => {
      ending = await run(planned, diesAt)
      return ending.died ? ending.moments[diesAt] : undefined
    })
  }
  expect(ending.moments).toEqual(expect.arrayContaining(calls.map((call) => `after ${call}`)))
}

/**
 * The moments at which a sign-up has created its user and does not know the id yet, because the
 * database draws ids of its own: nothing can prove later whose the user is.
 */
async function momentsWithoutName({ store, run }: Place): Promise<readonly number[]> {
  if (isAtomic(store.adapter)) return []
  const id = crypto.randomUUID()
  const probe = { id, email: `${id}@example.test`, emailVerified: null }
  const created = await store.adapter.createUser?.(probe)
  await store.adapter.deleteUser?.(created?.id ?? '')
  if (created?.id === id) return []
  const { moments } = await run({ person: newPerson(), at: 'one' }, mostMoments)
  return [moments.indexOf('after createUser')]
}

/** Whether a user and an account are created in one step. */
function isAtomic(adapter: Adapter): boolean {
  return 'transaction' in adapter || 'createUserWithAccount' in adapter
}

/** Refused, and given to no user. */
async function expectRefused(
  store: OpenStore,
  { email }: Person,
  { location }: Landing,
): Promise<void> {
  expect(location).toContain('error=OAuthAccountNotLinked')
  const { adapter } = store
  const { users, accounts } = await store.readRows()
  const user = users.find((row) => row.email === email)
  expect(accounts.filter(({ userId }) => userId === user?.id)).toEqual([])
  const stored = await adapter.getUserByEmail?.(email)
  await adapter.deleteUser?.(stored?.id ?? '')
}

function newPerson(): Person {
  const sub = crypto.randomUUID()
  return { sub, name: 'Ada', email: `${sub}@example.test`, email_verified: true }
}

function expectWelcome({ location, errors, cookie }: Landing): void {
  expect({ location, errors }).toEqual({ location: 'https://app.test/welcome', errors: [] })
  expect(cookie).toBeDefined()
}

/** One user with these accounts, and every row belongs to another. */
function expectWhole(
  { users, accounts, sessions }: Rows,
  { email }: Person,
  providers: readonly string[],
): void {
  const known = new Set(users.map(({ id }) => id))
  const owners = new Set(accounts.map(({ userId }) => userId))
  const own = users.filter((user) => user.email === email)
  const linked = accounts.filter(({ userId }) => userId === own[0]?.id)
  expect({
    users: own.length,
    providers: linked.map(({ provider }) => provider).toSorted(),
    usersWithoutAccount: users.filter(({ id }) => !owners.has(id)),
    accountsWithoutUser: accounts.filter(({ userId }) => !known.has(userId)),
    sessionsWithoutUser: sessions.filter(({ userId }) => !known.has(userId)),
  }).toEqual({
    users: 1,
    providers,
    usersWithoutAccount: [],
    accountsWithoutUser: [],
    sessionsWithoutUser: [],
  })
}

/** What a sign-up without transactions notes down while it is under way, of this person. */
function notesOf({ notes }: Rows, { sub }: Person): readonly string[] {
  const whose = JSON.stringify(['one', sub])
  const hash = createHash('sha256').update(whose).digest('hex')
  return notes.filter((note) => note.includes(hash))
}

async function inNewFile(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'latchkey-'))
  folders.push(folder)
  return join(folder, 'test.db')
}

import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { areRequired, findDatabases, findGalera } from '../../scripts/databases.mjs'
import { kyselyAdapter } from '../../src/adapters/kysely.js'
import type { Adapter } from '../../src/model/adapter.js'
import { SeededRandom } from '../support/seeded-random.js'
import { startGalera, type GaleraCluster } from '../support/servers/galera.js'
import { buildChild, type Child } from './build-child.js'
import { openMariadb } from './kysely-databases.js'
import type { Ground } from './races/race.js'
import { races } from './races/races.js'
import { startRivalProcess, type RivalProcess } from './races/rival-process.js'
import { runRounds } from './races/run-rounds.js'
import { openSite } from './races/site.js'
import { raceStores } from './races/stores.js'

const rounds = Number(process.env['ROUNDS'] ?? 10)
const seed = Number(process.env['RACES_SEED'] ?? 1)
const timeout = 60_000 + rounds * 2000

const hasGalera = findDatabases().mariadb !== undefined && findGalera() !== undefined

describe.skipIf(!hasGalera && !areRequired)('four processes on three nodes of Galera', () => {
  let urls: readonly string[] = []
  let cluster: GaleraCluster
  let program: Child
  let rivals: readonly RivalProcess[] = []
  let watchers: readonly { adapter: Adapter; close: () => Promise<void> }[] = []
  beforeAll(async () => {
    cluster = await startGalera()
    urls = await cluster.createDatabase('races')
    const at = (node: number): string => urls[node % urls.length] ?? ''
    await raceStores.MariaDB.prepare(at(0))
    program = await buildChild('test/stores/races/rival-child.ts')
    rivals = [0, 1, 2, 3].map(() => startRivalProcess(program.file))
    await Promise.all(rivals.map((rival, number) => rival.open('Galera', at(number))))
    watchers = await Promise.all([at(2), at(1)].map((url) => raceStores.Galera.open(url)))
  }, 120_000)
  afterAll(async () => {
    await Promise.all(rivals.map((rival) => rival.close()))
    for (const rival of rivals) rival.end()
    await Promise.all(watchers.map(({ close }) => close()))
    await program?.remove()
    await cluster?.remove()
  }, 60_000)

  it.each([
    ['without `rowLocks`', 7, {}, /option `rowLocks` is missing/],
    ['whose nodes answer before they have caught up', 0, { rowLocks: false }, /Set it to 7/],
  ])('refuses to write to a cluster %s', async (_which, syncWait, options, reason) => {
    const { db } = openMariadb(urls[0] ?? '', { connectionLimit: 1 })
    onTestFinished(() => db.destroy())
    await sql`set session wsrep_sync_wait = ${sql.lit(syncWait)}`.execute(db)
    const user = { id: 'eve', email: 'eve@example.test', emailVerified: null }
    await expect(kyselyAdapter(db, options).createUser(user)).rejects.toThrow(reason)
  })

  it('one of three nodes redeems a token, and one counts a first attempt', async () => {
    const stores = [...watchers, await raceStores.Galera.open(urls[0] ?? '')]
    const adapters = stores.map(({ adapter }) => adapter)
    const expires = new Date(Date.now() + 60_000)
    const counts: Record<'redeemed' | 'counted' | 'deleted', number[]> = {
      redeemed: [],
      counted: [],
      deleted: [],
    }
    const [first] = adapters
    await first?.createUser?.({ id: 'ada', email: 'ada@example.test', emailVerified: null })
    for (let round = 0; round < rounds * 5; round += 1) {
      const keys = { identifier: 'ada@example.test', token: `token ${round}` }
      const key = `attempt ${round}`
      const session = { sessionToken: `session ${round}`, userId: 'ada', expires }
      await first?.createVerificationToken?.({ ...keys, expires })
      await first?.createSession?.(session)
      const all = async <T>(call: (adapter: Adapter) => T): Promise<Awaited<T>[]> =>
        Promise.all(adapters.map(call))
      const tokens = await all((adapter) => adapter.useVerificationToken?.(keys))
      const attempts = await all((adapter) =>
        adapter.countAttempt?.({ key, now: new Date(), expires }),
      )
      const rows = await all((adapter) => adapter.deleteSession?.(session.sessionToken))
      counts.redeemed.push(tokens.filter(Boolean).length)
      counts.counted.push(attempts.filter((attempt) => attempt?.count === 1).length)
      counts.deleted.push(rows.filter(Boolean).length)
    }
    await stores.at(-1)?.close()
    const wrong = Object.entries(counts).map(
      ([what, found]) => [what, found.filter((count) => count !== 1).length] as const,
    )
    expect(Object.fromEntries(wrong)).toEqual({ redeemed: 0, counted: 0, deleted: 0 })
  })

  describe.each(Object.entries(races))('in races of %s', (_kind, found) => {
    it.each(found.map((race) => [race.title, race] as const))(
      '%s',
      async (_title, race) => {
        const openGround = (lane: number): Ground => {
          const [first, second] = [rivals[(lane * 2) % 4], rivals[(lane * 2 + 1) % 4]]
          const watcher = watchers[lane % 2]
          if (!first || !second || !watcher) throw new Error('The cluster did not start.')
          return {
            adapter: watcher.adapter,
            site: openSite(watcher.adapter),
            rivals: [first.rivalIn(lane), second.rivalIn(lane)],
            random: new SeededRandom(seed + lane),
          }
        }
        const violations = await runRounds('Galera', race, [0, 1, 2, 3].map(openGround), rounds)
        expect(violations).toEqual([])
      },
      timeout,
    )
  })

  // The last one: afterwards the node is gone.
  it('loses no acknowledged write of a node that is killed while it writes', async () => {
    const [, , third] = cluster.nodes
    const writer = await raceStores.Galera.open(urls[2] ?? '')
    onTestFinished(() => writer.close())
    const [, reader] = watchers
    if (!third || !reader) throw new Error('The cluster did not start.')
    const created: string[] = []
    const ended: string[] = []
    const expires = new Date(Date.now() + 60_000)
    await writer.adapter.createUser?.({ id: 'eve', email: 'eve@example.test', emailVerified: null })
    const write = async (lane: number): Promise<void> => {
      for (let number = 0; ; number += 1) {
        const sessionToken = `killed ${lane} ${number}`
        await writer.adapter.createSession?.({ sessionToken, userId: 'eve', expires })
        created.push(sessionToken)
        if (number % 2 === 0) continue
        if (await writer.adapter.deleteSession?.(sessionToken)) ended.push(sessionToken)
      }
    }
    const lanes = [0, 1, 2, 3].map((lane) => write(lane).catch((error: unknown) => error))
    await expect.poll(() => ended.length, { timeout: 60_000 }).toBeGreaterThan(100)
    await third.kill('SIGKILL')
    const failures = await Promise.all(lanes)
    expect(failures.every((failure) => failure instanceof Error)).toBe(true)

    // The others answer when they have agreed that the node is gone.
    const answers = async (): Promise<boolean> =>
      Promise.resolve(reader.adapter.getUser?.('eve')).then(Boolean, () => false)
    await expect.poll(answers, { timeout: 60_000 }).toBe(true)
    const gone = new Set(ended)
    const [lost, resurrected] = [[] as string[], [] as string[]]
    // A call without an answer may have ended the last session of a lane.
    const uncertain = new Set(
      lanes.map((_lane, lane) => created.findLast((one) => one.startsWith(`killed ${lane} `))),
    )
    for (const token of created) {
      const found = Boolean(await reader.adapter.getSessionAndUser?.(token))
      if (gone.has(token) && found) resurrected.push(token)
      if (!gone.has(token) && !found && !uncertain.has(token)) lost.push(token)
    }
    expect({ lost, resurrected }).toEqual({ lost: [], resurrected: [] })
  })
})

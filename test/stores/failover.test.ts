import pg from 'pg'
import { Kysely, PostgresDialect } from 'kysely'
import { expect, it, onTestFinished } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { openBrowser, type Browser } from '../support/browser.js'
import { ada, login, makeApp, sessionCookie, type App } from '../support/apps/app.js'
import { isLong } from '../support/long-run.js'
import { describeWith } from '../support/servers/describe-with.js'
import {
  startReplicatedPostgres,
  type ReplicatedPostgres,
} from '../support/servers/replicated-postgres.js'

describeWith('postgres', 'a primary of PostgreSQL that is killed', () => {
  it('takes a confirmed sign-out with it if no replica had to have it', async () => {
    const { servers, app, browser } = await signInOnPrimary()
    const cookies = [...browser.cookies]
    await servers.replica.kill()
    await browser.signOut()
    expect(await withCookies(app, cookies).session()).toBeNull()

    const promoted = await failOver(servers)
    expect(await withCookies(promoted, cookies).session()).not.toBeNull()
  })

  it.each(isLong ? ['on', 'remote_apply', 'remote_write'] : ['on'])(
    'does not bring back a session whose sign-out was confirmed with `synchronous_standby_names` and `synchronous_commit = %s`',
    async (commit) => {
      const { servers, browser } = await signInOnPrimary(commit)
      const cookies = [...browser.cookies]
      await servers.confirmWithReplica()
      await untilNamed(servers)
      await servers.replica.kill()
      let isConfirmed = false
      const signOut = browser.signOut().then(() => (isConfirmed = true))
      await untilWaiting(servers)
      expect(isConfirmed).toBe(false)
      await servers.replica.start()
      await signOut

      const promoted = await failOver(servers)
      expect(await withCookies(promoted, cookies).session()).toBeNull()
    },
  )

  if (isLong)
    it.each(['local', 'off'])(
      'takes a confirmed sign-out with it in spite of `synchronous_standby_names` if `synchronous_commit` is %s',
      async (commit) => {
        const { servers, app, browser } = await signInOnPrimary(commit)
        const cookies = [...browser.cookies]
        await servers.confirmWithReplica()
        await untilNamed(servers)
        await servers.replica.kill()
        await browser.signOut()
        expect(await withCookies(app, cookies).session()).toBeNull()

        const promoted = await failOver(servers)
        expect(await withCookies(promoted, cookies).session()).not.toBeNull()
      },
    )
})

async function signInOnPrimary(commit?: string): Promise<{
  readonly servers: ReplicatedPostgres
  readonly app: App
  readonly browser: Browser
}> {
  const servers = await startReplicatedPostgres(commit)
  onTestFinished(() => servers.remove())
  const { app, adapter, db } = openApp(servers.primary.url)
  await migrate(db)
  await adapter.createUser({ ...ada, email: 'ada@example.test', emailVerified: null })
  const browser = app.browser()
  await browser.signIn(login)
  expect(browser.cookie(sessionCookie)).toBeDefined()
  const position = await select(
    servers.primary.url,
    'select pg_current_wal_insert_lsn()::text as value',
  )
  await expect
    .poll(
      () =>
        select(
          servers.replica.url,
          `select pg_last_wal_replay_lsn() >= '${String(position)}' as value`,
        ),
      {
        timeout: 30_000,
      },
    )
    .toBe(true)
  return { servers, app, browser }
}

/** Kills the primary, and opens the app on its replica. */
async function failOver(servers: ReplicatedPostgres): Promise<App> {
  const { primary, replica } = servers
  await primary.kill('SIGKILL')
  await replica.start()
  await servers.promote()
  // It removes what the killed one has left in shared memory. Nothing uses it any more.
  await primary.start()
  return openApp(replica.url).app
}

function openApp(url: string) {
  const pool = new pg.Pool({ connectionString: url })
  // Unheard, a broken connection would end the process.
  pool.on('error', () => {})
  pool.on('connect', (client) => void client.on('error', () => {}))
  const db = new Kysely<unknown>({ dialect: new PostgresDialect({ pool }) })
  onTestFinished(() => db.destroy())
  const adapter = kyselyAdapter(db)
  return { db, adapter, app: makeApp({ adapter, session: { strategy: 'database' } }) }
}

function withCookies({ config }: App, cookies: Browser['cookies']): Browser {
  const browser = openBrowser(config, 'https://app.test')
  for (const { name, value } of cookies) browser.plant(name, value)
  return browser
}

/** Until the primary waits for its replica. */
async function untilNamed({ primary }: ReplicatedPostgres): Promise<void> {
  const isNamed = `select count(*)::int as value from pg_stat_replication where sync_state = 'sync'`
  await expect.poll(() => select(primary.url, isNamed), { timeout: 30_000 }).toBe(1)
}

/** Until a commit waits for the replica. */
async function untilWaiting({ primary }: ReplicatedPostgres): Promise<void> {
  const waiting = `select count(*)::int as value from pg_stat_activity where wait_event = 'SyncRep'`
  await expect.poll(() => select(primary.url, waiting), { timeout: 30_000 }).toBe(1)
}

async function select(url: string, text: string): Promise<unknown> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query<{ value: unknown }>(text)).rows[0]?.value
  } finally {
    await client.end()
  }
}

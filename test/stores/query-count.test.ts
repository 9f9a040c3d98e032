import { createClient } from 'redis'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { kyselyAdapter, migrate } from '../../src/adapters/kysely.js'
import { redisAdapter } from '../../src/adapters/redis.js'
import type { AuthConfig } from '../../src/core.js'
import type { Adapter } from '../../src/model/adapter.js'
import type { Browser } from '../support/browser.js'
import {
  makeProvider,
  makeOAuthApp,
  oidc,
  signIn,
  expectSignedIn,
  type OAuthApp,
} from '../support/oauth/sign-in.js'
import type { FakeProvider } from '../support/oauth/fake-provider.js'
import { fakeKey } from '../support/oauth/fake-keys.js'
import { describeWith } from '../support/servers/describe-with.js'
import { openMariadb, openPostgres, openSqlite, type TestDatabase } from './kysely-databases.js'

/** A store that writes down what its driver is asked. */
interface CountedStore {
  readonly adapter: Adapter
  readonly statements: string[]
  close(): Promise<void>
}

const short = { maxAge: 1000, updateAge: 100 }

/** What each visit takes, once the store has told what it will tell only once. */
interface Expected {
  readonly read: readonly string[]
  /** A read after `updateAge`. */
  readonly extend: readonly string[]
  /** A sign-in of someone known, in a browser without a session. */
  readonly signIn: readonly string[]
  /** What comes on top for a browser that has one. */
  readonly replace: readonly string[]
}

const statements: Expected = {
  read: ['select Session User'],
  extend: ['select Session User', 'update Session'],
  // After the session is written: the account must still be there, with the same issuer, and its user
  // must not have signed out at the provider or everywhere in the meantime.
  signIn: [
    'select Account User',
    'insert Session',
    'select Account',
    'update Account',
    'insert Attempt',
    'select Session User',
  ],
  // The record of the former session keeps a read that is under way from clearing the new cookie.
  replace: ['select Session User', 'insert Session', 'delete Session'],
}

describe('statements of a visit on SQLite', () => {
  counts(async () => countSql(openSqlite()), statements)
})

describeWith('postgres', 'statements of a visit on PostgreSQL', (server) => {
  counts(async () => countSql(openPostgres(await server.createDatabase('count'))), statements)
})

describeWith('mariadb', 'statements of a visit on MariaDB', (server) => {
  // Its UPDATE returns no row.
  const extend = [...statements.extend, 'select Session']
  const signIn = statements.signIn.toSpliced(-2, 0, 'select Account')
  counts(async () => countSql(openMariadb(await server.createDatabase('count'))), {
    ...statements,
    extend,
    signIn,
  })
})

describeWith('redis', 'commands of a visit on Redis', (server) => {
  const pointerAndRow = ['GET', 'HGET']
  counts(async () => countRedis(await server.createDatabase('count')), {
    read: ['EVALSHA'],
    extend: ['EVALSHA', ...pointerAndRow, 'EVALSHA', 'EVALSHA'],
    // Each thing lies in two places, which need not be on the same node of a cluster.
    signIn: [
      ...pointerAndRow,
      'HGET',
      'EVALSHA',
      'EVALSHA',
      ...pointerAndRow,
      ...pointerAndRow,
      'EVALSHA',
      'EVALSHA',
      'EVALSHA',
    ],
    replace: ['EVALSHA', 'EVALSHA', 'EVALSHA', 'GET', 'EVALSHA', 'EVALSHA'],
  })
})

function counts(open: () => Promise<CountedStore>, expected: Expected): void {
  let store: CountedStore
  let fake: FakeProvider
  beforeAll(async () => {
    store = await open()
    fake = await makeProvider({ key: await fakeKey('first', 'ES256') })
    // The first visits learn the columns or bring the scripts, and delete what has expired.
    const browser = openSite({ strategy: 'database', ...short }).browser()
    await signIn(browser, fake)
    await signIn(browser, fake)
    await later(() => browser.session())
  })
  afterAll(() => store.close())

  function openSite(session: NonNullable<AuthConfig['session']>): OAuthApp {
    return makeOAuthApp([oidc(fake)], { adapter: store.adapter, session })
  }

  async function enter(session: NonNullable<AuthConfig['session']>): Promise<Browser> {
    const browser = openSite(session).browser()
    expectSignedIn(browser, await signIn(browser, fake))
    return browser
  }

  async function take(work: () => Promise<unknown>): Promise<readonly string[]> {
    store.statements.splice(0)
    await work()
    return store.statements.splice(0).map(shorten)
  }

  it('takes one to read a session, and writes nothing within updateAge', async () => {
    const browser = await enter({ strategy: 'database' })
    for (let times = 0; times < 3; times++)
      expect(await take(() => browser.session())).toEqual(expected.read)
  })

  it('writes once when updateAge is over', async () => {
    const browser = await enter({ strategy: 'database', ...short })
    await later(async () => {
      expect(await take(() => browser.session())).toEqual(expected.extend)
      expect(await take(() => browser.session())).toEqual(expected.read)
    })
  })

  it('takes none for a visitor without a session', async () => {
    const browser = openSite({ strategy: 'database' }).browser()
    expect(await take(() => browser.session())).toEqual([])
    expect(await take(() => browser.fetchPage('/auth/signin'))).toEqual([])
  })

  it.each(['database', 'jwt'] as const)(
    'takes what it must for someone known to sign in, with the strategy %s',
    async (strategy) => {
      const browser = openSite({ strategy }).browser()
      const enterAgain = async (): Promise<void> =>
        expectSignedIn(browser, await signIn(browser, fake))
      expect(await take(enterAgain)).toEqual(expected.signIn)
      expect(await take(enterAgain)).toEqual([...expected.signIn, ...expected.replace])
    },
  )

  it('takes one to read a revocable token, and none within recheckAge', async () => {
    const always = await enter({ strategy: 'jwt', recheckAge: 0 })
    expect(await take(() => always.session())).toEqual(expected.read)
    expect(await take(() => always.session())).toEqual(expected.read)
    const seldom = await enter({ strategy: 'jwt' })
    await seldom.session()
    expect(await take(() => seldom.session())).toEqual([])
  })
}

/** Runs what happens a while after everything else. */
async function later(work: () => Promise<unknown>): Promise<void> {
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 2 * short.updateAge * 1000 })
  try {
    await work()
  } finally {
    vi.useRealTimers()
  }
}

/** What a statement does, and to which tables. */
function shorten(statement: string): string {
  const verb = /^\w+/.exec(statement)?.[0] ?? ''
  const tables = statement.matchAll(/(?:from|join|into|update) ["`]([A-Z]\w+)["`]/g)
  return [verb, ...[...tables].map(([, table]) => table)].join(' ')
}

async function countSql({ db, statements }: TestDatabase): Promise<CountedStore> {
  await migrate(db)
  return { adapter: kyselyAdapter(db), statements, close: () => db.destroy() }
}

async function countRedis(url: string): Promise<CountedStore> {
  const client = createClient({ url })
  await client.connect()
  const statements: string[] = []
  const call = (...args: string[]): Promise<unknown> => {
    statements.push(args[0] ?? '')
    return client.sendCommand(args)
  }
  return { adapter: redisAdapter({ call }), statements, close: async () => client.destroy() }
}

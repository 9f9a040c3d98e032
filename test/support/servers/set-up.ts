import type { TestProject } from 'vitest/node'
import { areRequired, findDatabases } from '../../../scripts/databases.mjs'
import { startMariadb } from './mariadb.js'
import { startPostgres } from './postgres.js'
import { startRedis } from './redis.js'
import type { Server } from './server.js'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The URL of the PostgreSQL server that all test files share, if there is one. */
    postgres: string | undefined
    /** The same of MariaDB. */
    mariadb: string | undefined
    /** The same of Redis. */
    redis: string | undefined
    /** Why a server is not there, by its kind. */
    absences: Readonly<Record<string, Absence>>
  }
}

export interface Absence {
  readonly why: string
  /** Whether tests may be skipped because of it. */
  readonly isForgiven: boolean
}

const starts = { postgres: startPostgres, mariadb: startMariadb, redis: startRedis }
const kinds = ['postgres', 'mariadb', 'redis'] as const

/** Starts one server of each kind for the whole run, and gives the tests their URLs. */
export default async function setUp(project: TestProject): Promise<() => Promise<void>> {
  const servers: Server[] = []
  const absences = findAbsences()
  await Promise.all(kinds.map(provide))
  project.provide('absences', absences)
  for (const { why, isForgiven } of Object.values(absences)) {
    const outcome = isForgiven ? 'SKIPPED' : 'FAILED'
    process.stderr.write(`\n${why}\n${outcome}: every test that needs it.\n`)
  }
  return async () => {
    await Promise.all(servers.map((server) => server.remove()))
  }

  async function provide(kind: (typeof kinds)[number]): Promise<void> {
    const server = absences[kind] ? undefined : await starts[kind]().catch(excuse)
    if (server) servers.push(server)
    project.provide(kind, server?.url)

    function excuse(error: unknown): undefined {
      absences[kind] = { why: String(error), isForgiven: false }
    }
  }
}

function findAbsences(): Record<string, Absence> {
  const { missing } = findDatabases()
  return Object.fromEntries(
    missing.map(({ kind, cure }) => [kind, { why: cure, isForgiven: !areRequired }]),
  )
}

import { describe, expect, it, onTestFinished } from 'vitest'
import { areRequired, findDatabases, findGalera } from '../../scripts/databases.mjs'
import type { Cluster } from './clusters/cluster.js'
import { openGaleraCluster } from './clusters/galera.js'
import { openPostgresCluster } from './clusters/postgres.js'
import { openRedisCluster, openSentinelCluster } from './clusters/redis.js'
import { runLoad } from './clusters/run-load.js'

/** `npm run load:clusters` sets it. Without it, one node of one cluster is killed. */
const minutes = Number(process.env['LOAD_MINUTES'] ?? 0)
const seed = Number(process.env['LOAD_SEED'] ?? 1)
const duration = minutes * 60_000 || 12_000
const plan = { duration, between: minutes ? 30_000 : 8000, down: minutes ? 10_000 : 3000, seed }

const clusters: Readonly<Record<string, () => Promise<Cluster>>> = {
  PostgreSQL: openPostgresCluster,
  Galera: openGaleraCluster,
  'Redis Sentinel': openSentinelCluster,
  'Redis Cluster': openRedisCluster,
}
const chosen = minutes ? Object.keys(clusters) : ['Redis Sentinel']
const isComplete = findDatabases().missing.length === 0 && findGalera() !== undefined

describe.skipIf(!isComplete && !areRequired)('a cluster whose nodes are killed under load', () => {
  it.each(chosen)(
    '%s gives no wrong answer, loses no acknowledged write and revives no session',
    async (name) => {
      const cluster = await clusters[name]?.()
      if (!cluster) throw new Error(`There is no cluster ${name}.`)
      onTestFinished(() => cluster.remove(), 120_000)
      const { violations } = await runLoad(name, cluster, plan)
      expect(violations).toEqual({ wrong: [], lost: [], revived: [] })
    },
    duration * 2 + 300_000,
  )
})

import { BaseSequencer, type TestSpecification } from 'vitest/node'

/** Files of one project follow each other, because only they can share a worker's modules. */
const projects = ['stores', 'package', 'isolated', 'qwik', 'engine']

/** The files that would keep one core busy alone if they came last. */
const slow = [
  'stores/store-races.test.ts',
  'stores/crash.test.ts',
  'stores/galera.test.ts',
  'stores/replica.test.ts',
  'stores/failover.test.ts',
  'stores/redis-failover.test.ts',
  'stores/cluster-load.test.ts',
  'stores/published-sign-in.test.ts',
  'stores/tokens.test.ts',
  'stores/published-contract.test.ts',
  'stores/outage.test.ts',
  'stores/kysely-contract.test.ts',
  'stores/published-upstash.test.ts',
  'stores/published-dynamodb.test.ts',
  'stores/published-prisma.test.ts',
  'stores/published-typeorm.test.ts',
  'stores/database-dump.test.ts',
  'stores/kysely-migrate.test.ts',
  'package/build/site.test.ts',
  'package/build/attacks.test.ts',
  'package/build/doctor.test.ts',
  'package/build/config/matrix.test.ts',
  'package/build/components.test.ts',
  'package/build/attacked-dev-server.test.ts',
  'security/interleavings/second-factors.test.ts',
  'security/interleavings/passwords.test.ts',
  'security/interleavings/process.test.ts',
  'security/interleavings/tokens.test.ts',
  'security/interleavings/pairs-planted.test.ts',
  'security/interleavings/pairs-settled.test.ts',
  'security/interleavings/pairs-empty.test.ts',
  'security/interleavings/pairs-settled-unlink.test.ts',
  'security/interleavings/faults.test.ts',
  'security/fuzz/routes.test.ts',
]

/** Starts with the files that take long, so that no core is idle at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files)
    return known.toSorted((a, b) => rankOf(a) - rankOf(b))
  }
}

function rankOf({ project, moduleId }: TestSpecification): number {
  const at = slow.findIndex((file) => moduleId.endsWith(`/${file}`))
  const place = at < 0 ? slow.length : at
  return projects.indexOf(project.name) * (slow.length + 1) + place
}

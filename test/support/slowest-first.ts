import { BaseSequencer, type TestSpecification } from 'vitest/node'

/**
 * Tests of `stores` wait most of the time, and those of `package` keep a core busy, so their files take
 * turns. Files of `engine` follow each other, because only they can share a worker's modules.
 */
const waiting = 'stores'
const busy = 'package'
const last = 'engine'

/** The files that would keep one core busy alone if they came last. */
const slow = [
  'stores/galera.test.ts',
  'stores/crash.test.ts',
  'stores/outage.test.ts',
  'stores/store-races.test.ts',
  'stores/tokens.test.ts',
  'stores/redis-replicas.test.ts',
  'stores/published-sign-in.test.ts',
  'stores/published-typeorm.test.ts',
  'stores/kysely-contract.test.ts',
  'stores/redemption.test.ts',
  'stores/published-prisma.test.ts',
  'stores/cluster-load.test.ts',
  'stores/redis-cluster.test.ts',
  'stores/published-contract.test.ts',
  'stores/kysely-migrate.test.ts',
  'stores/passkeys-in-chromium.test.ts',
  'stores/redis-failover.test.ts',
  'stores/published-upstash.test.ts',
  'stores/kysely-audit.test.ts',
  'stores/published-mikro-orm.test.ts',
  'stores/servers.test.ts',
  'stores/database-dump.test.ts',
  'stores/replica.test.ts',
  'stores/failover.test.ts',
  'stores/exhausted-pool.test.ts',
  'stores/published-dynamodb.test.ts',
  'package/build/site.test.ts',
  'package/build/attacks.test.ts',
  'package/build/doctor.test.ts',
  'package/build/components.test.ts',
  'package/build/mistakes.test.ts',
  'package/build/config/matrix.test.ts',
  'package/moving/move.test.ts',
  'package/build/client.test.ts',
  'package/build/types.test.ts',
  'package/build/attacked-dev-server.test.ts',
  'package/build/samples.test.ts',
  'package/build/cli.test.ts',
  'package/build/prisma-recipe.test.ts',
  'unit/qwik/attacks.test.ts',
  'security/attacks/bare.test.ts',
  'security/interleavings/passwords.test.ts',
  'security/interleavings/second-factors.test.ts',
  'security/interleavings/shared-process.test.ts',
  'security/attacks/faults.test.ts',
  'unit/mail/parsed-mails.test.ts',
  'unit/testing/contract.test.ts',
  'security/interleavings/password-states.test.ts',
  'security/interleavings/deletions.test.ts',
  'security/interleavings/pairs-settled-unlink.test.ts',
  'unit/pages/valid-pages.test.ts',
  'unit/cli/migrate.test.ts',
  'security/interleavings/faults.test.ts',
  'unit/cli/init.test.ts',
  'security/interleavings/confirmations.test.ts',
  'flows/passwords/password-sign-in.test.ts',
  'security/interleavings/tokens.test.ts',
  'security/interleavings/process.test.ts',
  'unit/testing/find-passwords.test.ts',
  'security/interleavings/pairs-settled.test.ts',
  'flows/providers/contract.test.ts',
  'security/fuzz/routes.test.ts',
  'security/interleavings/pairs-planted.test.ts',
  'security/interleavings/pairs-empty.test.ts',
]

/** Starts with the files that take long, so that no core is idle at the end. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const known = await super.sort(files)
    const sorted = known.toSorted((a, b) => rankOf(a) - rankOf(b))
    const of = (name: string): TestSpecification[] =>
      sorted.filter(({ project }) => project.name === name)
    const named: readonly string[] = [waiting, busy, last]
    const between = sorted.filter(({ project }) => !named.includes(project.name))
    return [...takeTurns(of(waiting), of(busy)), ...between, ...of(last)]
  }
}

function rankOf({ moduleId }: TestSpecification): number {
  const at = slow.findIndex((file) => moduleId.endsWith(`/${file}`))
  return at < 0 ? slow.length : at
}

/** One of each list in turn, and then what is left of the longer one. */
function takeTurns<Item>(some: readonly Item[], more: readonly Item[]): Item[] {
  const turns = Array.from({ length: Math.max(some.length, more.length) }, (_, at) => at)
  return turns.flatMap((at) => some.slice(at, at + 1).concat(more.slice(at, at + 1)))
}

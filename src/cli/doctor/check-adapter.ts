import { randomUUID } from 'node:crypto'
import type { KyselyDatabase } from '../../adapters/kysely/database.js'
import { planMigration } from '../../adapters/kysely/migrate.js'
import type { Adapter } from '../../model/adapter.js'
import { identityOf } from '../../model/database.js'
import { isObject } from '../read-file.js'
import type { CheckResult } from './check-result.js'
import { describeError } from './describe-error.js'
import { withinTime } from './within-time.js'

const check = 'adapter'

/** Checks that the database answers, and that it has the tables of this version. */
export async function checkAdapter(adapter: Adapter | undefined): Promise<CheckResult> {
  if (!adapter) {
    return { check, state: 'ok', message: 'None. Each session is stored in its cookie.' }
  }
  try {
    return await withinTime(askAdapter(adapter))
  } catch (error) {
    return {
      check,
      state: 'wrong',
      message: `The database fails: ${describeError(error, '')}`,
      cure: 'Check that it runs and that its address is right. If a table is missing, run npx latchkey migrate.',
    }
  }
}

async function askAdapter(adapter: Adapter): Promise<CheckResult> {
  const kysely = findKysely(adapter)
  const statements = kysely ? await planMigration(kysely.db, { tables: kysely.tables }) : []
  if (statements.length > 0) {
    return {
      check,
      state: 'wrong',
      message: `The tables lack ${statements.length} ${statements.length === 1 ? 'change' : 'changes'}, such as: ${firstLine(statements[0])}`,
      cure: 'Run npx latchkey migrate.',
    }
  }
  // Texts that no row has. An id is left out, because a database may expect a number there.
  const unknown = randomUUID()
  await adapter.getUserByEmail?.(`${unknown}@doctor.invalid`)
  await adapter.getSessionAndUser?.(unknown)
  await adapter.getUserByAccount?.({ provider: 'doctor', providerAccountId: unknown })
  return {
    check,
    state: 'ok',
    message: kysely ? 'The database answers and has every table.' : 'The database answers.',
  }
}

/** Finds the database of an adapter that `kyselyAdapter` made. */
function findKysely(
  adapter: Adapter,
): { readonly db: KyselyDatabase; readonly tables: Record<string, string> } | undefined {
  const identity = identityOf(adapter)
  if (!identity || !isKysely(identity.driver)) return undefined
  const tables: unknown = JSON.parse(identity.name)
  return { db: identity.driver, tables: isObject(tables) ? (tables as Record<string, string>) : {} }
}

function isKysely(driver: object): driver is KyselyDatabase {
  return 'getExecutor' in driver && 'executeQuery' in driver && 'withoutPlugins' in driver
}

function firstLine(statement: string | undefined): string {
  return (statement ?? '').trim().split('\n', 1)[0]?.slice(0, 60) ?? ''
}

import { tableNames } from '../../adapters/kysely/tables.js'
import type { Choice } from '../choice.js'
import { mayRepeat } from '../may-repeat.js'
import { nearest } from '../nearest.js'
import { Refusal } from '../refusal.js'
import type { Terminal } from '../terminal.js'
import type { Database } from './database.js'
import { mysql } from './mysql.js'
import { postgres } from './postgres.js'
import { redis } from './redis.js'
import { sqlite } from './sqlite.js'

const databases: readonly Database[] = [sqlite, postgres, mysql, redis]
const none = 'none'

/** Every answer to the question for a database. */
export const databaseIds: readonly string[] = [...databases.map(({ id }) => id), none]

type Environment = ReadonlyMap<string, string>

/** Finds a database by its id. Returns undefined for `none`. */
export function parseDatabase(
  id: string,
  choices: readonly Choice[],
  environment: Environment,
): Database | undefined {
  const wanted = id.trim().toLowerCase()
  if (wanted === none) {
    requireNoStore(choices)
    return undefined
  }
  const found = databases.find((database) => database.id === wanted)
  if (found) return withAddress(found, environment)
  const meant = nearest(wanted, databaseIds)
  const advice =
    meant === undefined ? `Choose ${databaseIds.join(', ')}.` : `Did you mean "${meant}"?`
  if (mayRepeat(id)) throw new Refusal(`Unknown database "${id}". ${advice}`)
  throw new Refusal('Write --database postgres, mysql or redis, and set the address in .env.')
}

/** Asks for a database until the answer is valid. */
export async function askForDatabase(
  terminal: Terminal,
  choices: readonly Choice[],
  environment: Environment,
): Promise<Database | undefined> {
  const preset = defaultDatabase(choices, environment)?.id ?? none
  for (;;) {
    const answer = await terminal.ask(renderQuestion(choices, preset))
    try {
      return parseDatabase(answer.trim() || preset, choices, environment)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      terminal.complain(error.message)
    }
  }
}

/**
 * The database of an app whose developer names none: that of `DATABASE_URL`, or a SQLite file. A
 * database needs packages and a place for its data, so the app gets one only if a provider needs it.
 */
export function defaultDatabase(
  choices: readonly Choice[],
  environment: Environment,
): Database | undefined {
  if (idsWithStore(choices).length === 0) return undefined
  const url = environment.get(sqlite.variable) ?? ''
  if (url === '') return sqlite
  const found = databases.find((one) => one.variable === sqlite.variable && one.address.test(url))
  if (found) return withAddress(found, environment)
  throw new Refusal(
    'DATABASE_URL does not start with file:, postgres:, mysql: or mariadb:, so init cannot write an adapter for it. Change DATABASE_URL, or add --database redis, which uses REDIS_URL.',
  )
}

/** The app may already have a database at the address, which the adapter then has to open. */
function withAddress(database: Database, environment: Environment): Database {
  const { id, variable, address } = database
  const url = environment.get(variable) ?? ''
  if (url === '') return database
  if (!address.test(url)) {
    const fitting = databases.find((one) => one.variable === variable && one.address.test(url))
    throw new Refusal(
      `${variable} is set, and it is not an address of ${id}. Change ${variable}${fitting ? `, or choose ${fitting.id}` : ''}.`,
    )
  }
  const advice = `Users and sessions go to the database of ${variable}, which is already set.`
  return id === redis.id
    ? { ...database, advice: `${advice} Turn on persistence in Redis.` }
    : {
        ...database,
        advice: `${advice} The app creates its tables there at the first request, or npx latchkey migrate does it now. If the database already has tables named ${tableNames.join(', ')}, they get the columns and indexes that they lack. To see the SQL first, run npx latchkey migrate --dry-run.`,
      }
}

function renderQuestion(choices: readonly Choice[], preset: string): string {
  const needing = idsWithStore(choices)
  const reason = needing.length === 0 ? '' : `${explainNeed(needing)} `
  const ids = needing.length === 0 ? databaseIds : databaseIds.filter((id) => id !== none)
  return `${reason}Which database? (${ids.join(', ')}; Enter means ${preset}) `
}

function requireNoStore(choices: readonly Choice[]): void {
  const needing = idsWithStore(choices)
  if (needing.length === 0) return
  throw new Refusal(`${explainNeed(needing)} Choose ${databases.map(({ id }) => id).join(', ')}.`)
}

function idsWithStore(choices: readonly Choice[]): readonly string[] {
  return choices.filter(({ needsAdapter }) => needsAdapter).map(({ id }) => id)
}

function explainNeed(ids: readonly string[]): string {
  const [subject, verb] = ids.length === 1 ? ['provider', 'needs'] : ['providers', 'need']
  return `The ${subject} ${ids.join(', ')} ${verb} a database.`
}

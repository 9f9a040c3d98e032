import type { Choice } from '../choice.js'
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

const question = `Which database? (${databaseIds.join(', ')}; Enter means sqlite) `

/** Finds a database by its id. Returns undefined for `none`. */
export function parseDatabase(id: string, choices: readonly Choice[]): Database | undefined {
  const wanted = id.trim().toLowerCase()
  if (wanted === none) {
    requireNoStore(choices)
    return undefined
  }
  const found = databases.find((database) => database.id === wanted)
  if (found) return found
  const meant = nearest(wanted, databaseIds)
  const advice =
    meant === undefined ? `Choose ${databaseIds.join(', ')}.` : `Did you mean "${meant}"?`
  throw new Refusal(`Unknown database "${id}". ${advice}`)
}

/** Asks for a database until the answer is valid. */
export async function askForDatabase(
  terminal: Terminal,
  choices: readonly Choice[],
): Promise<Database | undefined> {
  for (;;) {
    const answer = await terminal.ask(question)
    try {
      return parseDatabase(answer.trim() || sqlite.id, choices)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      terminal.complain(error.message)
    }
  }
}

/** The database of an app whose developer was not asked. */
export function defaultDatabase(choices: readonly Choice[]): Database | undefined {
  return choices.some(({ needsAdapter }) => needsAdapter) ? sqlite : undefined
}

function requireNoStore(choices: readonly Choice[]): void {
  const ids = choices.filter(({ needsAdapter }) => needsAdapter).map(({ id }) => id)
  if (ids.length === 0) return
  throw new Refusal(
    `The provider ${ids.join(', ')} needs a database. Choose ${databases.map(({ id }) => id).join(', ')}.`,
  )
}

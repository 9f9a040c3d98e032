import { findExposures } from '../databases/sqlite-exposure.js'
import { inMemory, sqlitePathOf } from '../databases/sqlite-path.js'
import { findUrl } from '../migrate/find-url.js'
import { Refusal } from '../refusal.js'
import type { CheckResult } from './check-result.js'

const check = 'database file'

/** Checks that git and other users cannot read the app's SQLite file, if it has one. */
export async function checkDatabaseFile(folder: string): Promise<readonly CheckResult[]> {
  const url = await findUrl(folder).catch((error: unknown) => {
    if (error instanceof Refusal) return undefined
    throw error
  })
  const path = url === undefined ? undefined : sqlitePathOf(url)
  if (url === undefined || path === undefined || path === inMemory) return []
  const exposures = await findExposures(folder, url)
  if (exposures.length > 0) {
    return exposures.map(({ state, message, cure }) => ({ check, state, message, cure }))
  }
  return [{ check, state: 'ok', message: `No other user and no commit can read ${path}.` }]
}

import { migrate, planMigration } from '../../adapters/kysely/migrate.js'
import type { KyselyAdapterOptions } from '../../adapters/kysely/store.js'
import { tableNames, type TableName } from '../../adapters/kysely/tables.js'
import type { GivenOptions } from '../command.js'
import { findExposures } from '../databases/sqlite-exposure.js'
import { findPackage } from '../find-package.js'
import { mayRepeat } from '../may-repeat.js'
import { muteConsole } from '../mute-console.js'
import { Refusal } from '../refusal.js'
import type { Terminal } from '../terminal.js'
import { findUrl } from './find-url.js'
import { hidePassword, nameDatabase } from './hide-password.js'
import { openDatabase } from './open-database.js'
import type { Access } from './open-sqlite.js'

/** Migrates the app's database, and resolves with the exit code. */
export async function runMigrate(
  { flags, values }: GivenOptions,
  start: string,
  terminal: Terminal,
): Promise<number> {
  // The app opens a path such as `file:.data/auth.sqlite` in its own folder.
  const folder = findPackage(start) ?? start
  const options = { tables: parseTables(values.get('tables')) }
  const url = values.get('url') || (await findUrl(folder))
  const access = flags.has('dry-run') ? 'read' : 'write'
  try {
    // A driver logs the parts of an address that it does not understand, such as a piece of a password.
    const statements = await muteConsole(() => runOnDatabase(folder, url, options, access))
    terminal.print(describeStatements(statements, url, access))
    if (access === 'write') {
      for (const { message, cure } of await findExposures(folder, url)) {
        terminal.print(`Note: ${message} ${cure}`)
      }
    }
    return 0
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error)
    if (message === 'Invalid URL') throw new Refusal(explainAddress)
    throw new Refusal(hidePassword(message || `No answer from ${nameDatabase(url)}.`, url))
  }
}

const explainAddress =
  'The address of the database, --url or DATABASE_URL, is not a URL. If its password has a character such as # or /, write it as %23 or %2F.'

async function runOnDatabase(
  folder: string,
  url: string,
  options: KyselyAdapterOptions,
  access: Access,
): Promise<readonly string[]> {
  const { db, close } = await openDatabase(folder, url, access)
  try {
    const statements = await planMigration(db, options)
    if (access === 'write' && statements.length > 0) await migrate(db, options)
    return statements
  } finally {
    await close()
  }
}

function describeStatements(statements: readonly string[], url: string, access: Access): string {
  const place = nameDatabase(url)
  if (access === 'read') {
    return statements.length === 0
      ? `-- ${place} needs no change.`
      : statements.map((statement) => `${statement};`).join('\n\n')
  }
  return statements.length === 0
    ? `The tables in ${place} are up to date.`
    : `Migrated ${place} with ${statements.length} ${statements.length === 1 ? 'statement' : 'statements'}.`
}

function parseTables(list: string | undefined): KyselyAdapterOptions['tables'] {
  if (list === undefined) return undefined
  return Object.fromEntries(
    list.split(',').map((pair) => {
      const [name = '', table = ''] = pair.split('=').map((part) => part.trim())
      if (!isTableName(name) || table === '') throw new Refusal(explainTables(pair))
      return [name, table]
    }),
  )
}

function isTableName(name: string): name is TableName {
  return tableNames.some((known) => known === name)
}

function explainTables(pair: string): string {
  const got = mayRepeat(pair.trim()) ? `, got "${pair.trim()}"` : ''
  return `Expected --tables to have names such as User=users${got}. The tables are ${tableNames.join(', ')}.`
}

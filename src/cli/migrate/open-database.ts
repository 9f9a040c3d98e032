import type { KyselyDatabase } from '../../adapters/kysely/database.js'
import { kyselyPackage } from '../databases/kysely-package.js'
import { sqlitePathOf } from '../databases/sqlite-path.js'
import { importFromApp } from '../import-from-app.js'
import type { JsonObject } from '../read-file.js'
import { Refusal } from '../refusal.js'
import { prepareSqlite, type Access } from './open-sqlite.js'

/** A database that a command opened, and has to close. */
export interface OpenDatabase {
  readonly db: KyselyDatabase
  readonly close: () => Promise<void>
}

/** Opens the database of a URL, with the app's own Kysely and driver. */
export async function openDatabase(
  folder: string,
  url: string,
  access: Access,
): Promise<OpenDatabase> {
  const kysely = await requirePackage(folder, ['kysely'])
  const path = sqlitePathOf(url)
  const dialect =
    path === undefined
      ? await openDialect(folder, url, kysely)
      : await openSqlite(folder, await prepareSqlite(folder, path, access), kysely)
  const db: unknown = construct(kysely, 'Kysely', { dialect })
  if (!isDatabase(db))
    throw new Refusal(`Expected Kysely 0.28 or later. Run npm install ${kyselyPackage}.`)
  return { db, close: () => db.destroy() }
}

async function openDialect(folder: string, url: string, kysely: JsonObject): Promise<unknown> {
  const scheme = /^([a-z]+):/i.exec(url)?.[1]?.toLowerCase()
  switch (scheme) {
    case 'postgres':
    case 'postgresql': {
      const pg = await requirePackage(folder, ['pg'])
      return construct(kysely, 'PostgresDialect', {
        pool: construct(pg, 'Pool', { connectionString: url }),
      })
    }
    case 'mysql':
    case 'mariadb': {
      const { createPool } = await requirePackage(folder, ['mysql2'])
      const pool: unknown = isFunction(createPool) && createPool(url)
      return construct(kysely, 'MysqlDialect', { pool })
    }
    default:
      throw new Refusal(
        'Expected the URL of the database to start with file:, postgres:, mysql: or mariadb:, such as file:.data/auth.sqlite.',
      )
  }
}

async function openSqlite(folder: string, path: string, kysely: JsonObject): Promise<unknown> {
  const driver = await requirePackage(folder, ['libsql', 'better-sqlite3'])
  const database = construct(driver, 'default', path, { timeout: 10_000 })
  return construct(kysely, 'SqliteDialect', { database })
}

/** Imports the first of several packages that the app has. */
async function requirePackage(folder: string, names: readonly string[]): Promise<JsonObject> {
  for (const name of names) {
    const found = await importFromApp(folder, name)
    if (found) return found
  }
  const wanted = names[0] === 'kysely' ? kyselyPackage : names[0]
  throw new Refusal(`The app does not have ${names.join(' or ')}. Run npm install ${wanted}.`)
}

function construct(module: JsonObject, name: string, ...args: readonly unknown[]): unknown {
  const Class = module[name]
  if (!isFunction(Class)) throw new Refusal(`Expected the package of ${name} to export it.`)
  return Reflect.construct(Class, args)
}

function isFunction(value: unknown): value is (...args: readonly unknown[]) => unknown {
  return typeof value === 'function'
}

function isDatabase(value: unknown): value is KyselyDatabase & { destroy(): Promise<void> } {
  const needed = ['executeQuery', 'withoutPlugins', 'getExecutor', 'destroy']
  if (typeof value !== 'object' || value === null) return false
  return needed.every((name) => isFunction(Reflect.get(value, name)))
}

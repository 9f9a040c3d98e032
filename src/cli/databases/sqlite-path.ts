import { relative, resolve } from 'node:path'

/** The address that the adapter of `init` uses if the variable is missing or empty. */
export const defaultSqliteUrl = 'file:.data/auth.sqlite'

/** The path of a database that lives in the process only. */
export const inMemory = ':memory:'

/** Also part of the adapter file that `init` writes, so that an address has one meaning. */
export const sqliteUrl: RegExp = /^(?:file|sqlite):(?:\/\/)?([^?]+)/i

/** Any address that the adapter of `init` opens. */
export const sqliteAddress: RegExp = new RegExp(`^${inMemory}$|${sqliteUrl.source}`, 'i')

/**
 * Returns the path in the address of a SQLite database: `file:auth.sqlite`, `sqlite:auth.sqlite`,
 * `file:///srv/auth.sqlite` or `:memory:`. Returns undefined for any other address.
 *
 * The options in a query, as in Prisma's `file:dev.db?connection_limit=1`, are not part of the path.
 */
export function sqlitePathOf(url: string): string | undefined {
  return url === inMemory ? url : sqliteUrl.exec(url)?.[1]
}

/**
 * Returns the pattern with which git ignores a SQLite file in the app's folder, and the files that
 * SQLite writes beside it. Returns undefined for any other database.
 */
export function ignorePatternOf(folder: string, url: string): string | undefined {
  const path = sqlitePathOf(url)
  if (path === undefined || path === inMemory) return undefined
  const below = relative(folder, resolve(folder, path)).replaceAll('\\', '/')
  if (below.startsWith('..') || below.startsWith('.data/')) return undefined
  return toIgnorePattern(below)
}

/** Returns a line of `.gitignore` for a SQLite file and the files beside it. */
export function toIgnorePattern(path: string): string {
  // Git gives these characters a meaning, the first two only at the start of a line.
  return `${path.replaceAll(/^[#!]|[*?[\]\\]/g, String.raw`\$&`)}*`
}

/** The address that the adapter of `init` uses if the variable is missing or empty. */
export const defaultSqliteUrl = 'file:.data/auth.sqlite'

/** The path of a database that lives in the process only. */
export const inMemory = ':memory:'

/** Also part of the adapter file that `init` writes, so that an address has one meaning. */
export const sqliteUrl: RegExp = /^(?:file|sqlite):(?:\/\/)?(.+)$/i

/**
 * Returns the path in the address of a SQLite database: `file:auth.sqlite`, `sqlite:auth.sqlite`,
 * `file:///srv/auth.sqlite` or `:memory:`. Returns undefined for any other address.
 */
export function sqlitePathOf(url: string): string | undefined {
  return url === inMemory ? url : sqliteUrl.exec(url)?.[1]
}

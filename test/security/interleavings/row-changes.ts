import type { AdapterAccount } from '../../../src/model/adapter.js'
import type { Rows } from './tables.js'

type Table = keyof Rows
type Row = Rows[Table][number]

/** A key of a row, and what it says. It changes with the row, or with what it says. */
type Entry = readonly [key: string, value: unknown]

/** How a row is named, and in which lists it is. */
type Entries = { readonly [T in Table]: (row: Rows[T][number]) => readonly Entry[] }

// prettier-ignore
const entries: Entries = {
  users: (row) => [[`users:${row.id}`, row], [`user ids:${row.id}`, true], [`addresses:${row.email}`, row.id]],
  accounts: (row) => {
    const name = accountName(row)
    return [[`accounts:${name}`, row], [`owners:${name}`, row.userId], [`accounts of ${row.userId}:${name}`, true]]
  },
  sessions: (row) => {
    const { sessionToken, userId, provider, providerSessionId } = row
    const at = `sessions at ${provider}/${providerSessionId}:${sessionToken}`
    return [[`sessions:${sessionToken}`, row], [`sessions of ${userId}:${sessionToken}`, true], [at, true]]
  },
  tokens: (row) => [[`tokens:${row.identifier}/${row.token}`, row]],
  authenticators: (row) => {
    const { credentialID, userId } = row
    return [[`authenticators:${credentialID}`, row], [`authenticators of ${userId}:${credentialID}`, true]]
  },
  passwords: (row) => [[`passwords:${row.userId}`, row]],
  factors: (row) => [[`factors:${row.id}`, row], [`factors of ${row.userId}:${row.id}`, true]],
  attempts: (row) => [[`attempts:${row.key}`, row]],
}

/** The keys of everything that differs between two states of the database. */
export function changesBetween(before: Rows, after: Rows): readonly string[] {
  if (before === after) return []
  const tables = (Object.keys(entries) as Table[]).filter((name) => before[name] !== after[name])
  return tables.flatMap((name) => changesOf(name, before[name], after[name]))
}

function changesOf(table: Table, before: readonly Row[], after: readonly Row[]): readonly string[] {
  const list = entries[table] as (row: Row) => readonly Entry[]
  const gone = before.filter((row) => !after.includes(row)).flatMap(list)
  const come = after.filter((row) => !before.includes(row)).flatMap(list)
  return [...missingIn(come, gone), ...missingIn(gone, come)].map(([key]) => key)
}

/** The entries that another list does not have. */
function missingIn(others: readonly Entry[], some: readonly Entry[]): readonly Entry[] {
  return some.filter(
    ([key, value]) => !others.some(([other, held]) => other === key && isSame(held, value)),
  )
}

function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== 'object' || typeof b !== 'object' || !a || !b) return a === b
  if (a instanceof Date && b instanceof Date) return a.getTime() === b.getTime()
  const names = new Set([...Object.keys(a), ...Object.keys(b)])
  return [...names].every((name) => isSame(a[name as keyof typeof a], b[name as keyof typeof b]))
}

export function accountName({
  provider,
  providerAccountId,
}: Pick<AdapterAccount, 'provider' | 'providerAccountId'>): string {
  return `${provider}/${providerAccountId}`
}

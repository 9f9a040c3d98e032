/** A row as text: JSON, with every `Date` kept as a date. Fields that are `undefined` are left out. */
export function encodeRow(row: object): string {
  return JSON.stringify(row, function (this: Record<string, unknown>, key: string, value: unknown) {
    // A date has become text when it gets here; its holder still has the date.
    const original = this[key]
    return original instanceof Date ? { $date: requireTime(original) } : escapeKeys(value)
  })
}

/** The row that {@link encodeRow} wrote. */
export function decodeRow(text: string): object {
  const row: unknown = JSON.parse(text, (_key, value: unknown) => reviveValue(value))
  if (typeof row !== 'object' || row === null) throw new TypeError('Expected a row in Redis.')
  return row
}

/** A row that expires, with the time in front where scripts can read it. */
export function encodeExpiring(row: { expires: Date }): string {
  return `${requireTime(row.expires)} ${encodeRow(row)}`
}

/** The row that {@link encodeExpiring} wrote. */
export function decodeExpiring(text: string): object {
  return decodeRow(text.slice(text.indexOf(' ') + 1))
}

/** A row with the fields of `changes` that are not `undefined`. */
export function mergeRow<Row extends object>(row: Row, changes: Partial<Row>): Row {
  const said = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...row, ...(Object.fromEntries(said) as Partial<Row>) }
}

/** Milliseconds since the epoch. */
export function requireTime(date: Date): number {
  const time = date.getTime()
  if (Number.isNaN(time)) throw new TypeError('Expected a valid date, got an invalid one.')
  return time
}

/** An object of the application may have a key `$date` itself: one more `$` keeps it apart. */
const looksLikeDate = /^\$+date$/
const escapedDate = /^\$\$+date$/

function escapeKeys(value: unknown): unknown {
  if (!isPlain(value) || !Object.keys(value).some((key) => looksLikeDate.test(key))) return value
  return mapKeys(value, (key) => (looksLikeDate.test(key) ? `$${key}` : key))
}

function reviveValue(value: unknown): unknown {
  if (!isPlain(value)) return value
  if (typeof value['$date'] === 'number') return new Date(value['$date'])
  if (!Object.keys(value).some((key) => escapedDate.test(key))) return value
  return mapKeys(value, (key) => (escapedDate.test(key) ? key.slice(1) : key))
}

function mapKeys(value: object, rename: (key: string) => string): object {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [rename(key), field]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

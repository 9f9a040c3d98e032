/** Encodes a row as JSON that preserves `Date`s. Leaves out fields that are `undefined`. */
export function encodeRow(row: object): string {
  return JSON.stringify(row, function (this: Record<string, unknown>, key: string, value: unknown) {
    // `value` is already a string if it was a date, so the original is read from its parent object.
    const original = this[key]
    return original instanceof Date ? { $date: requireTime(original) } : escapeKeys(value)
  })
}

/** Decodes a row from {@link encodeRow}. */
export function decodeRow(text: string): object {
  const parsed: unknown = JSON.parse(text)
  // Many rows have neither a date nor an escaped key.
  const row = text.includes('date":') ? revive(parsed) : parsed
  if (typeof row !== 'object' || row === null) throw new TypeError('Expected a row in Redis.')
  return row
}

/** Encodes a row that expires. The time comes first, so that scripts can read it. */
export function encodeExpiring(row: { expires: Date }): string {
  return `${requireTime(row.expires)} ${encodeRow(row)}`
}

/** Decodes a row from {@link encodeExpiring}. */
export function decodeExpiring(text: string): object {
  return decodeRow(text.slice(text.indexOf(' ') + 1))
}

/** Returns the row with the fields of `changes` that are not `undefined`. */
export function mergeRow<Row extends object>(row: Row, changes: Partial<Row>): Row {
  const defined = Object.entries(changes).filter(([, value]) => value !== undefined)
  return { ...row, ...(Object.fromEntries(defined) as Partial<Row>) }
}

/** Returns milliseconds since the epoch. Throws if the date is not valid. */
export function requireTime(date: Date): number {
  const time = date.getTime()
  if (Number.isNaN(time)) throw new TypeError('Expected a valid date, got an invalid one.')
  return time
}

/** An app's object may contain a key `$date`. It is escaped with one more `$`. */
const looksLikeDate = /^\$+date$/
const escapedDate = /^\$\$+date$/

function escapeKeys(value: unknown): unknown {
  if (!isPlain(value) || !Object.keys(value).some((key) => looksLikeDate.test(key))) return value
  return mapKeys(value, (key) => (looksLikeDate.test(key) ? `$${key}` : key))
}

/** Restores dates and keys. Faster than a reviver, which `JSON.parse` calls for every value. */
function revive(value: unknown): unknown {
  if (!isObject(value)) return value
  if (typeof value['$date'] === 'number') return new Date(value['$date'])
  let isEscaped = false
  for (const key of Object.keys(value)) {
    // An own member, so that one with the name `__proto__` is replaced like the others.
    value[key] = revive(value[key])
    isEscaped ||= key.startsWith('$$')
  }
  if (!isEscaped) return value
  return mapKeys(value, (key) => (escapedDate.test(key) ? key.slice(1) : key))
}

function mapKeys(value: object, rename: (key: string) => string): object {
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [rename(key), field]))
}

function isPlain(value: unknown): value is Record<string, unknown> {
  return isObject(value) && !Array.isArray(value)
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null
}

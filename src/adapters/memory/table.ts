/** Rows by key. What is put in or read is copied: nobody else holds a row. */
export interface Table<Row> {
  get(key: string): Row | null
  /** Every row as it is kept, for looking only. */
  all(): readonly Readonly<Row>[]
  /** The rows that the table's index has under `value`. */
  where(value: string): Row[]
  /** Throws if the key is taken. */
  insert(row: Row): Row
  /** Changes the fields that are not `undefined`. */
  update(key: string, patch: Partial<Row>): Row | null
  remove(key: string): Row | null
}

/** An empty table. */
export function openTable<Row extends object>({
  noun,
  keyOf,
  indexOf = () => undefined,
  record,
}: {
  noun: string
  keyOf: (row: Row) => string
  indexOf?: (row: Row) => string | null | undefined
  /** Told how to take back each change. */
  record: (undo: () => void) => void
}): Table<Row> {
  const rows = new Map<string, Row>()
  const index = new Map<string, Set<string>>()

  const put = (key: string, row: Row | undefined): void => {
    const old = rows.get(key)
    const [oldValue, value] = [old && indexOf(old), row && indexOf(row)]
    if (typeof oldValue === 'string') {
      index.get(oldValue)?.delete(key)
      if (index.get(oldValue)?.size === 0) index.delete(oldValue)
    }
    if (typeof value === 'string') index.set(value, (index.get(value) ?? new Set()).add(key))
    if (row) rows.set(key, row)
    else rows.delete(key)
  }

  const change = (key: string, row: Row | undefined): void => {
    const old = rows.get(key)
    record(() => put(key, old))
    put(key, row)
  }

  return {
    get: (key) => copy(rows.get(key)),
    all: () => [...rows.values()],
    where: (value) => [...(index.get(value) ?? [])].flatMap((key) => copy(rows.get(key)) ?? []),
    insert: (row) => {
      const key = keyOf(row)
      if (rows.has(key)) throw new Error(`This ${noun} exists already.`)
      change(key, structuredClone(row))
      return structuredClone(row)
    },
    update: (key, patch) => {
      const old = rows.get(key)
      if (!old) return null
      const row = { ...old, ...structuredClone(withoutUndefined(patch)) }
      change(key, row)
      return copy(row)
    },
    remove: (key) => {
      const old = rows.get(key)
      if (old) change(key, undefined)
      return copy(old)
    },
  }
}

/** A copy with the fields that say something. */
export function withoutUndefined<T extends object>(row: T): T {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as T
}

function copy<Row>(row: Row | undefined): Row | null {
  return row === undefined ? null : structuredClone(row)
}

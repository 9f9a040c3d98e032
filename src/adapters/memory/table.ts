/**
 * Rows, keyed by a unique key. Rows are copied when they are stored and read, so callers cannot
 * change them in place.
 */
export interface Table<Row> {
  get(key: string): Row | null
  /** Returns every stored row. Callers must not change them. */
  all(): readonly Readonly<Row>[]
  /** Returns the rows whose indexed column has this value. */
  where(value: string): Row[]
  /** Throws if the key already exists. */
  insert(row: Row): Row
  /** Changes the fields that are not `undefined`. */
  update(key: string, patch: Partial<Row>): Row | null
  remove(key: string): Row | null
}

/** Creates an empty table. */
export function openTable<Row extends object>({
  noun,
  keyOf,
  indexOf = () => undefined,
  record,
}: {
  noun: string
  keyOf: (row: Row) => string
  indexOf?: (row: Row) => string | null | undefined
  /** Receives the function that undoes each change. */
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

/** Returns a copy without `undefined` fields. */
export function withoutUndefined<T extends object>(row: T): T {
  const fields = Object.entries(row).filter(([, value]) => value !== undefined)
  return Object.fromEntries(fields) as T
}

function copy<Row>(row: Row | undefined): Row | null {
  return row === undefined ? null : structuredClone(row)
}

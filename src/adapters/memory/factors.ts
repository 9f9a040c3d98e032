import type { Adapter, AdapterFactor, AdapterFactorUse } from '../../model/adapter.js'
import type { Table } from './table.js'

type FactorMethods = Required<
  Pick<
    Adapter,
    | 'listFactorsByUserId'
    | 'createFactor'
    | 'useFactorStep'
    | 'deleteFactor'
    | 'replaceFactors'
    | 'listDueDeletions'
  >
>

/** The tables that the methods for factors use. */
interface Tables {
  readonly users: Pick<Table<object>, 'get'>
  readonly factors: Table<AdapterFactor>
}

/** The methods for factors. `run` runs one operation when its turn has come. */
export function factorMethods(
  run: <T>(operation: (tables: Tables) => T) => Promise<T>,
): FactorMethods {
  return {
    listFactorsByUserId: (userId) => run(({ factors }) => factors.where(userId)),
    createFactor: (factor) => run((tables) => insertFactor(tables, factor)),
    useFactorStep: (id, use) => run((tables) => useStep(tables, id, use)),
    deleteFactor: (id) => run(({ factors }) => factors.remove(id) !== null),
    replaceFactors: (userId, type, factors) =>
      run((tables) => replaceFactors(tables, userId, type, factors)),
    listDueDeletions: (now) =>
      run(({ factors }) => {
        const due = [...factors.all()].filter((factor) => isDueDeletion(factor, now))
        return [...new Set(due.map(({ userId }) => userId))]
      }),
  }
}

export function factorKey({ id }: Pick<AdapterFactor, 'id'>): string {
  return id
}

function isDueDeletion({ type, lastUsedAt }: AdapterFactor, now: Date): boolean {
  return type === 'deletion' && lastUsedAt !== null && lastUsedAt.getTime() < now.getTime()
}

function insertFactor({ users, factors }: Tables, factor: AdapterFactor): AdapterFactor {
  if (!users.get(factor.userId)) throw new Error('No user has this id.')
  return factors.insert(factor)
}

function useStep(
  { factors }: Tables,
  id: string,
  { step, lastUsedAt, secret }: AdapterFactorUse,
): boolean {
  const current = factors.get(id)
  if (!current || current.lastStep >= step) return false
  factors.update(id, { lastStep: step, lastUsedAt, ...(secret === undefined ? {} : { secret }) })
  return true
}

function replaceFactors(
  tables: Tables,
  userId: string,
  type: AdapterFactor['type'],
  given: readonly AdapterFactor[],
): void {
  const removed = tables.factors.where(userId).filter((factor) => factor.type === type)
  for (const { id } of removed) tables.factors.remove(id)
  const inserted: AdapterFactor[] = []
  try {
    for (const factor of given) inserted.push(insertFactor(tables, factor))
  } catch (thrown) {
    for (const { id } of inserted) tables.factors.remove(id)
    for (const factor of removed) tables.factors.insert(factor)
    throw thrown
  }
}

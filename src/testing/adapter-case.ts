import type { Adapter } from '../model/adapter.js'

/** Name of a method of the adapter port. */
export type AdapterMethod = keyof Adapter

/** One demand on an adapter, for any test runner. */
export interface AdapterCase {
  /** The demand as a sentence, its group in front; unique, and the same in every run. */
  readonly name: string
  /** What the demand is about. */
  readonly group: string
  /**
   * `base` if every adapter of Auth.js must meet the demand too, `strict` if it goes beyond: a
   * published adapter that fails some strict cases still works, with the weaknesses they name.
   */
  readonly level: 'base' | 'strict'
  /** The methods that the case calls. */
  readonly needs: readonly AdapterMethod[]
  /**
   * Resolves if the demand is met and rejects with a sentence if not.
   *
   * A missing method is a failure if every adapter must have it. One that is optional makes the case
   * not applicable: it calls `skip` of the context that vitest and node:test hand to a test, and
   * passes with a runner that hands none.
   */
  readonly run: (...context: readonly unknown[]) => Promise<void>
}

/** What a case may ask for besides the adapter. */
export interface Surroundings {
  /** An id that no user has. */
  readonly unknownId: () => string
}

/** A row of a table of cases. */
export interface CaseRow {
  readonly level: AdapterCase['level']
  readonly title: string
  readonly needs: readonly AdapterMethod[]
  readonly check: (adapter: Adapter, surroundings: Surroundings) => Promise<void>
}

type Having<M extends AdapterMethod> = Adapter & Required<Pick<Adapter, M>>
type Check<M extends AdapterMethod> = (
  adapter: Having<M>,
  surroundings: Surroundings,
) => Promise<void>

/** A demand that Auth.js makes of its own adapters. */
export function base<M extends AdapterMethod>(
  title: string,
  needs: readonly M[],
  check: Check<M>,
): CaseRow {
  return toRow('base', title, needs, check)
}

/** A demand beyond those of Auth.js. */
export function strict<M extends AdapterMethod>(
  title: string,
  needs: readonly M[],
  check: Check<M>,
): CaseRow {
  return toRow('strict', title, needs, check)
}

/** The adapter with these methods certainly there; throws with the names of those that are not. */
export function requireMethods<M extends AdapterMethod>(
  adapter: Adapter,
  needs: readonly M[],
): Having<M> {
  if (hasMethods(adapter, needs)) return adapter
  const missing = needs.filter((name) => !adapter[name])
  throw new Error(`Expected the adapter to have ${missing.join(', ')}.`)
}

function toRow<M extends AdapterMethod>(
  level: CaseRow['level'],
  title: string,
  needs: readonly M[],
  check: Check<M>,
): CaseRow {
  const checkAll: CaseRow['check'] = async (adapter, surroundings) =>
    check(requireMethods(adapter, needs), surroundings)
  return { level, title, needs, check: checkAll }
}

function hasMethods<M extends AdapterMethod>(
  adapter: Adapter,
  needs: readonly M[],
): adapter is Having<M> {
  return needs.every((name) => adapter[name])
}

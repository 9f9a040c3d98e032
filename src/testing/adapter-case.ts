import type { Adapter } from '../model/adapter.js'

/** The name of an adapter method. */
export type AdapterMethod = keyof Adapter

/** One requirement for an adapter, as a test for any test runner. */
export interface AdapterCase {
  /**
   * The requirement as a sentence with its group in front. It is unique and the same in every run.
   */
  readonly name: string
  /** The subject of the requirement. */
  readonly group: string
  /**
   * `base` if every Auth.js adapter must meet the requirement too, and `strict` if it goes further.
   * A published adapter that fails strict cases still works, with the weaknesses that they name.
   */
  readonly level: 'base' | 'strict'
  /** The methods that the case calls. */
  readonly needs: readonly AdapterMethod[]
  /**
   * Resolves if the adapter meets the requirement. Otherwise rejects with a sentence that says why.
   *
   * If a required method is missing, the case fails. If an optional method is missing, the case
   * does not apply. It then calls `skip` of the context that vitest and node:test pass to a test.
   * With another runner, it passes.
   */
  readonly run: (...context: readonly unknown[]) => Promise<void>
}

/** What a case can use in addition to the adapter. */
export interface Surroundings {
  /** Returns an id that no user has. */
  readonly unknownId: () => string
}

/** One row of a table of cases. */
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

/** Defines a requirement that Auth.js has for its own adapters. */
export function base<M extends AdapterMethod>(
  title: string,
  needs: readonly M[],
  check: Check<M>,
): CaseRow {
  return toRow('base', title, needs, check)
}

/** Defines a requirement that goes beyond those of Auth.js. */
export function strict<M extends AdapterMethod>(
  title: string,
  needs: readonly M[],
  check: Check<M>,
): CaseRow {
  return toRow('strict', title, needs, check)
}

/** Returns the adapter with these methods present. Throws with the names of the missing ones. */
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

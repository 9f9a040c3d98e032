import type { Adapter } from '../model/adapter.js'
import type { Awaitable } from '../model/awaitable.js'
import { accountCases } from './account-cases.js'
import type { AdapterCase, AdapterMethod, CaseRow, Surroundings } from './adapter-case.js'
import { attemptCases } from './attempt-cases.js'
import { authenticatorCases } from './authenticator-cases.js'
import { deviceCases } from './device-cases.js'
import { authenticatorMethods, requiredMethods } from './methods.js'
import { oneStepCases } from './one-step-cases.js'
import { raceCases } from './race-cases.js'
import { unique } from './rows.js'
import { sessionCases } from './session-cases.js'
import { textCases } from './text-cases.js'
import { transactionCases } from './transaction-cases.js'
import { userCases } from './user-cases.js'
import { verificationTokenCases } from './verification-token-cases.js'

/** What the contract cannot know of a store. */
export interface AdapterContractOptions {
  /**
   * Makes an id that no user has, in the form of the store's ids. A random UUID unless given; a
   * store that counts its users needs a large number.
   */
  readonly unknownId?: (() => string) | undefined
}

// prettier-ignore
const groups: readonly (readonly [name: string, rows: readonly CaseRow[]])[] = [
  ['users',               userCases],
  ['accounts',            accountCases],
  ['sessions',            sessionCases],
  ['devices',             deviceCases],
  ['verification tokens', verificationTokenCases],
  ['authenticators',      authenticatorCases],
  ['attempts',            attemptCases],
  ['text',                textCases],
  ['races',               raceCases],
  ['transactions',        transactionCases],
  ['one step',            oneStepCases],
]

/**
 * The demands on an adapter as a list of cases, for any test runner.
 *
 * ```ts
 * import { adapterContract } from 'latchkey/testing'
 *
 * for (const { name, run } of adapterContract(() => makeAdapter())) it(name, run)
 * ```
 *
 * `open` is called once a case. It may give the same adapter every time, and its store need not be
 * empty: a case makes rows of its own, looks at no others and leaves them behind. `deleteExpired`
 * reaches further, but is told a time in 1990.
 */
export function adapterContract(
  open: () => Awaitable<Adapter>,
  { unknownId = unique }: AdapterContractOptions = {},
): AdapterCase[] {
  return groups.flatMap(([group, rows]) =>
    rows.map((row) => toCase({ group, row, open, surroundings: { unknownId } })),
  )
}

function toCase({
  group,
  row,
  open,
  surroundings,
}: {
  group: string
  row: CaseRow
  open: () => Awaitable<Adapter>
  surroundings: Surroundings
}): AdapterCase {
  const { level, needs, title } = row
  return {
    name: `${group}: ${title}`,
    group,
    level,
    needs,
    // No parameter of its own: jest and bun would take one for a callback to wait for.
    run: async (...context) => {
      const adapter = await open()
      const missing = needs.filter((method) => !adapter[method] && isOptional(method, adapter))
      if (missing.length === 0) return row.check(adapter, surroundings)
      skip(context[0], `The adapter has no ${missing.join(', ')}.`)
    },
  }
}

function isOptional(method: AdapterMethod, adapter: Adapter): boolean {
  if (requiredMethods.includes(method)) return false
  const isForPasskeys = method === 'getAccount' || authenticatorMethods.includes(method)
  return !(isForPasskeys && authenticatorMethods.some((name) => adapter[name]))
}

function skip(test: unknown, note: string): void {
  if (canSkip(test)) test.skip(note)
}

/** The context of vitest is a function with properties. */
function canSkip(test: unknown): test is { skip(note: string): unknown } {
  if (test === null || (typeof test !== 'object' && typeof test !== 'function')) return false
  return 'skip' in test && typeof test.skip === 'function'
}

import type { Adapter } from '../model/adapter.js'
import type { Awaitable } from '../model/awaitable.js'
import { accountCases } from './account-cases.js'
import type { AdapterCase, AdapterMethod, CaseRow, Surroundings } from './adapter-case.js'
import { attemptCases } from './attempt-cases.js'
import { authenticatorCases } from './authenticator-cases.js'
import { authenticatorChangeCases } from './authenticator-change-cases.js'
import { createUserWithAccountCases } from './create-user-with-account-cases.js'
import { deviceCases } from './device-cases.js'
import { factorCases } from './factor-cases.js'
import { factorSetCases } from './factor-set-cases.js'
import { authenticatorMethods, requiredMethods } from './methods.js'
import { passwordCases } from './password-cases.js'
import { raceCases } from './race-cases.js'
import { unique } from './rows.js'
import { sessionCases } from './session-cases.js'
import { takeOverUserCases } from './take-over-user-cases.js'
import { textCases } from './text-cases.js'
import { tokenCases } from './token-cases.js'
import { transactionCases } from './transaction-cases.js'
import { unlinkUnlessLastCases } from './unlink-unless-last-cases.js'
import { userCases } from './user-cases.js'
import { userNameCases } from './user-name-cases.js'
import { verificationTokenCases } from './verification-token-cases.js'

/** The options of {@link adapterContract}. */
export interface AdapterContractOptions {
  /**
   * Returns an id that no user has, in the format of the store's ids. Default: a random UUID. For a
   * store with numeric ids, return a large number.
   */
  readonly unknownId?: (() => string) | undefined
}

/**
 * Cases for the methods that replace a transaction: they do everything or nothing, and change no
 * other rows.
 */
const oneStepCases: readonly CaseRow[] = [
  ...createUserWithAccountCases,
  ...takeOverUserCases,
  ...unlinkUnlessLastCases,
]

// prettier-ignore
const groups: readonly (readonly [name: string, rows: readonly CaseRow[]])[] = [
  ['users',               userCases],
  ['accounts',            accountCases],
  ['tokens',              tokenCases],
  ['sessions',            sessionCases],
  ['devices',             deviceCases],
  ['verification tokens', verificationTokenCases],
  ['authenticators',      [...authenticatorCases, ...authenticatorChangeCases]],
  ['passwords',           passwordCases],
  ['user names',          userNameCases],
  ['factors',             [...factorCases, ...factorSetCases]],
  ['attempts',            attemptCases],
  ['text',                textCases],
  ['races',               raceCases],
  ['transactions',        transactionCases],
  ['one step',            oneStepCases],
]

/**
 * Returns the requirements for an adapter as a list of cases, for any test runner.
 *
 * `open` is called once per case. It may return the same adapter every time, and the store does not
 * have to be empty. A case creates its own rows, reads no others, and does not delete its rows
 * afterwards. Only `deleteExpired` affects other rows, and cases call it with a time in 1990.
 *
 * @example
 * ```ts
 * import { adapterContract } from 'latchkey/testing'
 * import { it } from 'vitest'
 * import { myAdapter } from '~/my-adapter'
 *
 * for (const { name, run } of adapterContract(() => myAdapter())) it(name, run)
 * ```
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
    // No named parameter, because jest and bun would take it for a `done` callback.
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

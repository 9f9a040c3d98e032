import { captureResult } from '../expectations.js'
import { attackCases } from './attack-cases.js'
import { missingOf, type AttackCase } from './attack-case.js'
import { openBrowser, type AttackTarget } from './target.js'

/** The result of one attack. */
export interface AttackResult {
  readonly name: string
  readonly outcome: 'passed' | 'failed' | 'left out'
  /** What was expected and what happened, or what the target lacks. */
  readonly reason: string
}

/** The options of {@link runAttacks}. */
export interface AttackOptions<T extends AttackTarget = AttackTarget> {
  /** The attacks to run. Default: {@link attackCases}. */
  readonly cases?: readonly AttackCase<T>[] | undefined
  /** Called with one line for each result, and with a summary at the end. */
  readonly print?: ((line: string) => void) | undefined
}

/**
 * Attacks a running app over HTTP, one attack after another.
 *
 * ```ts
 * import { runAttacks } from 'latchkey/testing'
 *
 * const user = { username: 'ada', password: 'lovelace' }
 * await runAttacks({ url: 'http://localhost:3000/auth', user }, { print: console.log })
 * ```
 *
 * It sends hundreds of malformed requests and signs in a few times. It changes nothing else, but run
 * it against a copy of your app rather than production. Rejects if the URL does not answer.
 */
export async function runAttacks<T extends AttackTarget>(
  target: T,
  { cases = attackCases, print = () => {} }: AttackOptions<T> = {},
): Promise<readonly AttackResult[]> {
  await requireAnswer(target)
  const results: AttackResult[] = []
  for (const one of cases) {
    const result = await tryOne(target, one)
    print(showResult(result))
    results.push(result)
  }
  print(sumUp(results))
  return results
}

/** Summarizes the results in one line. */
export function sumUp(results: readonly AttackResult[]): string {
  const count = (outcome: AttackResult['outcome']): string =>
    `${results.filter((result) => result.outcome === outcome).length} ${outcome}`
  return [count('passed'), count('failed'), count('left out')].join(', ')
}

async function tryOne<T extends AttackTarget>(
  target: T,
  { name, needs, run }: AttackCase<T>,
): Promise<AttackResult> {
  const missing = missingOf(target, needs)
  if (missing.length > 0) {
    return { name, outcome: 'left out', reason: `needs ${missing.join(', ')}` }
  }
  const settled = await captureResult(() => run(target))
  if (settled.status === 'fulfilled') return { name, outcome: 'passed', reason: '' }
  return { name, outcome: 'failed', reason: messageOf(settled.reason) }
}

async function requireAnswer(target: AttackTarget): Promise<void> {
  const browser = openBrowser(target)
  const asked = await captureResult(() => browser.csrfToken())
  if (asked.status === 'fulfilled' && typeof asked.value === 'string') return
  const why = asked.status === 'rejected' ? messageOf(asked.reason) : 'no CSRF token came'
  throw new Error(`Expected an application with this library at ${target.url}, but ${why}.`)
}

const marks = { passed: '✓', failed: '✗', 'left out': '–' } as const

function showResult({ name, outcome, reason }: AttackResult): string {
  const head = `${marks[outcome]} ${name}`
  return reason === '' ? head : `${head}\n    ${reason}`
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

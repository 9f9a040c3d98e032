import { captureResult } from '../expectations.js'
import { attackCases } from './attack-cases.js'
import { missingOf, type AttackCase } from './attack-case.js'
import { findFactors } from './find-factors.js'
import { findPasswords } from './find-passwords.js'
import { findProviders } from './find-providers.js'
import { watchLimits, type LimitWatch } from './limit-watch.js'
import { openBrowser, sendByFetch, type AttackTarget } from './target.js'

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
  /**
   * Waits for the given number of seconds. If the app's rate limit stops an attack, the attack waits
   * and runs once more. Default: the attack fails, and its reason names the limit.
   */
  readonly wait?: ((seconds: number) => Promise<void>) | undefined
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
 * It sends hundreds of malformed requests and signs in a few times. If the target has `readMails`, it
 * also signs up users of its own, whose addresses end in `@attack.test`. It changes nothing else, but
 * run it against a copy of your app rather than production. Rejects if the URL does not answer.
 */
export async function runAttacks<T extends AttackTarget>(
  target: T,
  { cases = attackCases, print = () => {}, wait }: AttackOptions<T> = {},
): Promise<readonly AttackResult[]> {
  await requireAnswer(target)
  const limits = watchLimits(await findFactors(await findPasswords(await findProviders(target))))
  const results: AttackResult[] = []
  for (const one of cases) {
    const first = await tryOne(limits, one)
    const result = wait && first.seconds ? await tryAgain(first.seconds, one) : first.result
    print(showResult(result))
    results.push(result)
  }
  print(sumUp(results))
  const hasFailed = results.some(({ outcome }) => outcome === 'failed')
  if (hasFailed && (await isDevServer(target))) print(explainDevServer)
  return results

  async function tryAgain(seconds: number, one: AttackCase<T>): Promise<AttackResult> {
    print(`… ${describeWait(seconds)}`)
    await wait?.(seconds)
    return (await tryOne(limits, one)).result
  }
}

const explainDevServer =
  'This is a dev server of Vite. It answers malformed and unknown paths itself, and shows stack traces. ' +
  'Build the app and run the attacks again to learn which failures are those of the app.'

/** Whether Vite serves its own client, which it does only in development. */
async function isDevServer({ url, send = sendByFetch }: AttackTarget): Promise<boolean> {
  const asked = await captureResult(() => send(new Request(new URL('/@vite/client', url))))
  if (asked.status === 'rejected') return false
  const type = asked.value.headers.get('content-type') ?? ''
  return asked.value.status === 200 && type.includes('javascript')
}

function describeWait(seconds: number): string {
  return (
    `The app limits sign-ins and allows the next one in ${seconds} seconds. Waiting. ` +
    'To run without waiting, start the app with `limits: false`.'
  )
}

/** Summarizes the results in one line. */
export function sumUp(results: readonly AttackResult[]): string {
  const count = (outcome: AttackResult['outcome']): string =>
    `${results.filter((result) => result.outcome === outcome).length} ${outcome}`
  return [count('passed'), count('failed'), count('left out')].join(', ')
}

/** A result, and the seconds to wait if the attack failed while a limit was reached. */
interface Tried {
  readonly result: AttackResult
  readonly seconds?: number | undefined
}

async function tryOne<T extends AttackTarget>(
  limits: LimitWatch<T>,
  { name, needs, run }: AttackCase<T>,
): Promise<Tried> {
  const missing = missingOf(limits.target, needs)
  if (missing.length > 0) {
    return { result: { name, outcome: 'left out', reason: `needs ${missing.join(', ')}` } }
  }
  const settled = await captureResult(() => run(limits.target))
  const seconds = limits.take()
  if (settled.status === 'fulfilled') return { result: { name, outcome: 'passed', reason: '' } }
  const reason = messageOf(settled.reason) + (seconds === undefined ? '' : ` ${limitReached}`)
  return { result: { name, outcome: 'failed', reason }, seconds }
}

const limitReached =
  'The app answered 429, because it limits sign-ins. Start it with `limits: false` to try this attack.'

async function requireAnswer(target: AttackTarget): Promise<void> {
  const browser = openBrowser(target)
  const asked = await captureResult(() => browser.csrfToken())
  if (asked.status === 'fulfilled' && typeof asked.value === 'string') return
  if (asked.status === 'rejected' && isRefused(asked.reason)) {
    throw new Error(`Nothing answers at ${target.url}. Start the app, and run this again.`)
  }
  const why = asked.status === 'rejected' ? messageOf(asked.reason) : 'no CSRF token came'
  throw new Error(`Expected an application with this library at ${target.url}, but ${why}.`)
}

/** Whether no program listens on the port. Fetch hides it in the cause of its error. */
function isRefused(reason: unknown): boolean {
  const cause = reason instanceof Error ? reason.cause : undefined
  return cause instanceof Error && 'code' in cause && cause.code === 'ECONNREFUSED'
}

const marks = { passed: '✓', failed: '✗', 'left out': '–' } as const

function showResult({ name, outcome, reason }: AttackResult): string {
  const head = `${marks[outcome]} ${name}`
  return reason === '' ? head : `${head}\n    ${reason}`
}

function messageOf(thrown: unknown): string {
  return thrown instanceof Error ? thrown.message : String(thrown)
}

import type { Choices } from './explore.js'
import type { Violation } from './invariants.js'
import type { Ending, Placement, Scenario } from './play.js'
import type { Step } from './scheduler.js'

/** A schedule as text, by which it is played again. */
export function encodeSchedule({ start, placement, acts }: Scenario, choices: Choices): string {
  const flows = acts.map(({ name }) => name.replaceAll(' ', '_')).join('+')
  const steps = choices.map((choice) => choice.join('.')).join('-')
  return [start.name, start.kind, start.strategy, placement, flows, steps].join('/')
}

export function decodeSchedule(code: string): {
  readonly start: string
  readonly kind: string
  readonly strategy: string
  readonly placement: Placement
  readonly flows: readonly string[]
  readonly choices: Choices
} {
  const [start = '', kind = '', strategy = '', placement, flows = '', steps = ''] = code.split('/')
  return {
    start,
    kind,
    strategy,
    placement: placement === 'one' ? 'one' : 'two',
    flows: flows.split('+').map((flow) => flow.replaceAll('_', ' ')),
    choices: steps.split('-').flatMap((choice) => {
      const [decision, option] = choice.split('.').map(Number)
      return decision === undefined || option === undefined ? [] : [[decision, option] as const]
    }),
  }
}

/** A schedule that a person can read: what was wrong, each step, and how to play it again. */
export function describeSchedule(
  scenario: Scenario,
  ending: Ending,
  violations: readonly Violation[],
  code: string,
): string {
  const { start, placement } = scenario
  const processes = placement === 'one' ? 'one process' : 'a process each'
  const flows = scenario.acts.map((act) => `${act.name} (${act.person})`).join(' and ')
  const steps = ending.steps.filter(isTelling).map((step) => describeStep(step, start))
  return [
    `${flows}; starting state "${start.name}", adapter "${start.kind}", ${start.strategy} sessions, ${processes}`,
    ...violations.map(({ invariant, what }) => `VIOLATED: ${invariant}. ${what}`),
    '',
    ...joinRepeated(steps).map((step, at) => `${String(at + 1).padStart(4)}. ${step}`),
    '',
    `npm run interleavings -- --replay '${code}'`,
  ].join('\n')
}

/** A flow that waits for another asks the same again and again. */
function joinRepeated(steps: readonly string[]): readonly string[] {
  const isFirst = (step: string, at: number): boolean => step !== steps[at - 1]
  return steps.flatMap((step, at) => {
    if (!isFirst(step, at)) return []
    const next = steps.findIndex((other, later) => later > at && other !== step)
    const times = (next < 0 ? steps.length : next) - at
    return times === 1 ? [step] : [`${step} (${times} times)`]
  })
}

/** The arrival of an answer is news only when something else happened meanwhile. */
function isTelling({ label, action, task }: Step, at: number, steps: readonly Step[]): boolean {
  return !label.startsWith('answer:') || action !== 'go' || steps[at - 1]?.task !== task
}

function describeStep(
  { task, action, label, result }: Step,
  { laptop, phone }: Scenario['start'],
): string {
  const fault = { go: '', fail: ' FAILS', die: ' — THE PROCESS ENDS HERE' }[action]
  const line = `[${task.place.name}] ${task.name}: ${label}${fault}${describeResult(result)}`
  return shorten(
    line.replaceAll(laptop.token || '\0', 'laptop').replaceAll(phone.token || '\0', 'phone'),
  )
}

function describeResult(result: Step['result']): string {
  if (!result) return ''
  if ('error' in result) return ` → throws ${describeError(result.error)}`
  return result.value === undefined ? '' : ` → ${describeValue(result.value)}`
}

function describeError(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function describeValue(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(describeValue).join('; ')}]`
  if (typeof value !== 'object' || value === null) return String(value)
  const { session, user, ...row } = value as Record<string, unknown>
  if (session && user) return `${describeValue(session)} of ${describeValue(user)}`
  const told = Object.entries(row).filter(([key, one]) => shown.has(key) && one !== undefined)
  return `{${told.map(([key, one]) => `${key}: ${one instanceof Date ? 'a date' : String(one)}`).join(', ')}}`
}

const shown: ReadonlySet<string> = new Set([
  'id',
  'email',
  'emailVerified',
  'provider',
  'providerAccountId',
  'userId',
  'isDone',
  'error',
  'hasSession',
  'sessionToken',
  'count',
])

/** Hashes are told apart by their beginning. */
function shorten(line: string): string {
  return line
    .replaceAll(/(sha256:|sign-up:)?([\da-f]{8})[\da-f]{56,}/g, '$1$2…')
    .replaceAll(/([\w-]{8})[\w-]{35,}/g, '$1…')
}

import { areDependent } from './footprint.js'
import type { Scheduler, Transition } from './scheduler.js'

/** How far an exploration goes. */
export interface Bounds {
  /** How many steps of a schedule may fail, or end their process. */
  readonly faults: number
  /**
   * How often a schedule may leave a task that could go on. Without it all schedules are covered,
   * one of each set that differ only in the order of steps that commute.
   */
  readonly preemptions?: number
}

/** Picks the next step of a schedule by its place in the list; undefined gives the schedule up. */
type Pick = (options: readonly Transition[], last: Transition | undefined) => number | undefined

/** The choices of a schedule: at which decision which other step than the first was taken. */
export type Choices = readonly (readonly [decision: number, option: number])[]

/** Runs tasks to their end along one schedule; undefined when it was given up. */
export async function runSchedule(
  scheduler: Scheduler,
  pick: Pick,
): Promise<Choices | undefined> {
  const choices: (readonly [number, number])[] = []
  for (let decision = 0; ; ) {
    await scheduler.settle()
    const options = scheduler.options()
    if (options.length === 0) {
      if (scheduler.time.advance()) continue
      return choices
    }
    const index = pick(options, scheduler.steps.at(-1))
    const chosen = index === undefined ? undefined : options[index]
    if (index === undefined || !chosen) return undefined
    if (index > 0) choices.push([decision, index])
    decision += 1
    scheduler.take(chosen)
  }
}

/** Takes the steps that a schedule took before. */
export function follow(choices: Choices): Pick {
  const wanted = new Map(choices)
  let decision = 0
  return () => wanted.get(decision++) ?? 0
}

/** Takes steps by chance. */
export function wander(random: () => number, bounds: Bounds): Pick {
  let faults = 0
  return (options) => {
    const allowed = options.flatMap(({ action }, index) =>
      action === 'go' || faults < bounds.faults ? [index] : [],
    )
    // A fault at every second step would leave nothing to see.
    const calm = allowed.filter((index) => options[index]?.action === 'go')
    const from = random() < 0.9 ? calm : allowed
    const index = from[Math.floor(random() * from.length)] ?? 0
    if (options[index]?.action !== 'go') faults += 1
    return index
  }
}

/** A decision of the schedule that was run last. */
interface Decision {
  readonly options: readonly Transition[]
  /** What may be chosen, by its place in `options`. */
  readonly allowed: readonly number[]
  /** The choice, by its place in `allowed`. */
  choice: number
  /** Steps that need not be taken here: a schedule that takes them now was run before. */
  readonly asleep: readonly Transition[]
  /** What the schedule has spent of its bounds before this decision. */
  readonly spent: Required<Bounds>
  readonly last: Transition | undefined
}

/**
 * Runs every schedule within the bounds, depth first; gives their number.
 *
 * Without a bound on preemptions, steps that commute are tried in one order only (sleep sets:
 * P. Godefroid, "Partial-Order Methods for the Verification of Concurrent Systems", 1996).
 */
export async function explore(
  bounds: Bounds,
  run: (pick: Pick) => Promise<Choices | undefined>,
  isEnough: () => boolean = () => false,
): Promise<number> {
  const path: Decision[] = []
  let count = 0
  do {
    let depth = 0
    const choices = await run((options, last) => {
      const decision = path[depth] ?? decide(bounds, options, last, path[depth - 1])
      path[depth] = decision
      depth += 1
      return decision.allowed[decision.choice]
    })
    if (choices) count += 1
  } while (!isEnough() && advance(path))
  return count
}

/** Turns to the next schedule; false when all were run. */
function advance(path: Decision[]): boolean {
  for (let last = path.at(-1); last; last = path.at(-1)) {
    last.choice += 1
    if (last.choice < last.allowed.length) return true
    path.pop()
  }
  return false
}

function decide(
  bounds: Bounds,
  options: readonly Transition[],
  last: Transition | undefined,
  before: Decision | undefined,
): Decision {
  const spent = before ? spentAfter(before) : { faults: 0, preemptions: 0 }
  const asleep = before && bounds.preemptions === undefined ? stillAsleep(before) : []
  const undecided = { options, allowed: [], choice: 0, asleep, spent, last }
  const allowed = [...options.keys()].filter((index) => {
    const { faults, preemptions } = spentAfter({ ...undecided, allowed: [index] })
    const isWithin = faults <= bounds.faults && preemptions <= (bounds.preemptions ?? Infinity)
    return isWithin && !asleep.some((one) => isSame(one, options[index]))
  })
  return { ...undecided, allowed }
}

function spentAfter(decision: Decision): Required<Bounds> {
  const { options, last, spent } = decision
  const { task, action } = choiceOf(decision)
  const isPreempted =
    last && task.id !== last.task.id && options.some((one) => one.task.id === last.task.id)
  return {
    faults: spent.faults + (action === 'go' ? 0 : 1),
    preemptions: spent.preemptions + (isPreempted ? 1 : 0),
  }
}

/** Steps that slept before a choice, or were tried instead of it, and commute with it. */
function stillAsleep(before: Decision): readonly Transition[] {
  const taken = choiceOf(before)
  const tried = before.allowed.slice(0, before.choice).flatMap((at) => before.options[at] ?? [])
  return [...before.asleep, ...tried].filter(
    (one) => one.task.id !== taken.task.id && !areDependent(one.footprint, taken.footprint),
  )
}

function choiceOf({ options, allowed, choice }: Decision): Transition {
  const option = options[allowed[choice] ?? -1]
  if (!option) throw new Error('There was nothing to choose.')
  return option
}

function isSame(a: Transition, b: Transition | undefined): boolean {
  return a.task.id === b?.task.id && a.action === b.action
}

import { areDependent, isNothing, transactionStart } from './footprint.js'
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
export async function runSchedule(scheduler: Scheduler, pick: Pick): Promise<Choices | undefined> {
  const choices: (readonly [number, number])[] = []
  for (let decision = 0; ;) {
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
  /** What is to be chosen in turn, by its place in `options`. */
  readonly allowed: number[]
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
 * Without a bound on preemptions, steps that commute are tried in one order only. Each schedule
 * tells which of its steps could have come in another order (C. Flanagan and P. Godefroid, "Dynamic
 * Partial-Order Reduction for Model Checking Software", 2005), and a step that was tried sleeps until
 * one is taken that does not commute with it.
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
    if (bounds.preemptions === undefined) addRaces(path, bounds)
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
  const decision: Decision = { options, allowed: [], choice: 0, asleep, spent, last }
  if (bounds.preemptions !== undefined) {
    allow(decision, bounds, () => true)
    return decision
  }
  const first = options.find((option) => !asleep.some((one) => isSame(one, option)))
  allow(decision, bounds, ({ task }) => task.id === first?.task.id)
  return decision
}

/** Puts steps on the list of a decision that the bounds allow. */
function allow(
  decision: Decision,
  bounds: Bounds,
  isWanted: (option: Transition) => boolean,
): void {
  const { options, allowed, asleep } = decision
  for (const [index, option] of options.entries()) {
    const isKnown = allowed.includes(index) || asleep.some((one) => isSame(one, option))
    if (isKnown || !isWanted(option)) continue
    const { faults, preemptions } = spentAfter({ ...decision, allowed: [index], choice: 0 })
    const isWithin = faults <= bounds.faults && preemptions <= (bounds.preemptions ?? Infinity)
    if (isWithin) allowed.push(index)
  }
}

/**
 * Where a step does not commute with a later one of another task, and nothing between them forces
 * the order, the later task must also be tried first.
 */
function addRaces(path: readonly Decision[], bounds: Bounds): void {
  const taken = path.filter(({ allowed, choice }) => choice < allowed.length).map(choiceOf)
  /** For each step the earlier ones that it comes after in every equivalent schedule. */
  const causes: Set<number>[] = []
  for (const [later, step] of taken.entries()) {
    const own = taken.findLastIndex((one, at) => at < later && one.task.id === step.task.id)
    const before = new Set(own < 0 ? [] : [own, ...(causes[own] ?? [])])
    causes.push(before)
    if (isNothing(step.footprint) || step.footprint === transactionStart) continue
    for (let earlier = later - 1; earlier >= 0; earlier -= 1) {
      const other = taken[earlier]
      if (!other || before.has(earlier) || other.footprint === transactionStart) continue
      if (!areDependent(other.footprint, step.footprint)) continue
      reverse(path.slice(0, earlier + 1), step, bounds)
      for (const cause of [earlier, ...(causes[earlier] ?? [])]) before.add(cause)
    }
  }
}

/**
 * Lets the task of a later step go first. Where it could not go on, because it waited or a
 * transaction was open, it goes first where it last could, and every other task is tried too.
 */
function reverse(path: readonly Decision[], { task }: Transition, bounds: Bounds): void {
  const isOfTask = (option: Transition): boolean => option.task.id === task.id
  const latest = path.findLast(({ options }) => options.some(isOfTask))
  if (latest) allow(latest, bounds, isOfTask)
  const decision = path.at(-1)
  if (decision && decision !== latest) allow(decision, bounds, () => true)
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
  const isOpening = taken.footprint === transactionStart
  return [...before.asleep, ...tried].filter(
    (one) =>
      one.task.id !== taken.task.id &&
      // The steps inside a transaction tell whether one must wake.
      (isOpening || !areDependent(one.footprint, taken.footprint)),
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

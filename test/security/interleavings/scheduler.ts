import { AsyncLocalStorage } from 'node:async_hooks'
import { isNothing, nothing, type Footprint } from './footprint.js'
import { VirtualTime } from './virtual-time.js'

/** What can become of a step: it is taken, it fails, or its process ends before it. */
export type Action = 'go' | 'fail' | 'die'

/** Tasks of one process share its memory and end with it. */
export interface Place {
  readonly name: string
  isDead: boolean
  /** How many tasks run in it. */
  tasks: number
}

/** One flow under way. */
export interface Task {
  readonly id: number
  readonly name: string
  readonly place: Place
  state: 'living' | 'ended' | 'dead'
  /** Numbers of the steps at which it began and ended. */
  began: number
  ended: number
}

/** A step that can be taken now. */
export interface Transition {
  readonly task: Task
  readonly action: Action
  readonly label: string
  readonly footprint: Footprint
}

/** A step that was taken. */
export interface Step extends Transition {
  result?: { readonly value?: unknown; readonly error?: unknown }
}

interface Point {
  readonly task: Task
  readonly label: string
  readonly footprint: Footprint | (() => Footprint)
  readonly actions: readonly Action[]
  readonly resume: (step: Step) => void
}

/** What a flow that ends tells those that begin later. Two flows that begin tell each other nothing. */
const beginOf = (id: number): Footprint => ({ reads: [], writes: [`order:${id}`] })
const end: Footprint = { reads: ['order:*'], writes: [] }

/** One for all: each more would make every promise slower for good. */
const currentTask = new AsyncLocalStorage<Task>()

/** Turns in which nothing is left to wait for. */
const mostIdleTurns = 1000

/** Work that the platform does on other threads, such as cryptography. */
export const outside = { pending: 0 }

/**
 * Runs tasks one step at a time. Whatever a task does between two calls of {@link pass} is part of
 * the step before; the caller decides which step comes next.
 */
export class Scheduler {
  readonly steps: Step[] = []
  readonly tasks: Task[] = []
  readonly time: VirtualTime<Task>
  /** Milliseconds that each step takes. */
  stepTime = 0
  /** Takes each step at once, in the order of arrival. */
  isFree = false
  /** The task whose transaction is open: no other can take a step. */
  exclusive: { readonly task: Task; readonly rollBack: () => void } | undefined
  #points: Point[] = []
  #moves = 0

  constructor(start = 0) {
    this.time = new VirtualTime(start, currentTask)
  }

  get current(): Task | undefined {
    return currentTask.getStore()
  }

  /**
   * Starts a task, which waits for its first step. An ordered one is tried before and after the
   * others as a whole, even where none of its steps meets theirs.
   */
  spawn(
    name: string,
    place: Place,
    work: (task: Task) => Promise<unknown>,
    ordered: 'ordered' | 'unordered' = 'ordered',
  ): Task {
    const id = this.tasks.length
    const task: Task = { id, name, place, state: 'living', began: -1, ended: -1 }
    place.tasks += 1
    this.tasks.push(task)
    void currentTask.run(task, () => this.#live(task, work, ordered === 'ordered'))
    return task
  }

  async #live(
    task: Task,
    work: (task: Task) => Promise<unknown>,
    isOrdered: boolean,
  ): Promise<void> {
    // All tasks are there by then, so that it is known who shares a process.
    await Promise.resolve()
    const { writes } = this.memory(task)
    const keys = isOrdered ? beginOf(task.id).writes : []
    const begin = await this.pass('begins', { reads: [], writes: [...keys, ...writes] })
    task.began = this.steps.indexOf(begin)
    const result = await work(task).then(
      (value) => ({ value }),
      (error: unknown) => ({ error }),
    )
    const last = await this.pass('ends', isOrdered ? end : nothing)
    last.result = result
    task.ended = this.steps.indexOf(last)
    task.state = 'ended'
    this.#moves += 1
  }

  /** The footprint of going on inside a process, which other tasks in it may notice. */
  memory({ place }: Task): Footprint {
    return place.tasks > 1 ? { reads: [], writes: [`memory:${place.name}`] } : nothing
  }

  /** Waits until the caller's next step is taken. */
  async pass(
    label: string,
    footprint: Footprint | (() => Footprint),
    actions: readonly Action[] = ['go'],
  ): Promise<Step> {
    const task = this.current
    if (!task) throw new Error(`"${label}" happened outside of any task.`)
    if (this.isFree) return this.#record({ task, action: 'go', label, footprint: nothing })
    return new Promise((resume) => {
      this.#moves += 1
      this.#points.push({ task, label, footprint, actions, resume })
    })
  }

  #record(transition: Transition): Step {
    const step: Step = { ...transition }
    this.steps.push(step)
    return step
  }

  /**
   * The steps that can be taken now, the last task's first. A step that concerns its own flow only
   * is offered alone: no other flow can notice when it is taken.
   */
  options(): readonly Transition[] {
    const { exclusive } = this
    const points = exclusive
      ? this.#points.filter(({ task }) => task === exclusive.task)
      : this.#points
    const own = points.find(
      (point) => typeof point.footprint === 'object' && isNothing(point.footprint),
    )
    if (own) return this.#transitionsOf(own)
    const last = this.steps.at(-1)?.task
    const sorted = points.toSorted((a, b) => rank(a.task, last) - rank(b.task, last))
    const offered = sorted.flatMap((point) => this.#transitionsOf(point))
    return offered.toSorted((a, b) => Number(a.action !== 'go') - Number(b.action !== 'go'))
  }

  #transitionsOf({ task, label, footprint, actions }: Point): readonly Transition[] {
    // A step that fails, or that its process does not live to take, changes nothing elsewhere.
    const untaken = this.memory(task)
    const touched = typeof footprint === 'function' ? footprint() : footprint
    return actions.map((action) => {
      return { task, action, label, footprint: action === 'go' ? touched : untaken }
    })
  }

  /** Takes a step that {@link options} offered. */
  take(transition: Transition): void {
    const { task, action, label } = transition
    const point = this.#points.find((one) => one.task === task && one.label === label)
    if (!point) throw new Error(`${task.name} is not about to take the step "${label}".`)
    this.#points = this.#points.filter((one) => one !== point)
    const step = this.#record(transition)
    this.time.now += this.stepTime
    if (action === 'die') this.#end(task.place)
    else point.resume(step)
  }

  #end(place: Place): void {
    place.isDead = true
    for (const task of this.tasks) {
      if (task.place === place && task.state === 'living') task.state = 'dead'
    }
    this.#points = this.#points.filter(({ task }) => task.state !== 'dead')
    this.time.forget((task) => task?.state === 'dead')
    if (this.exclusive?.task.place !== place) return
    this.exclusive.rollBack()
    this.exclusive = undefined
  }

  /** Waits until every task stands before a step, sleeps, waits for another task, or has ended. */
  async settle(): Promise<void> {
    for (let idleTurns = 0; idleTurns < 2 && !this.#isQuiet();) {
      const before = this.#moves
      await turn()
      const isIdle = this.#moves === before && outside.pending === 0
      idleTurns = isIdle ? idleTurns + 1 : 0
    }
  }

  #isQuiet(): boolean {
    return this.tasks.every(
      (task) =>
        task.state !== 'living' ||
        this.#points.some((point) => point.task === task) ||
        this.time.isAsleep(task),
    )
  }

  /** Runs work outside of the schedule, with all its steps and waits. */
  async runFreely<T>(place: Place, name: string, work: () => Promise<T>): Promise<T> {
    const id = this.tasks.length
    const task: Task = { id, name, place, state: 'living', began: -1, ended: -1 }
    this.isFree = true
    const result = currentTask.run(task, work).finally(() => {
      task.state = 'ended'
    })
    result.catch(() => undefined)
    for (let idleTurns = 0; task.state === 'living';) {
      await turn()
      const isIdle = outside.pending === 0 && !this.time.advance()
      idleTurns = isIdle ? idleTurns + 1 : 0
      if (idleTurns > mostIdleTurns) throw new Error(`"${name}" waits for something forever.`)
    }
    this.isFree = false
    return result
  }
}

function rank(task: Task, last: Task | undefined): number {
  return task === last ? -1 : task.id
}

/** Lets everything happen that waits for nothing but its turn. */
function turn(): Promise<void> {
  return new Promise((resolve) => {
    if (outside.pending > 0) setImmediate(resolve)
    else process.nextTick(resolve)
  })
}

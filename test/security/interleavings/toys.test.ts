import {
  array,
  assert,
  asyncProperty,
  constantFrom,
  nat,
  record,
  tuple,
  type Arbitrary,
} from 'fast-check'
import { describe, expect, it } from 'vitest'
import { explore, follow, runSchedule, type Bounds, type Choices } from './explore.js'
import { nothing, transactionStart, type Footprint } from './footprint.js'
import { Scheduler, type Place, type Task } from './scheduler.js'
import { timeGlobals } from './virtual-time.js'

/** A program with as many tasks as lists, each taking its steps in order. */
type Program = readonly (readonly ToyStep[])[]

interface ToyStep {
  readonly footprint: Footprint
  readonly run: () => void
}

const read = (key: string): Footprint => ({ reads: [key], writes: [] })
const write = (key: string): Footprint => ({ reads: [], writes: [key] })

describe('the explorer', () => {
  it.each([
    [1, 1],
    [2, 3],
    [4, 4],
  ])('runs every order of %i and %i steps that change the same row', async (m, n) => {
    const { count } = await check(() => [repeat(m, write('t:a')), repeat(n, write('t:a'))])
    expect(count).toBe(binomial(m + n, m))
  })

  it('runs every order of three tasks', async () => {
    const program = () => [1, 2, 3].map((steps) => repeat(steps, write('t:a')))
    expect((await check(program)).count).toBe(60)
  })

  it('runs one order of steps that commute', async () => {
    expect((await check(() => [repeat(4, write('t:a')), repeat(4, write('t:b'))])).count).toBe(1)
    expect((await check(() => [repeat(4, read('t:a')), repeat(4, read('t:*'))])).count).toBe(1)
  })

  it('tries a change before, between and after the reads that it concerns', async () => {
    const program = () => [repeat(3, read('t:a')), repeat(1, write('t:*'))]
    expect((await check(program)).count).toBe(4)
  })

  it('finds a lost update, and finds it again by its choices', async () => {
    const { failures } = await check(lostUpdate)
    expect(failures.length).toBeGreaterThan(0)
    const [{ choices, balance } = { choices: [], balance: 0 }] = failures
    expect(balance).toBe(1)
    expect((await runToy(lostUpdate, follow(choices))).balance).toBe(1)
  })

  it('finds the lost update with one preemption, and not without any', async () => {
    expect((await check(lostUpdate, { faults: 0, preemptions: 1 })).failures).not.toEqual([])
    expect((await check(lostUpdate, { faults: 0, preemptions: 0 })).failures).toEqual([])
  })

  it('finds nothing wrong with an update in one step', async () => {
    const atomic = (account: Account) => [1, 2].map(() => [add(account, 1)])
    const { count, failures } = await check(atomic)
    expect({ count, failures }).toEqual({ count: 2, failures: [] })
  })

  it('lets each step fail and ends each process, once a schedule', async () => {
    // Three steps: no fault, or one of two faults at one of them.
    const program = () => [repeat(3, write('t:a'))]
    expect((await check(program, { faults: 1 })).count).toBe(1 + 3 * 2)
  })

  it('tries a transaction before, between and after the steps that it concerns', async () => {
    expect(await countAroundTransaction(write('t:a'))).toBe(3)
  })

  it('runs one order of a transaction and steps that commute with all of it', async () => {
    expect(await countAroundTransaction(write('t:b'))).toBe(1)
  })

  it.each([
    { tasks: 2, steps: 3, faults: 0 },
    { tasks: 3, steps: 1, faults: 0 },
    { tasks: 2, steps: 2, faults: 1 },
  ])('reaches all outcomes of $tasks tasks, $steps steps each, $faults faults', async (size) => {
    const { faults } = size
    await assert(
      asyncProperty(randomTasks(size), async (tasks) => {
        const all = await outcomesOf(tasks, { faults, preemptions: Infinity })
        expect(await outcomesOf(tasks, { faults })).toEqual(all)
      }),
      { numRuns: 200 },
    )
  })

  it('advances time only when no task can take a step', async () => {
    const scheduler = new Scheduler()
    const { setTimeout } = timeGlobals(() => scheduler.time)
    const order: string[] = []
    scheduler.spawn('sleeper', place('one'), async () => {
      await new Promise((resolve) => setTimeout(() => resolve(undefined), 2000))
      order.push(`slept until ${scheduler.time.now}`)
    })
    scheduler.spawn('worker', place('two'), async () => {
      await scheduler.pass('work', write('t:a'))
      order.push(`worked at ${scheduler.time.now}`)
    })
    await runSchedule(scheduler, follow([]))
    expect(order).toEqual(['worked at 0', 'slept until 2000'])
  })
})

/** What a task of a random program does to the counters of two rows. */
interface RandomStep {
  readonly row: 'a' | 'b'
  readonly does: 'read' | 'add'
}

interface RandomTask {
  readonly steps: readonly RandomStep[]
  /** The steps from one place to another are one transaction. */
  readonly transaction: readonly [from: number, to: number]
}

function randomTasks(size: {
  readonly tasks: number
  readonly steps: number
}): Arbitrary<readonly RandomTask[]> {
  const step = record({
    row: constantFrom('a' as const, 'b' as const),
    does: constantFrom('read' as const, 'add' as const),
  })
  const steps = array(step, { minLength: 1, maxLength: size.steps })
  const transaction = tuple(nat(size.steps), nat(size.steps))
  return array(record({ steps, transaction }), { minLength: size.tasks, maxLength: size.tasks })
}

/** Everything that the tasks saw and left behind, in all schedules within the bounds. */
async function outcomesOf(
  tasks: readonly RandomTask[],
  bounds: Bounds,
): Promise<ReadonlySet<string>> {
  const outcomes = new Set<string>()
  await explore(bounds, async (pick) => {
    const scheduler = new Scheduler()
    const table = { rows: { a: 1, b: 1 } }
    const seen = tasks.map(({ steps, transaction: [from, to] }, at) => {
      const values: (number | string)[] = []
      const run = (some: readonly RandomStep[]) => runRandomSteps(scheduler, table, some, values)
      const work = async (one: Task): Promise<void> => {
        await run(steps.slice(0, from))
        await transact(scheduler, one, table, () => run(steps.slice(from, to)))
        await run(steps.slice(Math.max(from, to)))
      }
      scheduler.spawn(`task ${at}`, place(`${at}`), work, 'unordered')
      return values
    })
    const choices = await runSchedule(scheduler, pick)
    if (choices) outcomes.add(JSON.stringify([seen, table.rows]))
    return choices
  })
  return outcomes
}

interface ToyTable {
  rows: Readonly<Record<'a' | 'b', number>>
}

async function runRandomSteps(
  scheduler: Scheduler,
  table: ToyTable,
  steps: readonly RandomStep[],
  seen: (number | string)[],
): Promise<void> {
  for (const { row, does } of steps) {
    const footprint = does === 'read' ? read(`t:${row}`) : write(`t:${row}`)
    const { action } = await scheduler.pass('step', footprint, ['go', 'fail', 'die'])
    seen.push(action === 'go' ? table.rows[row] : action)
    // Doubling and adding do not commute with themselves, so every order shows.
    if (action === 'go' && does === 'add') {
      table.rows = { ...table.rows, [row]: table.rows[row] * 2 + seen.length }
    }
  }
}

async function transact(
  scheduler: Scheduler,
  task: Task,
  table: ToyTable,
  work: () => Promise<void>,
): Promise<void> {
  await scheduler.pass('begin', transactionStart)
  const before = table.rows
  scheduler.exclusive = { task, rollBack: () => void (table.rows = before) }
  await work()
  await scheduler.pass('commit', nothing)
  scheduler.exclusive = undefined
}

/** The number of orders of a transaction and two steps that change a row. */
function countAroundTransaction(inside: Footprint): Promise<number> {
  return explore({ faults: 0 }, async (pick) => {
    const scheduler = new Scheduler()
    const change = (footprint: Footprint) => runSteps(scheduler, repeat(2, footprint))
    const table = { rows: { a: 0, b: 0 } }
    const work = (one: Task) => transact(scheduler, one, table, () => change(inside))
    scheduler.spawn('transaction', place('one'), work, 'unordered')
    scheduler.spawn('changes', place('two'), () => change(write('t:a')), 'unordered')
    return runSchedule(scheduler, pick)
  })
}

interface Account {
  balance: number
}

function add(account: Account, amount: number): ToyStep {
  return { footprint: write('t:a'), run: () => void (account.balance += amount) }
}

/** Two tasks that each read a balance, and then write what they read and one more. */
function lostUpdate(account: Account): Program {
  return [1, 2].map(() => {
    let seen = 0
    return [
      { footprint: read('t:a'), run: () => void (seen = account.balance) },
      { footprint: write('t:a'), run: () => void (account.balance = seen + 1) },
    ]
  })
}

async function check(program: (account: Account) => Program, bounds: Bounds = { faults: 0 }) {
  const failures: { choices: Choices; balance: number }[] = []
  const count = await explore(bounds, async (pick) => {
    const { choices, balance } = await runToy(program, pick)
    if (choices && balance === 1) failures.push({ choices, balance })
    return choices
  })
  return { count, failures }
}

async function runToy(
  program: (account: Account) => Program,
  pick: Parameters<typeof runSchedule>[1],
): Promise<{ readonly choices: Choices | undefined; readonly balance: number }> {
  const account = { balance: 0 }
  const scheduler = new Scheduler()
  for (const [at, steps] of program(account).entries()) {
    scheduler.spawn(`task ${at}`, place(`${at}`), () => runSteps(scheduler, steps), 'unordered')
  }
  const choices = await runSchedule(scheduler, pick)
  return { choices, balance: account.balance }
}

async function runSteps(scheduler: Scheduler, steps: readonly ToyStep[]): Promise<void> {
  for (const { footprint, run } of steps) {
    const { action } = await scheduler.pass('step', footprint, ['go', 'fail', 'die'])
    if (action === 'go') run()
  }
}

function place(name: string): Place {
  return { name, isDead: false, tasks: 0 }
}

function repeat(times: number, footprint: Footprint): readonly ToyStep[] {
  return Array.from({ length: times }, () => ({ footprint, run: () => undefined }))
}

function binomial(n: number, k: number): number {
  return k === 0 ? 1 : (binomial(n - 1, k - 1) * n) / k
}

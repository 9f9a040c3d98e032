import { createHasher } from '../../../src/passwords/hasher.js'
import { platformKeyDerivation } from './key-derivation.js'
import type { Rows, Tables } from './tables.js'
import { kinds, scheduledAdapter, type Kind } from './adapters.js'
import type { Told } from './app.js'
import { runSchedule, type Choices } from './explore.js'
import type { Act, KnownSession, Outcome, AppInstance } from './act.js'
import type { FlowName } from './flow-names.js'
import { makeAct } from './flows.js'
import type { EngineProcess } from './process.js'
import { Scheduler, type Step, type Task } from './scheduler.js'
import { noRows } from './tables.js'
import {
  oldPassword,
  openConfig,
  userId,
  type Person,
  type StartingState,
} from './starting-states.js'

export type Load = (scheduler: Scheduler, name: string) => EngineProcess

/** Whether the flows run in one process or each in its own. */
export type Placement = 'one' | 'two'

/** Flows that run at the same time. */
export interface Scenario {
  readonly start: StartingState
  readonly placement: Placement
  readonly acts: readonly Act[]
}

/** A flow that has run. */
export interface Played {
  readonly act: Act
  readonly task: Task
  readonly outcome: Outcome | undefined
  /** What the second try came to, where a fault cut the first one short. */
  readonly retried: Outcome | undefined
  /** The steps of both. */
  readonly steps: readonly Step[]
}

/** A session that was found at the end, or whose making was seen. */
export interface SeenSession extends KnownSession {
  /** The flow that made it; undefined for one from the beginning. */
  readonly maker: Played | undefined
  readonly isAlive: boolean
  /** Number of the step that made it; -1 for one from the beginning. */
  readonly bornAt: number
  /** Whether the process that all flows share still takes it. */
  readonly isBelieved: boolean
}

/** All that there is to judge when a schedule is over. */
export interface Ending {
  readonly start: StartingState
  readonly played: readonly Played[]
  readonly rows: Rows
  /** The password that the user has in the end, among those that the flows know. */
  readonly password: string | undefined
  readonly events: readonly Told[]
  readonly sessions: readonly SeenSession[]
  /** Who created each user. */
  readonly creators: ReadonlyMap<string, Person>
  readonly faults: readonly Step[]
  readonly steps: readonly Step[]
  /** The time at the end of the schedule. */
  readonly now: number
}

export function makeScenario(
  start: StartingState,
  placement: Placement,
  names: readonly FlowName[],
): Scenario {
  const acts = names.map((name, at) =>
    makeAct(start, name, names.slice(0, at).filter((other) => other === name).length),
  )
  return { start, placement, acts }
}

/** Plays a scenario along one schedule. */
export async function play(
  load: Load,
  scenario: Scenario,
  pick: Parameters<typeof runSchedule>[1],
): Promise<{ readonly choices: Choices; readonly ending: Ending } | undefined> {
  const stage = new Stage(load, scenario)
  const choices = await runSchedule(stage.scheduler, pick)
  return choices && { choices, ending: await stage.close() }
}

const hasher = createHasher({ platform: platformKeyDerivation })

class Stage {
  readonly scheduler: Scheduler
  readonly #load: Load
  readonly #scenario: Scenario
  readonly #tables: Tables
  readonly #otherTables: Tables = { rows: noRows, isKeyed: true }
  readonly #spentCodes = new Set<string>()
  readonly #events: Told[] = []
  readonly #instances: readonly AppInstance[]
  readonly #tasks: readonly Task[]
  readonly #outcomes = new Map<Act, Outcome>()

  constructor(load: Load, scenario: Scenario) {
    const { start, placement, acts } = scenario
    const kind: Kind = kinds[start.kind]
    this.#load = load
    this.#scenario = scenario
    this.#tables = { rows: start.rows, isKeyed: !kind.isKeyless }
    this.scheduler = new Scheduler(start.clock)
    // Within one moment, a revocation also beats the sign-ins that begin after it.
    if (start.passwordLinks) this.scheduler.stepTime = 1
    const shared = placement === 'one' ? this.#openInstance('A') : undefined
    this.#instances = acts.map((_, at) => shared ?? this.#openInstance('ABC'[at] ?? ''))
    this.#tasks = acts.map((act, at) => this.#spawn(act, this.#instances[at]))
  }

  #spawn(act: Act, instance: AppInstance | undefined): Task {
    if (!instance) throw new Error('There is no process for the flow.')
    return this.scheduler.spawn(act.name, instance.process, async () => {
      const outcome = await act.run(instance)
      this.#outcomes.set(act, outcome)
      return outcome
    })
  }

  #openInstance(name: string): AppInstance {
    const process = this.#load(this.scheduler, name)
    const { kind, strategy, services, passwordLinks, factors, passwordState, graceState } =
      this.#scenario.start
    const hasPasswords = passwordLinks !== undefined
    const hasFactors = factors !== undefined
    // What the engine remembers of a service goes by its `fetch`.
    const fetch = services.fetchIn(this.scheduler, this.#spentCodes)
    const mails: string[] = []
    const runtime = process.engine.createRuntime()
    const open = (tables: Tables) => {
      const adapter = scheduledAdapter(this.scheduler, tables, kinds[kind], {
        hasFactors: hasFactors || graceState !== 'none',
      })
      const tell = (event: Told): void =>
        void this.#events.push({ ...event, task: this.scheduler.current?.id })
      const post = (url: string): void => void mails.push(url)
      const isFactorRequired = factors?.state === 'required' ? () => true : undefined
      const own = { adapter, strategy, fetch, tell, post, isFactorRequired }
      const cacheAge = this.#scenario.placement === 'one' ? 600 : 0
      const parts = { ...own, cacheAge, hasPasswords, hasFactors, runtime }
      return { adapter, config: openConfig(process, { ...parts, passwordState, graceState }) }
    }
    const other = this.#otherTables
    const { adapter, config } = open(this.#tables)
    return {
      process,
      adapter,
      config,
      mails,
      get otherConfig() {
        return open(other).config
      },
    }
  }

  /** Lets people try again whose flow was cut short, and looks at what there is. */
  async close(): Promise<Ending> {
    const { scheduler } = this
    const faults = scheduler.steps.filter(({ action }) => action !== 'go')
    const { now } = scheduler.time
    const played: Played[] = []
    for (const [at, act] of this.#scenario.acts.entries()) played.push(await this.#finish(act, at))
    return {
      start: this.#scenario.start,
      played,
      rows: this.#tables.rows,
      password: await this.#findPassword(),
      events: this.#events,
      sessions: await this.#listSessions(played),
      creators: this.#listCreators(played),
      faults,
      steps: scheduler.steps,
      now,
    }
  }

  async #finish(act: Act, at: number): Promise<Played> {
    const { scheduler } = this
    const task = this.#tasks[at]
    const instance = this.#instances[at]
    if (!task || !instance) throw new Error('There is no task of the flow.')
    const outcome = this.#outcomes.get(act)
    const own = scheduler.steps.filter((step) => step.task === task)
    const isCut = own.some(({ action }) => action !== 'go') || task.state === 'dead'
    if (!isCut || outcome?.isDone) return { act, task, outcome, retried: undefined, steps: own }
    const place = task.state === 'dead' ? this.#openInstance(`${task.place.name}2`) : instance
    const before = scheduler.steps.length
    // A mail that is asked for in the moment of a revocation would be worthless.
    if (this.#scenario.start.passwordLinks) scheduler.time.now += 1000
    const retried = await scheduler.runFreely(place.process, `${act.name} again`, () =>
      act.retry(place),
    )
    return { act, task, outcome, retried, steps: [...own, ...scheduler.steps.slice(before)] }
  }

  #listCreators(played: readonly Played[]): ReadonlyMap<string, Person> {
    const { start } = this.#scenario
    const known = start.rows.users.map(({ id }) => [id, start.accountOwner] as const)
    const made = played.flatMap(({ act, steps }) =>
      valuesOf(steps, 'createUser', 'createUserWithAccount').map(
        ({ id }) => [id, act.person] as const,
      ),
    )
    return new Map([...known, ...made])
  }

  async #findPassword(): Promise<string | undefined> {
    const [stored] = this.#tables.rows.passwords
    const set = this.#scenario.acts.flatMap(({ sets, plants }) => sets ?? plants ?? [])
    for (const password of stored ? [oldPassword, ...set] : []) {
      if ((await hasher.verify(stored?.hash ?? '', password)).matches) return password
    }
    return undefined
  }

  async #listSessions(played: readonly Played[]): Promise<readonly SeenSession[]> {
    const { start } = this.#scenario
    const { rows } = this.#tables
    const isAlive = (token: string): boolean =>
      rows.sessions.some((row) => row.sessionToken === token)
    const seen: SeenSession[] = []
    for (const { token, cookie, account } of [start.laptop, start.phone]) {
      if (token === '') continue
      const isBelieved = await this.#isBelieved(cookie)
      const known = {
        token,
        account,
        userId,
        person: start.accountOwner,
        maker: undefined,
        bornAt: -1,
      }
      seen.push({ ...known, isAlive: isAlive(token), isBelieved })
    }
    for (const one of played) {
      const { person, account = '' } = one.act
      for (const step of one.steps) {
        const [row] = valuesOf([step], 'createSession')
        // A revocation leaves a row without a provider, which is not a session.
        if (!row?.provider) continue
        const { sessionToken: token, userId } = row
        const known = { token, account, userId, person, maker: one, isBelieved: false }
        seen.push({ ...known, isAlive: isAlive(token), bornAt: this.scheduler.steps.indexOf(step) })
      }
    }
    return seen
  }

  /** Only in one process can there be a memory of sessions that must have been told. */
  async #isBelieved(cookie: string): Promise<boolean> {
    const [instance] = this.#instances
    if (!instance || this.#scenario.placement === 'two') return false
    if (instance.process.isDead) return false
    const request = new Request('https://app.test/page', { headers: { cookie } })
    const read = () => instance.process.engine.readSession(request, instance.config)
    return (
      (await this.scheduler.runFreely(instance.process, 'a read afterwards', read)).data !== null
    )
  }
}

/** What a call of the adapter returned, as far as it says whose it is. */
interface ReturnedRow {
  readonly id: string
  readonly sessionToken: string
  readonly userId: string
  readonly provider?: string
  readonly emailVerified?: Date | null
}

/** What the calls of some methods gave that went well. */
export function valuesOf(
  steps: readonly Step[],
  ...methods: readonly string[]
): readonly ReturnedRow[] {
  const calls = methods.map((method) => `${method}(`)
  return steps
    .filter(({ label }) => calls.some((call) => label.startsWith(call)))
    .flatMap(({ result }) => (result?.value ?? []) as ReturnedRow)
}

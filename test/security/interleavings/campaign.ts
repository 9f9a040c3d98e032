import type { SessionStrategy } from '../../../src/model/options.js'
import type { Outcome } from './act.js'
import { kinds, type Kind, type KindName } from './adapters.js'
import { explore, follow, wander, type Bounds } from './explore.js'
import {
  flowNames,
  graceStateFor,
  isFactorFlow,
  isPasswordFlow,
  passwordStateFor,
  type FlowName,
} from './flow-names.js'
import { isPlayable } from './flows.js'
import { judge } from './invariants.js'
import { makeScenario, play, type Load, type Placement, type Scenario } from './play.js'
import { decodeSchedule, describeSchedule, encodeSchedule } from './report.js'
import { isDeep } from './settings.js'
import {
  makeStartingState,
  type FactorState,
  type StartingState,
  type StartingStateName,
} from './starting-states.js'

/** Flows from a starting state, and which of their schedules are to be run. */
export interface Campaign {
  readonly start: StartingStateName
  readonly kind: KindName
  readonly strategy: SessionStrategy
  readonly placement: Placement
  readonly flows: readonly FlowName[]
  readonly bounds: Bounds
}

/** The kinds of adapters that differ most from each other. */
export const usualKinds: readonly KindName[] = ['whole', 'no-transaction', 'one-step']

/**
 * Bounds for an adapter of a kind. On kinds that lack one method only, one preemption has to do. A deep run
 * allows two on the complete adapter with database sessions: everywhere, they would take hours.
 */
export function boundsOn(kind: KindName, strategy: SessionStrategy, bounds: Bounds): Bounds {
  if (bounds.preemptions === undefined) return bounds
  if (isDeep && kind === 'whole' && strategy === 'database') return { ...bounds, preemptions: 2 }
  return usualKinds.includes(kind) ? bounds : { ...bounds, preemptions: 1 }
}

export interface Result {
  readonly schedules: number
  /** For each promise that was broken the first schedule that broke it. */
  readonly findings: readonly string[]
}

type StartingStateOf = Pick<Campaign, 'start' | 'kind' | 'strategy' | 'flows'>

/** Runs campaigns; each starting state is built once. */
export class Explorer {
  readonly #load: Load
  readonly #startingStates = new Map<string, Promise<StartingState>>()

  constructor(load: Load) {
    this.#load = load
  }

  start({ start, kind, strategy, flows }: StartingStateOf): Promise<StartingState> {
    const factors = factorStateFor(flows)
    const passwords = passwordStateFor(flows)
    const hasPasswords =
      factors !== 'none' || passwords !== 'plain' || flows.some((flow) => isPasswordFlow(flow))
    const grace = graceStateFor(flows)
    const key = `${start} ${kind} ${strategy} ${hasPasswords} ${factors} ${passwords} ${grace}`
    const known =
      this.#startingStates.get(key) ??
      makeStartingState(this.#load, start, kind, strategy, {
        hasPasswords,
        factorState: factors,
        passwordState: passwords,
        graceState: grace,
      })
    this.#startingStates.set(key, known)
    return known
  }

  /** Runs every schedule within the bounds. */
  async exhaust(campaign: Campaign): Promise<Result> {
    const scenario = await this.#open(campaign)
    const findings = new Map<string, string>()
    const before = await this.#trace(scenario)
    const schedules = await explore(campaign.bounds, (pick) => this.#run(scenario, pick, findings))
    // Otherwise a challenge that one schedule has used would be refused in all others.
    if ((await this.#trace(scenario)) !== before) {
      throw new Error(
        `A schedule of "${campaign.flows.join(', ')}" remembers what others have done.`,
      )
    }
    return { schedules, findings: [...findings.values()] }
  }

  /** The calls and outcomes of the schedule without a switch. */
  async #trace(scenario: Scenario): Promise<string> {
    const played = await play(this.#load, scenario, follow([]))
    const calls = played?.ending.steps.map(({ label }) => label.replace(/\(.*/s, ''))
    const outcomes = played?.ending.played.map(({ outcome }) => outcome?.isDone)
    return JSON.stringify([calls, outcomes])
  }

  /** Runs schedules by chance. */
  async sample(campaign: Campaign, schedules: number, random: () => number): Promise<Result> {
    const scenario = await this.#open(campaign)
    const findings = new Map<string, string>()
    for (let count = 0; count < schedules; count += 1) {
      await this.#run(scenario, wander(random, campaign.bounds), findings)
    }
    return { schedules, findings: [...findings.values()] }
  }

  /** Runs the schedule that a code stands for; gives it as text, whether it breaks a promise or not. */
  async replay(code: string): Promise<{ readonly text: string; readonly isBroken: boolean }> {
    const { choices, ...rest } = decodeSchedule(code)
    const scenario = await this.#open({ ...rest, bounds: { faults: Infinity } } as Campaign)
    const played = await play(this.#load, scenario, follow(choices))
    if (!played) throw new Error(`No schedule has the code ${code}.`)
    const violations = judge(played.ending)
    const text = describeSchedule(scenario, played.ending, violations, code)
    return { text, isBroken: violations.length > 0 }
  }

  async #run(scenario: Scenario, pick: Parameters<typeof play>[2], findings: Map<string, string>) {
    const played = await play(this.#load, scenario, pick)
    if (!played) return undefined
    const { choices, ending } = played
    const violations = judge(ending)
    for (const { invariant } of violations) {
      if (findings.has(invariant)) continue
      const code = encodeSchedule(scenario, choices)
      findings.set(invariant, describeSchedule(scenario, ending, violations, code))
    }
    return choices
  }

  /** What a flow comes to that runs alone. A flow that is always refused would show nothing. */
  async outcomeOf(start: StartingStateName, flow: FlowName): Promise<Outcome | undefined> {
    const flows = [flow]
    const opened = await this.start({ start, kind: 'whole', strategy: 'database', flows })
    const played = await play(this.#load, makeScenario(opened, 'two', flows), follow([]))
    return played?.ending.played[0]?.outcome
  }

  async #open(campaign: Campaign): Promise<Scenario> {
    return makeScenario(await this.start(campaign), campaign.placement, campaign.flows)
  }

  /** The methods of an adapter without transactions that a flow calls when it runs alone. */
  async callsOf(start: StartingStateName, flow: FlowName): Promise<ReadonlySet<string>> {
    const flows = [flow]
    const opened = await this.start({ start, kind: 'no-transaction', strategy: 'database', flows })
    const scenario = makeScenario(opened, 'two', flows)
    const played = await play(this.#load, scenario, follow([]))
    const labels = played?.ending.steps.map(({ label }) => label) ?? []
    return new Set(labels.map((label) => label.replace(/\(.*/s, '')))
  }
}

/** Before the first set-up, the user has no second factor. */
function factorStateFor(flows: readonly FlowName[]): FactorState {
  if (flows.includes('mailed confirmation')) return 'mailed'
  if (flows.some((flow) => flow.startsWith('set-up in a sign-in'))) return 'required'
  if (flows.includes('first set-up')) return 'offered'
  return flows.some((flow) => isFactorFlow(flow)) ? 'enrolled' : 'none'
}

/** The flows without passwords that make sense in a starting state. */
export function flowsIn(
  start: StartingStateName,
  strategy: SessionStrategy,
  kind: Kind,
): readonly FlowName[] {
  return flowNames.filter((name) => isPlayable(name, { name: start, strategy }, kind))
}

/** All pairs, those of a flow with itself included. */
export function pairsOf<T>(all: readonly T[]): readonly (readonly [T, T])[] {
  return all.flatMap((one, at) => all.slice(at).map((other) => [one, other] as const))
}

export function triplesOf<T>(all: readonly T[]): readonly (readonly [T, T, T])[] {
  return all.flatMap((one, at) => pairsOf(all.slice(at)).map(([b, c]) => [one, b, c] as const))
}

/** The methods, besides `transaction`, by which a kind differs from the whole adapter. */
export function differencesOf(kind: Kind): ReadonlySet<string> {
  return new Set([
    ...(kind.lacks ?? []).filter((method) => method !== 'transaction'),
    ...(kind.refuses ?? []),
    ...(kind.looksFirst ? ['consumeVerificationToken'] : []),
    ...(kind.drawsIds ? ['createUser'] : []),
  ])
}

/** All kinds but the one that makes a difference only to two confirmations with one code. */
export const kindNames: readonly KindName[] = (Object.keys(kinds) as KindName[]).filter(
  (name) => name !== 'silent',
)

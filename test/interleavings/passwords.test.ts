import { afterAll, describe, expect, it } from 'vitest'
import { SeededRandom } from '../fuzz/seeded-random.js'
import { kinds, type KindName } from './adapters.js'
import { Explorer, kindNames, pairsOf, type Campaign, boundsOn } from './campaign.js'
import { isPasswordFlow, passwordFlowNames, type FlowName } from './flow-names.js'
import { isPlayable } from './flows.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import type { WorldName } from './starting-states.js'
import { countSchedules } from './tally.js'

const explorer = new Explorer(await loadEngine())
const tally = countSchedules('passwords')
const worlds = ['settled', 'planted', 'empty'] as const
const strategies = ['database', 'jwt'] as const
/** In the settled world, only these flows do otherwise without transactions. */
const transactional: ReadonlySet<FlowName> = new Set(['first sign-in', 'unlink'])
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 40 : 1
/** Milliseconds, for a machine that has other things to do. */
const timeout = isDeep ? 3_600_000 : 900_000

/** Flows that meet the flows of passwords. */
const others: readonly FlowName[] = [
  'session read',
  'sign-out everywhere',
  'e-mail proof',
  'first sign-in',
  'returning sign-in',
  'unlink',
  'deletion',
]

afterAll(() => tally.print())

describe.each(worlds)('in the world "%s", alone', (world) => {
  it.each(passwordFlowNames.filter((flow) => isIn(world, flow)))('%s is done', async (flow) => {
    // Eve has not proven the address, so her password leads to a mail.
    const isMail = world === 'planted' && flow === 'password sign-in'
    expect(await explorer.outcomeOf(world, flow)).toMatchObject({ isDone: !isMail })
  })
})

describe.each(worlds)('in the world "%s", two processes at once', (world) => {
  it.each(pairsIn(world))(
    'keep every promise: %s and %s',
    async (...flows) => {
      for (const campaign of campaignsOf(world, flows, boundsOf(flows))) {
        tally.add(await explorer.exhaust(campaign))
      }
      expect(tally.takeFindings()).toBe('')
    },
    timeout,
  )
})

describe.each(worlds)(
  'in the world "%s", one call that fails or one process that ends',
  (world) => {
    it.each(ownFlowsIn(world))(
      'breaks no promise of: %s',
      async (flow) => {
        const bounds = { faults: 1 }
        for (const campaign of campaignsOf(world, [flow], bounds))
          tally.add(await explorer.exhaust(campaign))
        expect(tally.takeFindings()).toBe('')
      },
      timeout,
    )

    const dice = new SeededRandom(seed)
    const random = (): number => dice.below(2 ** 30) / 2 ** 30

    it(
      `breaks no promise of two flows in a sample of schedules (seed ${seed})`,
      async () => {
        for (const flows of pairsIn(world)) {
          for (const campaign of campaignsOf(world, flows, { faults: 1 }))
            tally.add(await explorer.sample(campaign, samples, random))
        }
        expect(tally.takeFindings()).toBe('')
      },
      timeout,
    )
  },
)

function pairsIn(world: WorldName): readonly (readonly [FlowName, FlowName])[] {
  const isHere = (flow: FlowName): boolean => isIn(world, flow)
  const own = ownFlowsIn(world)
  const met = others.filter(isHere)
  return [
    ...pairsOf(own),
    // Two mails make a difference to each other only.
    ...passwordFlowNames
      .filter(isHere)
      .filter(isSecondMail)
      .map((flow) => [world === 'empty' ? 'password sign-up' : 'password reset', flow] as const),
    ...own.flatMap((one) => met.filter(meets(one)).map((other) => [one, other] as const)),
  ]
}

/** The flows of addresses are long, and meet what reads or ends the sessions that they depend on. */
function meets(one: FlowName): (other: FlowName) => boolean {
  const met: readonly FlowName[] = ['session read', 'sign-out everywhere', 'returning sign-in']
  return (other) => !one.startsWith('address') || met.includes(other)
}

/** The flows of passwords in a world, each with one mail only. */
function ownFlowsIn(world: WorldName): readonly FlowName[] {
  return passwordFlowNames.filter((flow) => isIn(world, flow) && !isSecondMail(flow))
}

function isIn(world: WorldName, flow: FlowName): boolean {
  return isPlayable(flow, { name: world, strategy: 'database' }, {})
}

function isSecondMail(flow: FlowName): boolean {
  return flow.endsWith('by another mail')
}

function campaignsOf(
  world: WorldName,
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
): readonly Campaign[] {
  const names = isDeep ? kindNames : kindsFor(world, flows)
  return names
    .filter((kind) => kind !== 'keyless')
    .flatMap((kind) => strategiesFor(flows).map((strategy) => ({ kind, strategy })))
    .filter(({ kind, strategy }) =>
      flows.every((flow) => isPlayable(flow, { name: world, strategy }, kinds[kind])),
    )
    .map(({ kind, strategy }) => {
      return { world, kind, strategy, flows, placement: 'two', bounds: boundsOn(kind, bounds) }
    })
}

/** Without a row to miss, only the check of the password refuses a token to a deleted user. */
function strategiesFor(flows: readonly FlowName[]): typeof strategies | readonly ['database'] {
  const meetsDeletion = flows.includes('deletion') && flows.includes('password sign-in')
  return isDeep || meetsDeletion ? strategies : ['database']
}

function kindsFor(world: WorldName, flows: readonly FlowName[]): readonly KindName[] {
  // Without a way to end sessions, only the stamp of the password makes an older mail worthless.
  const isMailOnly = flows.every((flow) => flow.startsWith('password reset'))
  if (world === 'settled' && isMailOnly) return ['whole', 'auth-js']
  const isAlike = world === 'settled' && !flows.some((flow) => transactional.has(flow))
  return isAlike ? ['whole'] : ['whole', 'no-transaction', 'one-step']
}

/** A sign-in has few steps, so there is time for one preemption more where passwords meet. */
function boundsOf(flows: readonly FlowName[]): Campaign['bounds'] {
  const isShort = flows.includes('password sign-in') && flows.every(isPasswordFlow)
  const preemptions = isShort ? 2 : 1
  return { faults: 0, preemptions: isDeep ? 2 : preemptions }
}

import { describe, expect, it } from 'vitest'
import type { KindName } from './adapters.js'
import { kindNames, pairsOf, usualKinds, type Campaign } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import { isPasswordFlow, passwordFlowNames, type FlowName } from './flow-names.js'
import { isPlayable } from './flows.js'
import { isDeep, seed } from './settings.js'
import type { StartingStateName } from './starting-states.js'

const exploration = await openExploration('passwords')
const startingStates = ['settled', 'planted', 'empty'] as const
const strategies = ['database', 'jwt'] as const
/** In the settled starting state, only these flows do otherwise without transactions. */
const transactional: ReadonlySet<FlowName> = new Set(['first sign-in', 'unlink'])
/** Schedules with a fault of each two flows on each kind of adapter. */
const samples = isDeep ? 5 : 1

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

describe.each(startingStates)('in the starting state "%s", alone', (start) => {
  it.each(passwordFlowNames.filter((flow) => isIn(start, flow)))('%s is done', async (flow) => {
    // Eve has not proven the address, so her password leads to a mail.
    const isMail = start === 'planted' && flow === 'password sign-in'
    expect(await exploration.explorer.outcomeOf(start, flow)).toMatchObject({ isDone: !isMail })
  })
})

describe.each(startingStates)('in the starting state "%s", two processes at once', (start) => {
  it.each(pairsIn(start))(
    'keep every promise: %s and %s',
    async (...flows) => {
      await exploration.exhaust(passwords(start, flows, boundsOf(flows)))
    },
    timeout,
  )
})

describe.each(startingStates)(
  'in the starting state "%s", one call that fails or one process that ends',
  (start) => {
    it.each(ownFlowsIn(start))(
      'breaks no promise of: %s',
      async (flow) => {
        await exploration.exhaust(passwords(start, [flow], { faults: 1 }))
      },
      timeout,
    )

    it(
      `breaks no promise of two flows in a sample of schedules (seed ${seed})`,
      async () => {
        const campaigns = pairsIn(start).flatMap((flows) => passwords(start, flows, { faults: 1 }))
        await exploration.sample(campaigns, samples)
      },
      timeout,
    )
  },
)

function pairsIn(start: StartingStateName): readonly (readonly [FlowName, FlowName])[] {
  const isHere = (flow: FlowName): boolean => isIn(start, flow)
  const own = ownFlowsIn(start)
  const met = others.filter(isHere)
  return [
    ...pairsOf(own),
    // Two mails make a difference to each other only.
    ...passwordFlowNames
      .filter(isHere)
      .filter(isSecondMail)
      .map((flow) => [start === 'empty' ? 'password sign-up' : 'password reset', flow] as const),
    ...own.flatMap((one) => met.filter(meets(one)).map((other) => [one, other] as const)),
  ]
}

/** The flows of addresses are long, and meet what reads or ends the sessions that they depend on. */
function meets(one: FlowName): (other: FlowName) => boolean {
  const met: readonly FlowName[] = ['session read', 'sign-out everywhere', 'returning sign-in']
  return (other) => !one.startsWith('address') || met.includes(other)
}

/** The password flows of a starting state, each with one mail only. */
function ownFlowsIn(start: StartingStateName): readonly FlowName[] {
  return passwordFlowNames.filter((flow) => isIn(start, flow) && !isSecondMail(flow))
}

function isIn(start: StartingStateName, flow: FlowName): boolean {
  return isPlayable(flow, { name: start, strategy: 'database' }, {})
}

function isSecondMail(flow: FlowName): boolean {
  return flow.endsWith('by another mail')
}

function passwords(
  start: StartingStateName,
  flows: readonly FlowName[],
  bounds: Campaign['bounds'],
): readonly Campaign[] {
  const names = isDeep ? kindNames : kindsFor(start, flows)
  return campaignsOf({
    start,
    flows,
    bounds,
    kindNames: names.filter((kind) => kind !== 'keyless'),
    strategies: strategiesFor(flows),
  })
}

/** Without a row to miss, only the check of the password refuses a token to a deleted user. */
function strategiesFor(flows: readonly FlowName[]): typeof strategies | readonly ['database'] {
  const meetsDeletion = flows.includes('deletion') && flows.includes('password sign-in')
  return isDeep || meetsDeletion ? strategies : ['database']
}

function kindsFor(start: StartingStateName, flows: readonly FlowName[]): readonly KindName[] {
  // Without a way to end sessions, only the stamp of the password makes an older mail worthless.
  const isMailOnly = flows.every((flow) => flow.startsWith('password reset'))
  if (start === 'settled' && isMailOnly) return ['whole', 'auth-js']
  const isAlike = start === 'settled' && !flows.some((flow) => transactional.has(flow))
  return isAlike ? ['whole'] : usualKinds
}

/** A sign-in has few steps, so there is time for one preemption more where passwords meet. */
function boundsOf(flows: readonly FlowName[]): Campaign['bounds'] {
  const isShort = flows.includes('password sign-in') && flows.every(isPasswordFlow)
  const endsIt = flows.includes('password reset') || flows.includes('password change')
  return { faults: 0, preemptions: isShort && (isDeep || endsIt) ? 2 : 1 }
}

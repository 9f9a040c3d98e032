import { describe, expect, it } from 'vitest'
import { kindNames, usualKinds } from './campaign.js'
import { campaignsOf, openExploration, timeout } from './exploration.js'
import { heldPasswordFlowNames, type FlowName } from './flow-names.js'
import { isDeep } from './settings.js'
import type { StartingStateName } from './starting-states.js'

const { explorer, exhaust } = await openExploration('passwords that wait for a step')
const names = (isDeep ? kindNames : usualKinds).filter((kind) => kind !== 'keyless')
const strategies = isDeep ? (['database', 'jwt'] as const) : (['database'] as const)

const groups: readonly (readonly [StartingStateName, ...FlowName[]])[] = [
  ['empty', 'sign-up at once', 'sign-up at once'],
  ['empty', 'sign-up with a name', 'sign-up with a name'],
  ['settled', 'forced change', 'password sign-in'],
  ['settled', 'forced change', 'forced change'],
  ['settled', 'forced change', 'password reset'],
  ['settled', 'forced change', 'sign-out everywhere'],
  ['settled', 'address proof', 'password reset'],
  ['settled', 'address proof', 'address proof'],
  ['settled', 'address proof', 'sign-out everywhere'],
  ['settled', 'first password', 'first password'],
  ['settled', 'first password', 'password removal'],
  ['settled', 'first password', 'unlink'],
  ['settled', 'passkey removal', 'password removal'],
  ['settled', 'passkey removal', 'password sign-in'],
  ['settled', 'passkey removal', 'passkey removal'],
  ['planted', 'unlink', 'unlink', 'password removal'],
]

describe('passwords that wait for a step, alone', () => {
  it.each(heldPasswordFlowNames.filter((flow) => flow !== 'passkey removal'))(
    '%s is done',
    async (flow) => {
      const start = flow.startsWith('sign-up') ? 'empty' : 'settled'
      expect(await explorer.outcomeOf(start, flow)).toMatchObject({ isDone: true })
    },
  )

  it('the last passkey stays beside a password, which may be removed in the same moment', async () => {
    const outcome = await explorer.outcomeOf('settled', 'passkey removal')
    expect(outcome).toMatchObject({ isDone: false, error: 'LastSignInMethod' })
  })
})

describe('passwords that wait for a step, two processes at once', () => {
  it.each(groups.map(([start, ...flows]) => [start, flows.join(' and '), flows] as const))(
    'in the starting state "%s" keep every promise: %s',
    async (start, _names, flows) => {
      const bounds = { faults: 0, preemptions: 1 }
      await exhaust(campaignsOf({ start, flows, bounds, kindNames: names, strategies }))
    },
    timeout,
  )
})

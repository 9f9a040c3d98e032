import { afterAll, expect } from 'vitest'
import type { SessionStrategy } from '../../../src/model/options.js'
import { SeededRandom } from '../../support/seeded-random.js'
import { kinds, type KindName } from './adapters.js'
import { boundsOn, Explorer, type Campaign } from './campaign.js'
import { isPlayable } from './flows.js'
import { loadEngine } from './process.js'
import { isDeep, seed } from './settings.js'
import { countSchedules } from './tally.js'

/** Milliseconds, for a machine that has other things to do. */
export const timeout = isDeep ? 14_400_000 : 900_000

/** What the tests of a file explore. Their schedules are counted together. */
export interface Exploration {
  readonly explorer: Explorer
  /** Runs every schedule within the bounds. None may break a promise. */
  readonly exhaust: (campaigns: readonly Campaign[]) => Promise<void>
  /** Runs some schedules of each campaign, which the seed chooses. None may break a promise. */
  readonly sample: (campaigns: readonly Campaign[], schedules: number) => Promise<void>
}

export async function openExploration(title: string): Promise<Exploration> {
  const explorer = new Explorer(await loadEngine())
  const tally = countSchedules(title)
  afterAll(() => tally.print())
  return {
    explorer,
    exhaust: async (campaigns) => {
      for (const campaign of campaigns) tally.add(await explorer.exhaust(campaign))
      expect(tally.takeFindings()).toBe('')
    },
    sample: async (campaigns, schedules) => {
      const source = new SeededRandom(seed)
      const random = (): number => source.below(2 ** 30) / 2 ** 30
      for (const campaign of campaigns) {
        tally.add(await explorer.sample(campaign, schedules, random))
      }
      expect(tally.takeFindings()).toBe('')
    },
  }
}

/** Flows, and on which adapters and with which sessions they are tried. Default: in two processes. */
export interface Meeting
  extends Pick<Campaign, 'start' | 'flows' | 'bounds'>, Partial<Pick<Campaign, 'placement'>> {
  readonly kindNames: readonly KindName[]
  readonly strategies: readonly SessionStrategy[]
}

/** Returns a campaign for each kind of adapter and each strategy that all flows can be played with. */
export function campaignsOf({
  start,
  flows,
  bounds,
  kindNames,
  strategies,
  placement = 'two',
}: Meeting): readonly Campaign[] {
  return kindNames
    .flatMap((kind) => strategies.map((strategy) => ({ kind, strategy })))
    .filter(({ kind, strategy }) =>
      flows.every((flow) => isPlayable(flow, { name: start, strategy }, kinds[kind])),
    )
    .map(({ kind, strategy }) => ({
      start,
      kind,
      strategy,
      flows,
      placement,
      bounds: boundsOn(kind, strategy, bounds),
    }))
}

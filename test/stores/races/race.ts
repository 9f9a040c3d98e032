import type { Adapter } from '../../../src/model/adapter.js'
import type { SeededRandom } from '../../support/seeded-random.js'
import type { Rival } from './rival.js'
import type { Action, Landing, Site } from './site.js'

/** Where a race takes place. */
export interface Ground {
  /** A look at the rows, from a third side. */
  readonly adapter: Adapter
  /** Over the same rows; prepares each round and reads sessions. */
  readonly site: Site
  readonly rivals: readonly [Rival, Rival]
  readonly random: SeededRandom
  /**
   * Whether the database draws the ids of users. Until a sign-up has written the id into its marker, a
   * parallel one cannot know that the user was made for its account, and is refused.
   */
  readonly drawsIds?: boolean
}

/** What one round came to. */
export interface Verdict {
  /** Which order of events it was, as far as one can tell from outside. */
  readonly outcome: string
  readonly violations: readonly string[]
}

export interface Race {
  readonly title: string
  readonly run: (ground: Ground) => Promise<Verdict>
}

const longestDelay = 6

/** Both get ready, and are told to go at the same moment; one may hesitate. */
export async function race(
  { rivals, random }: Ground,
  ...actions: readonly [Action, Action]
): Promise<readonly [Landing, Landing]> {
  await Promise.all([rivals[0].prepare(actions[0]), rivals[1].prepare(actions[1])])
  const hesitant = random.below(3)
  const delay = random.below(longestDelay + 1)
  return Promise.all([
    rivals[0].go(hesitant === 0 ? delay : 0),
    rivals[1].go(hesitant === 1 ? delay : 0),
  ])
}

/** Does something without a rival; it has to work. */
export async function act(site: Site, action: Action): Promise<Landing> {
  const send = await site.prepare(action)
  const landing = await send()
  if (landing.error !== undefined) throw new Error(`${action.kind} was refused: ${landing.error}`)
  return landing
}

export function errorsOf(landings: readonly Landing[]): string {
  return landings.flatMap(({ error }) => error ?? []).join(', ')
}

/** What a visitor is told when something failed that is not the visitor's fault. */
export function hasInternalError(landings: readonly Landing[]): boolean {
  return landings.some(({ error }) => error === 'Configuration' || error?.startsWith('5'))
}

export function listTrue(claims: Readonly<Record<string, boolean>>): string[] {
  return Object.keys(claims).filter((claim) => claims[claim])
}

import { setTimeout as wait } from 'node:timers/promises'
import type { Adapter } from '../../../src/model/adapter.js'
import { openSite, type Action, type Landing } from './site.js'

/** A process that takes part in a race. */
export interface Rival {
  /** Does everything that comes before the decisive request. */
  prepare(action: Action): Promise<void>
  /** Sends the decisive request, after so many milliseconds. */
  go(delay: number): Promise<Landing>
}

/** A rival in this process. */
export function rivalOn(adapter: Adapter): Rival {
  const site = openSite(adapter)
  let send: (() => Promise<Landing>) | undefined
  return {
    prepare: async (action) => {
      send = await site.prepare(action)
    },
    go: async (delay) => {
      if (!send) throw new Error('Nothing was prepared.')
      if (delay > 0) await wait(delay)
      return send()
    },
  }
}

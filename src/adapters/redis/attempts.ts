import type { Adapter } from '../../model/adapter.js'
import { readNames } from './connection.js'
import { requireTime } from './encoding.js'
import { encodePart } from './keys.js'
import { countAttemptScript } from './row-scripts.js'
import type { Store } from './store.js'

export function attemptMethods({
  connection,
  keys,
}: Store): Required<Pick<Adapter, 'countAttempt'>> {
  return {
    countAttempt: async ({ key, now, expires }) => {
      const times = [requireTime(now), requireTime(expires)].map(String)
      const reply = await connection.run(countAttemptScript, [keys.limit(encodePart(key))], times)
      const [count, end] = readNames(reply)
      return { count: Number(count), expires: new Date(Number(end)) }
    },
  }
}

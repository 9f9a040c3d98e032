import type { Adapter } from '../../model/adapter.js'
import type { KyselyDatabase } from './database.js'
import { openReplica } from './replica.js'
import { askForSession, toSessionAndUser } from './session-statement.js'
import type { KyselyAdapterOptions, Store } from './store.js'

const usualLag = 2

/** Adds the method that reads from a replica. All other methods report what they change. */
export function readFromReplica(
  adapter: Adapter,
  store: Store,
  { reader, readerLag = usualLag }: KyselyAdapterOptions & { readonly reader: KyselyDatabase },
): void {
  if (!(readerLag > 0)) {
    throw new RangeError(`kyselyAdapter: expected \`readerLag\` above 0, got ${readerLag}.`)
  }
  const replica = openReplica(reader, store, readerLag * 1000)
  const report =
    <Args extends readonly unknown[], Result>(
      name: keyof Adapter,
      method: (...args: Args) => Promise<Result>,
    ): ((...args: Args) => Promise<Result>) =>
    async (...args) => {
      try {
        return await method(...args)
      } finally {
        // Also after a failure, because the change may have been made.
        replica.noteChange(name, args)
      }
    }
  const methods = Object.entries(adapter) as [
    keyof Adapter,
    (...args: unknown[]) => Promise<unknown>,
  ][]
  for (const [name, method] of methods) Object.assign(adapter, { [name]: report(name, method) })
  adapter.getRecentSessionAndUser = async (sessionToken) => {
    const row = await replica.read(askForSession(store, sessionToken), sessionToken)
    return row ? toSessionAndUser(row, sessionToken) : null
  }
}

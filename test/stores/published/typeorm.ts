import { entities } from '@auth/typeorm-adapter'
import { DataSource, type DataSourceOptions } from 'typeorm'
import type { Adapter } from '../../../src/model/adapter.js'
import type { OpenStore, PublishedStore } from './store.js'
import { runOnPostgres } from './stores.js'

/** `@auth/typeorm-adapter` on the tables that TypeORM makes of the adapter's entities. */
export const typeormStore: PublishedStore = {
  server: 'postgres',
  prepare: async (url) => {
    const source = new DataSource({ type: 'postgres', url, entities: Object.values(entities) })
    await source.initialize()
    await source.synchronize()
    await source.destroy()
  },
  // Unless told otherwise, the adapter synchronizes the tables at every call outside of production.
  open: (url) => openTypeorm({ type: 'postgres', url, synchronize: false }),
}

export async function openTypeorm(source: DataSourceOptions): Promise<OpenStore> {
  const { TypeORMAdapter } = await loadAdapter()
  const { __disconnect: close, ...adapter } = TypeORMAdapter(source)
  return { adapter, close }
}

/** The same on tables with the unique keys that our guide asks for. */
export const keyedTypeormStore: PublishedStore = {
  ...typeormStore,
  prepare: async (url) => {
    await typeormStore.prepare(url)
    await runOnPostgres(url, [
      'create unique index verification_token_key on verification_tokens (identifier, token)',
      'create unique index account_key on accounts (provider, "providerAccountId")',
    ])
  },
}

interface AdapterModule {
  readonly TypeORMAdapter: (source: DataSourceOptions) => Adapter & {
    readonly __disconnect: () => Promise<void>
  }
}

let copies = 0

/** The module remembers the first database that it connects to, so that each database needs a copy. */
async function loadAdapter(): Promise<AdapterModule> {
  const file = new URL(import.meta.resolve('@auth/typeorm-adapter'))
  file.search = String((copies += 1))
  return (await import(/* @vite-ignore */ file.href)) as AdapterModule
}

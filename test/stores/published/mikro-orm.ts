import { defaultEntities, MikroOrmAdapter } from '@auth/mikro-orm-adapter'
import { MikroORM } from '@mikro-orm/postgresql'
import type { Adapter } from '../../../src/model/adapter.js'
import type { PublishedStore } from './store.js'

/** `@auth/mikro-orm-adapter` on the tables that MikroORM makes of the adapter's entities. */
export const mikroOrmStore: PublishedStore = {
  server: 'postgres',
  prepare: async (url) => {
    const orm = await MikroORM.init({ clientUrl: url, entities: Object.values(defaultEntities) })
    await orm.schema.createSchema()
    await orm.close()
  },
  open: async (url) => {
    const { __disconnect: close, ...adapter } = MikroOrmAdapter({
      type: 'postgresql',
      clientUrl: url,
    }) as Adapter & { readonly __disconnect: () => Promise<void> }
    return { adapter, close }
  },
}

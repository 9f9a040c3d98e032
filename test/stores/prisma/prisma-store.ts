import { fileURLToPath } from 'node:url'
import type { Adapter } from '../../../src/model/adapter.js'
import { prismaTables } from '../published/postgres-tables.js'
import type { PublishedStore } from '../published/store.js'
import { runOnPostgres } from '../published/stores.js'
import { generateClient } from './generate-client.js'

/** `@auth/prisma-adapter` with a client that is made of the published schema. */
export const prismaStore: PublishedStore = {
  hasPasskeys: true,
  server: 'postgres',
  prepare: async (url) => {
    await (generated ??= generateClient(schema))
    await runOnPostgres(url, prismaTables)
  },
  open: async (url) => {
    const { PrismaClient } = await load<ClientModule>('./dist/client.ts')
    const { PrismaPg } = await load<DriverModule>('@prisma/adapter-pg')
    const { PrismaAdapter } = await load<AdapterModule>('@auth/prisma-adapter')
    const client = new PrismaClient({ adapter: new PrismaPg({ connectionString: url }) })
    return { adapter: PrismaAdapter(client), close: () => client.$disconnect() }
  },
}

interface Client {
  $disconnect(): Promise<void>
}
interface ClientModule {
  readonly PrismaClient: new (options: { readonly adapter: unknown }) => Client
}
interface DriverModule {
  readonly PrismaPg: new (options: { readonly connectionString: string }) => unknown
}
interface AdapterModule {
  readonly PrismaAdapter: (client: Client) => Adapter
}

const schema = fileURLToPath(new URL('schema.prisma', import.meta.url))
let generated: Promise<void> | undefined

/** Hides the import from the compiler, because the packages are not always installed. */
async function load<Module>(specifier: string): Promise<Module> {
  return (await import(/* @vite-ignore */ specifier)) as Module
}

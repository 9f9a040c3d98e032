/** The content of the adapter file, for providers that need a store. */
export const authAdapter: string = `import { memoryAdapter } from "latchkey/adapters/memory";

// Stores users, accounts and sessions in memory, so they are lost when the server
// stops. Use latchkey/adapters/kysely or latchkey/adapters/redis to keep them.
export const adapter = memoryAdapter();
`

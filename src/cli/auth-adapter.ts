/** The text of the file with the store, for providers that need one. */
export const authAdapter: string = `import { memoryAdapter } from "latchkey/adapters/memory";

// Keeps users, accounts and sessions until the server stops: enough to try things
// out. latchkey/adapters/kysely and latchkey/adapters/redis keep them for good.
export const adapter = memoryAdapter();
`

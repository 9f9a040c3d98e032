import type { Database } from './database.js'

/** Redis or Valkey, through `redis`. It has no tables. */
export const redis: Database = {
  id: 'redis',
  variable: 'REDIS_URL',
  address: /^(?:redis|valkey)s?:/i,
  packages: ['redis'],
  devPackages: [],
  environment: {
    comment: 'Redis. Default: redis://localhost:6379',
    variables: [{ name: 'REDIS_URL', value: '' }],
  },
  files: [],
  adapter: `import { redisAdapter } from "latchkey/adapters/redis";
import { createClient } from "redis";

type RedisAdapter = ReturnType<typeof redisAdapter>;

let opened: Promise<RedisAdapter> | undefined;

// Connects at the first request. After a failure, the next request tries again.
export function openAdapter(url: string | undefined): Promise<RedisAdapter> {
  opened ??= open(url).catch((error) => {
    opened = undefined;
    throw error;
  });
  return opened;
}

async function open(url: string | undefined): Promise<RedisAdapter> {
  let hasConnected = false;
  const client = createClient({
    url: url || "redis://localhost:6379",
    disableOfflineQueue: true,
    socket: {
      // Without Redis, the first request fails at once. A connection that is lost later is restored.
      reconnectStrategy: (retries) =>
        hasConnected && Math.min(retries * 100, 3000),
    },
  });
  // Without a listener, a broken connection would end the process.
  client.on("error", (error) => console.error(error));
  try {
    await client.connect();
    hasConnected = true;
  } catch (error) {
    client.destroy();
    throw error;
  }
  return redisAdapter(client);
}
`,
  advice:
    'Set REDIS_URL. Turn on persistence in Redis, because users and accounts are stored there.',
}

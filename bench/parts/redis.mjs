import { databasePart } from '../database-part.mjs'

export const part = databasePart({
  kind: 'redis',
  file: 'session-read-redis',
  title: 'Time to read a session in Redis',
  drivers: ['@auth/unstorage-adapter', 'unstorage', 'redis'],
  bare: { file: 'bare-redis.mjs', create: 'bareRedis' },
  ours: [{ file: 'latchkey-redis.mjs', create: 'latchkeyRedis' }],
  rivals: [
    { file: 'auth-js-redis.mjs', create: 'authJsRedis' },
    { file: 'better-auth-redis.mjs', create: 'betterAuthRedis' },
  ],
  targets: { mostOverBare: 1.5, authJs: 2, authJsRoute: 2, betterAuth: 2 },
  comparisons: [],
  more: [],
})

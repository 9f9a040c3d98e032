import { databasePart } from '../database-part.mjs'

export const part = databasePart({
  file: 'session-read-redis',
  title: 'Time to read a session in Redis',
  drivers: ['@auth/unstorage-adapter', 'unstorage', 'redis'],
  bare: 'bare-get',
  comparisons: [],
  more: [],
  async open({ poolSize, against }) {
    const { openRedis } = await import('../subjects/redis.mjs')
    return openRedis(poolSize, against)
  },
})

import { withAtOnce } from './at-once.mjs'
import { connectRedis } from './connect-redis.mjs'
import { emailOf } from './visitor.mjs'

/**
 * The least that any question to Redis costs.
 *
 * @param {number} _poolSize
 * @param {import('../processes.mjs').Source} source
 */
export async function bareRedis(_poolSize, { url, sessions }) {
  const client = await connectRedis(url)
  for (let at = 0; at < sessions; at++) await client.set(String(at), emailOf(at))
  return withAtOnce([
    {
      id: 'bare-read',
      library: 'redis',
      name: 'GET of one text',
      kind: 'async',
      run: (at) => client.get(String(at % sessions)),
      emailIn: (email) => email,
      expected: (at) => emailOf(at % sessions),
    },
  ])
}

import { createClient } from 'redis'

/**
 * Returns a client of its own. It has no type, because each library wants another one.
 *
 * @param {string} url
 * @returns {Promise<any>}
 */
export async function connectRedis(url) {
  const client = createClient({ url })
  await client.connect()
  return client
}

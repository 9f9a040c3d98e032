import { expect, it } from 'vitest'
import { createStaleCache } from '../../src/oauth/stale-cache.js'
import { fakeTime } from '../http/fake-time.js'

it.each([
  ['brings an old value', (resolve: (value: string) => void) => resolve('old')],
  ['fails', (_: unknown, reject: (reason: Error) => void) => reject(new Error('Too late.'))],
])('a load that was cut off and %s late does not change the newer value', async (_how, end) => {
  const time = fakeTime()
  const cache = createStaleCache<string>({ lifetime: 60_000, most: 10 }, time)
  let finish = (): void => undefined
  const late = cache.get(
    'key',
    () =>
      new Promise((resolve, reject) => {
        finish = () => end(resolve, reject)
      }),
  )
  await time.pass(15_000)
  expect(await cache.get('key', async () => 'new')).toBe('new')
  finish()
  expect(await late).toBe('new')
  expect(await cache.get('key', async () => 'newest')).toBe('new')
  expect(cache.failureOf('key')).toBeUndefined()
})

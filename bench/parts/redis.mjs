import { measureSubjects } from '../measure.mjs'

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'session-read-redis',
  title: 'Time to read a session in Redis',
  drivers: ['@auth/unstorage-adapter', 'unstorage', 'redis'],
  method: { unit: 'nanoseconds a read; of ten reads where it says at once' },
  /* prettier-ignore */
  comparisons: [
    { of: 'latchkey-read',            to: 'bare-get' },
    { of: 'auth-js-get',              to: 'latchkey-read',         target: { atLeast: 2 } },
    { of: 'auth-js-get',              to: 'latchkey-get',          target: { atLeast: 2 } },
    { of: 'better-auth-read',         to: 'latchkey-read',         target: { atLeast: 2 } },
    { of: 'better-auth-get',          to: 'latchkey-get',          target: { atLeast: 2 } },
    { of: 'latchkey-read-at-once',    to: 'bare-get-at-once' },
    { of: 'auth-js-get-at-once',      to: 'latchkey-read-at-once', target: { atLeast: 2 } },
    { of: 'auth-js-get-at-once',      to: 'latchkey-get-at-once',  target: { atLeast: 2 } },
    { of: 'better-auth-read-at-once', to: 'latchkey-read-at-once', target: { atLeast: 2 } },
    { of: 'better-auth-get-at-once',  to: 'latchkey-get-at-once',  target: { atLeast: 2 } },
  ],
  async measure(effort) {
    const { openRedis } = await import('../subjects/redis.mjs')
    const { subjects, close } = await openRedis(effort.poolSize)
    try {
      return await measureSubjects(subjects, effort)
    } finally {
      await close()
    }
  },
  chart: [
    {
      title: 'One after the other',
      note: 'Ratios over latchkey readSession.',
      base: 'latchkey-read',
      ids: [
        'bare-get',
        'latchkey-read',
        'latchkey-get',
        'better-auth-read',
        'better-auth-get',
        'auth-js-get',
      ],
    },
    {
      title: 'Ten at once',
      note: 'Time of all ten. Ratios over latchkey readSession.',
      base: 'latchkey-read-at-once',
      ids: [
        'bare-get-at-once',
        'latchkey-read-at-once',
        'latchkey-get-at-once',
        'better-auth-read-at-once',
        'better-auth-get-at-once',
        'auth-js-get-at-once',
      ],
    },
  ],
}

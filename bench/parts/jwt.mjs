import { measureSubjects } from '../measure.mjs'

const rivals = [
  'auth-js-get-cold',
  'better-auth-read-memory-store',
  'better-auth-read-cookie-cache',
]

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'session-read',
  title: 'Time to read a session',
  method: {
    unit: 'nanoseconds an operation',
    requests: 'made before the clock starts and used again, for every library alike',
  },
  /* prettier-ignore */
  comparisons: [
    { of: 'latchkey-app-no-cookie',  to: 'bare-decrypt', target: { atMost: 0.3 } },
    { of: 'latchkey-app-hot',        to: 'bare-decrypt', target: { atMost: 0.6 } },
    { of: 'latchkey-app-cold',       to: 'bare-decrypt', target: { atMost: 2.2 } },
    { of: 'auth-js-app-hot',         to: 'latchkey-app-hot', target: { atLeast: 50 } },
    { of: 'auth-js-app-cold',        to: 'latchkey-app-cold', target: { atLeast: 50 } },
    { of: 'latchkey-read-cold',      to: 'bare-decrypt', target: { atMost: 2 } },
    { of: 'latchkey-read-hot',       to: 'bare-decrypt' },
    { of: 'latchkey-read-no-cookie', to: 'bare-decrypt', target: { atMost: 1 / 20 } },
    ...rivals.map((of) => ({ of, to: 'latchkey-read-cold', target: { atLeast: 50 } })),
    { of: 'auth-js-get-hot',               to: 'latchkey-read-hot', target: { atLeast: 50 } },
    { of: 'better-auth-read-memory-store', to: 'latchkey-read-hot', target: { atLeast: 50 } },
    { of: 'better-auth-read-cookie-cache', to: 'latchkey-read-hot', target: { atLeast: 50 } },
    { of: 'auth-js-get-cold',              to: 'latchkey-get-cold' },
    { of: 'auth-js-get-hot',               to: 'latchkey-get-hot' },
    { of: 'better-auth-get-memory-store',  to: 'latchkey-get-cold' },
    { of: 'better-auth-get-memory-store',  to: 'latchkey-get-hot' },
    { of: 'better-auth-get-cookie-cache',  to: 'latchkey-get-cold' },
    { of: 'better-auth-get-cookie-cache',  to: 'latchkey-get-hot' },
  ],
  async measure(effort) {
    const { createSubjects } = await import('../subjects/all.mjs')
    return measureSubjects(await createSubjects(effort.poolSize, effort.against), effort)
  },
  chart: [
    {
      title: 'What an app pays',
      note: 'The config function is called for each read, with three providers and a callback. Ratios over latchkey, cold.',
      base: 'latchkey-app-cold',
      ids: [
        'latchkey-app-no-cookie',
        'latchkey-app-hot',
        'bare-decrypt',
        'latchkey-app-cold',
        'auth-js-app-hot',
        'auth-js-app-cold',
      ],
    },
    {
      title: 'With one kept config',
      note: 'Ratios over latchkey readSession, cold. @auth/core reads through its route only.',
      base: 'latchkey-read-cold',
      ids: [
        'latchkey-read-no-cookie',
        'bare-decrypt',
        'latchkey-read-hot',
        'latchkey-read-cold',
        'better-auth-read-cookie-cache',
        'better-auth-read-memory-store',
        'auth-js-get-cold',
      ],
    },
    {
      title: 'Through the session route',
      note: 'Request to Response with its body read. Ratios over latchkey GET, cold.',
      base: 'latchkey-get-cold',
      ids: [
        'latchkey-get-hot',
        'latchkey-get-cold',
        'better-auth-get-cookie-cache',
        'better-auth-get-memory-store',
        'auth-js-get-hot',
        'auth-js-get-cold',
      ],
    },
  ],
}

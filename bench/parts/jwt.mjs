import { measureProcesses } from '../processes.mjs'

const rivals = [
  'auth-js-get-cold',
  'better-auth-read-memory-store',
  'better-auth-read-cookie-cache',
]

/** What an app's read may take beyond its config function, over the bare decrypt. */
const mostOfApp = { 'no-cookie': 0.3, hot: 0.6, cold: 2.2 }

/** @type {readonly import('../processes.mjs').Group[]} */
const ours = [
  { file: 'latchkey.mjs', create: 'app' },
  { file: 'latchkey.mjs', create: 'kept' },
]

/** @type {readonly import('../processes.mjs').Group[]} */
const groups = [
  { file: 'latchkey.mjs', create: 'bare' },
  ...ours,
  { file: 'auth-js.mjs', create: 'app' },
  { file: 'auth-js.mjs', create: 'kept' },
  { file: 'better-auth.mjs', create: 'betterAuth' },
]

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'session-read',
  title: 'Time to read a session',
  method: {
    unit: 'nanoseconds an operation',
    processes: 'one for each library and kind of config, which take turns',
    requests: 'made before the clock starts and used again, for every library alike',
  },
  /* prettier-ignore */
  comparisons: [
    ...Object.entries(mostOfApp).map(([warmth, atMost]) => ({
      of: `latchkey-app-${warmth}`,
      beyond: 'latchkey-app-config',
      to: 'bare-decrypt',
      target: { atMost },
    })),
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
  measure(effort) {
    const folder = effort.against
    if (folder === undefined) return measureProcesses(groups, effort)
    return measureProcesses(
      [...ours, ...ours.map((group) => Object.assign({ folder }, group))],
      effort,
    )
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

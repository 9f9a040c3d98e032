import { measureSubjects } from '../measure.mjs'

/** @type {import('../part.mjs').Part} */
export const part = {
  file: 'session-read-postgres',
  title: 'Time to read a session in PostgreSQL',
  drivers: ['@auth/pg-adapter', 'kysely', 'pg'],
  method: { unit: 'nanoseconds a read; of ten reads where it says at once' },
  /* prettier-ignore */
  comparisons: [
    { of: 'latchkey-read',                 to: 'bare-query' },
    { of: 'auth-js-get',                   to: 'latchkey-read',         target: { atLeast: 2 } },
    { of: 'auth-js-get',                   to: 'latchkey-get',          target: { atLeast: 2 } },
    { of: 'better-auth-read',              to: 'latchkey-read',         target: { atLeast: 2 } },
    { of: 'better-auth-get',               to: 'latchkey-get',          target: { atLeast: 2 } },
    { of: 'latchkey-read-million',         to: 'latchkey-read',         target: { atMost: 1.3 } },
    { of: 'latchkey-get-million',          to: 'latchkey-get',          target: { atMost: 1.3 } },
    { of: 'auth-js-get-at-once',           to: 'latchkey-read-at-once', target: { atLeast: 2 } },
    { of: 'auth-js-get-at-once',           to: 'latchkey-get-at-once',  target: { atLeast: 2 } },
    { of: 'better-auth-read-at-once',      to: 'latchkey-read-at-once', target: { atLeast: 2 } },
    { of: 'better-auth-get-at-once',       to: 'latchkey-get-at-once',  target: { atLeast: 2 } },
    { of: 'latchkey-read-million-at-once', to: 'latchkey-read-at-once', target: { atMost: 1.3 } },
  ],
  async measure(effort) {
    const { openPostgres } = await import('../subjects/postgres.mjs')
    const { subjects, close } = await openPostgres(effort.poolSize, effort.manySessions)
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
        'bare-query',
        'latchkey-read',
        'latchkey-get',
        'latchkey-read-million',
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
        'latchkey-read-at-once',
        'latchkey-get-at-once',
        'latchkey-read-million-at-once',
        'better-auth-read-at-once',
        'better-auth-get-at-once',
        'auth-js-get-at-once',
      ],
    },
  ],
}

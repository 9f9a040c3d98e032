import { databasePart } from '../database-part.mjs'

export const part = databasePart({
  file: 'session-read-postgres',
  title: 'Time to read a session in PostgreSQL',
  drivers: ['@auth/pg-adapter', 'kysely', 'pg'],
  bare: 'bare-query',
  /* prettier-ignore */
  comparisons: [
    { of: 'latchkey-read-million',         to: 'latchkey-read',         target: { atMost: 1.3 } },
    { of: 'latchkey-get-million',          to: 'latchkey-get',          target: { atMost: 1.3 } },
    { of: 'latchkey-read-million-at-once', to: 'latchkey-read-at-once', target: { atMost: 1.3 } },
  ],
  more: ['latchkey-read-million'],
  async open({ poolSize, manySessions, against }) {
    const { openPostgres } = await import('../subjects/postgres.mjs')
    return openPostgres(poolSize, manySessions, against)
  },
})

import { databasePart } from '../database-part.mjs'

export const part = databasePart({
  kind: 'postgres',
  file: 'session-read-postgres',
  title: 'Time to read a session in PostgreSQL',
  drivers: ['@auth/pg-adapter', 'kysely', 'pg'],
  bare: { file: 'bare-postgres.mjs', create: 'barePostgres' },
  ours: [
    { file: 'latchkey-postgres.mjs', create: 'latchkeyPostgres' },
    { file: 'latchkey-postgres.mjs', create: 'latchkeyPostgresMillion', isLarge: true },
  ],
  rivals: [
    { file: 'auth-js-postgres.mjs', create: 'authJsPostgres' },
    { file: 'better-auth-postgres.mjs', create: 'betterAuthPostgres' },
  ],
  targets: { mostOverBare: 1.6, authJs: 3.5, authJsRoute: 2.5, betterAuth: 5 },
  /* prettier-ignore */
  comparisons: [
    { of: 'latchkey-read-million',         to: 'latchkey-read',         target: { atMost: 1.1 } },
    { of: 'latchkey-get-million',          to: 'latchkey-get',          target: { atMost: 1.1 } },
    { of: 'latchkey-read-million-at-once', to: 'latchkey-read-at-once', target: { atMost: 1.1 } },
  ],
  more: ['latchkey-read-million'],
})

import pg from 'pg'
import { withAtOnce } from './at-once.mjs'
import { connections } from './database-rows.mjs'
import { emailOf } from './visitor.mjs'

/**
 * The least that any question to PostgreSQL costs.
 *
 * @param {number} _poolSize
 * @param {import('../processes.mjs').Source} source
 */
export function barePostgres(_poolSize, { url }) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  return withAtOnce([
    {
      id: 'bare-read',
      library: 'pg',
      name: 'select of one text',
      kind: 'async',
      run: async (at) =>
        (await pool.query('select $1::text as email', [emailOf(at)])).rows[0].email,
      emailIn: (email) => email,
      expected: emailOf,
    },
  ])
}

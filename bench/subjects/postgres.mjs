import pg from 'pg'
import { authJsPostgres } from './auth-js-postgres.mjs'
import { atOnce } from './at-once.mjs'
import { betterAuthPostgres } from './better-auth-postgres.mjs'
import { startDatabase } from './start-database.mjs'
import { connections } from './database-rows.mjs'
import { latchkeyPostgres } from './latchkey-postgres.mjs'
import { emailOf } from './visitor.mjs'

/** @typedef {import('./subject.mjs').Subject<any>} Subject */

const few = 1000

/**
 * Sessions in PostgreSQL: each library has a database of its own on the same server.
 *
 * @param {number} poolSize
 * @param {number} many sessions in the large table
 * @returns {Promise<{ subjects: Subject[], close: () => Promise<void> }>}
 */
export async function openPostgres(poolSize, many) {
  const server = await startDatabase('postgres')
  const [small, large, authJs, betterAuth] = [
    await latchkeyPostgres(await server.createDatabase('latchkey'), few, poolSize, ''),
    await latchkeyPostgres(await server.createDatabase('latchkey'), many, poolSize, '-million'),
    await authJsPostgres(await server.createDatabase('authjs'), few, poolSize),
    await betterAuthPostgres(await server.createDatabase('better'), few, poolSize),
  ]
  const bare = bareQuery(server.url)
  const reads = [
    bare.subject,
    small.read,
    small.get,
    large.read,
    large.get,
    authJs.get,
    betterAuth.read,
    betterAuth.get,
  ]
  return {
    subjects: [...reads, ...reads.map((read) => atOnce(read, connections))],
    async close() {
      for (const one of [small, large, authJs, betterAuth, bare]) await one.close()
      await server.remove()
    },
  }
}

/** The least that any question costs. @param {string} url */
function bareQuery(url) {
  const pool = new pg.Pool({ connectionString: url, max: connections })
  /** @type {Subject} */
  const subject = {
    id: 'bare-query',
    library: 'pg',
    name: 'select of one text',
    kind: 'async',
    run: async (at) => (await pool.query('select $1::text as email', [emailOf(at)])).rows[0].email,
    emailIn: (email) => email,
    expected: emailOf,
  }
  return { subject, close: () => pool.end() }
}

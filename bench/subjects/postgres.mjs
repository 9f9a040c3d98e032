import pg from 'pg'
import { importSubjects, markOther } from '../other-checkout.mjs'
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
 * @param {string} [against] the folder of another checkout
 * @returns {Promise<{ subjects: Subject[], close: () => Promise<void> }>}
 */
export async function openPostgres(poolSize, many, against) {
  const server = await startDatabase('postgres')
  const [small, large, authJs, betterAuth] = [
    await latchkeyPostgres(await server.createDatabase('latchkey'), few, poolSize, ''),
    await latchkeyPostgres(await server.createDatabase('latchkey'), many, poolSize, '-million'),
    await authJsPostgres(await server.createDatabase('authjs'), few, poolSize),
    await betterAuthPostgres(await server.createDatabase('better'), few, poolSize),
  ]
  const others = against === undefined ? [] : await openOthers(against)
  const bare = bareQuery(server.url)
  const reads = [
    bare.subject,
    small.read,
    small.get,
    large.read,
    large.get,
    ...others.flatMap(({ read, get }) => [read, get].map(markOther)),
    authJs.get,
    betterAuth.read,
    betterAuth.get,
  ]
  return {
    subjects: [...reads, ...reads.map((read) => atOnce(read, connections))],
    async close() {
      for (const one of [small, large, ...others, authJs, betterAuth, bare]) await one.close()
      await server.remove()
    },
  }

  /** @param {string} folder */
  async function openOthers(folder) {
    const other = await importSubjects(folder, 'latchkey-postgres.mjs')
    /** @type {typeof latchkeyPostgres} */
    const open = other.latchkeyPostgres
    return [
      await open(await server.createDatabase('other'), few, poolSize, ''),
      await open(await server.createDatabase('other'), many, poolSize, '-million'),
    ]
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

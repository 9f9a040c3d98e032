import { runnerImport } from 'vite'
import { encode } from 'latchkey/jwt'
import pg from 'pg'
import { authJsPostgres } from './auth-js-postgres.mjs'
import { bareDecrypt } from './bare-decrypt.mjs'
import { betterAuthPostgres } from './better-auth-postgres.mjs'
import { connections } from './database-rows.mjs'
import { latchkeyPostgres } from './latchkey-postgres.mjs'
import { claimsOf, emailOf, secret } from './visitor.mjs'

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
  const server = await startServer()
  const [small, large, authJs, betterAuth] = [
    await latchkeyPostgres(await server.createDatabase('latchkey'), few, poolSize, ''),
    await latchkeyPostgres(await server.createDatabase('latchkey'), many, poolSize, '-million'),
    await authJsPostgres(await server.createDatabase('authjs'), few, poolSize),
    await betterAuthPostgres(await server.createDatabase('better'), few, poolSize),
  ]
  const bare = bareQuery(server.url)
  const reads = [
    small.read,
    small.get,
    large.read,
    large.get,
    authJs.get,
    betterAuth.read,
    betterAuth.get,
  ]
  return {
    subjects: [await yardstick(), bare.subject, ...reads, ...reads.map(atOnce)],
    async close() {
      for (const one of [small, large, authJs, betterAuth, bare]) await one.close()
      await server.remove()
    },
  }
}

/** The server that the tests run on, as they set it up. */
async function startServer() {
  const file = new URL('../../test/servers/postgres.ts', import.meta.url)
  /** @type {{ module: typeof import('../../test/servers/postgres.js') }} */
  const { module } = await runnerImport(file.pathname, { configFile: false, logLevel: 'error' })
  return module.startPostgres()
}

/**
 * As many reads at the same time as there are connections.
 *
 * @param {Subject} subject
 * @returns {Subject}
 */
function atOnce({ id, name, run, emailIn, expected, ...subject }) {
  const turns = Array.from({ length: connections }, (_, turn) => turn)
  return {
    ...subject,
    id: `${id}-at-once`,
    name: `${name}, ${connections} at once`,
    run: (at) => Promise.all(turns.map((turn) => run(at * connections + turn))),
    emailIn: (results) => results.map(emailIn).join(),
    expected: (at) => turns.map((turn) => expected(at * connections + turn)).join(),
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

/** Tells whether the machine was busy, as it waits for nobody. */
async function yardstick() {
  const salt = 'yardstick'
  return bareDecrypt([await encode({ token: claimsOf(0), secret, salt })], secret, salt)
}

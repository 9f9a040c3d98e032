import { authJsRequests, betterAuthRequests, latchkeyRequests } from './requests.mjs'
import { startServer } from './server.mjs'

/**
 * A server each, and what is asked of it.
 *
 * @param {number} poolSize
 */
export async function openServers(poolSize) {
  /** @type {import('./server.mjs').Server[]} */
  const servers = []
  /** @param {string} name @param {Record<string, string>} [variables] */
  const open = async (name, variables = {}) => {
    const server = await startServer(name, variables)
    servers.push(server)
    return server
  }
  const close = async () => {
    for (const server of servers) await server.stop()
  }
  try {
    const latchkey = await open('latchkey')
    const latchkeyFetch = await open('latchkey-fetch')
    const authJs = await open('auth-js')
    const betterAuth = await open('better-auth')
    const cold = await latchkeyRequests(poolSize)
    const hot = cold.slice(0, 1)
    const answer = { BARE_ANSWER: await answerOf(latchkey.port, hot[0] ?? '') }
    const [bare, bareFetch] = [await open('bare', answer), await open('bare-fetch', answer)]
    /** @type {import('./measure-servers.mjs').Lane[]} */
    const lanes = [
      lane('bare', 'node:http', 'the same bytes', bare, hot),
      lane('bare-fetch', 'node:http', 'the same bytes in a Response to a Request', bareFetch, hot),
      lane('latchkey-hot', 'latchkey', 'GET /auth/session, the same visitor again', latchkey, hot),
      lane('latchkey-cold', 'latchkey', 'GET /auth/session, other visitors', latchkey, cold),
      lane('latchkey-fetch', 'latchkey', 'the same by Request and Response', latchkeyFetch, hot),
      lane('auth-js', '@auth/core', 'GET /auth/session', authJs, await authJsRequests()),
      lane(
        'better-auth',
        'better-auth',
        'GET /api/auth/get-session, cookie cache',
        betterAuth,
        await betterAuthRequests(betterAuth.port),
      ),
    ]
    return { lanes, close }
  } catch (error) {
    await close()
    throw error
  }
}

/**
 * @param {string} id
 * @param {string} library
 * @param {string} name
 * @param {import('./server.mjs').Server} server
 * @param {readonly string[]} requests
 */
function lane(id, library, name, server, requests) {
  return { id, library, name, server, requests }
}

/**
 * What latchkey answers, for a server that answers nothing else.
 *
 * @param {number} port
 * @param {string} request
 */
async function answerOf(port, request) {
  const [, cookie = ''] = /^cookie: (.*)$/m.exec(request) ?? []
  const response = await fetch(`http://127.0.0.1:${port}/auth/session`, { headers: { cookie } })
  const own = ['date', 'connection', 'keep-alive']
  const headers = [...response.headers].filter(([name]) => !own.includes(name))
  return JSON.stringify({ headers: Object.fromEntries(headers), body: await response.text() })
}

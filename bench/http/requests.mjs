import { encode as authJsEncode } from '@auth/core/jwt'
import { encode } from 'latchkey/jwt'
import { claimsOf, otherCookies, password, secret } from '../subjects/visitor.mjs'

/** Where the servers are to be seen; the port is nobody's business. */
export const httpOrigin = 'http://localhost'

const cookieName = 'authjs.session-token'

/** Requests for the session of so many visitors. @param {number} count */
export async function latchkeyRequests(count) {
  const tokens = []
  for (let at = 0; at < count; at++) {
    tokens.push(await encode({ token: claimsOf(at), secret, salt: cookieName }))
  }
  return tokens.map((token) => get('/auth/session', `${cookieName}=${token}`))
}

/** The same of one visitor: nothing is remembered of a token there. */
export async function authJsRequests() {
  const token = await authJsEncode({ token: claimsOf(0), secret, salt: cookieName })
  return [get('/auth/session', `${cookieName}=${token}`)]
}

/**
 * The same of one visitor, who signs up for it.
 *
 * @param {number} port
 */
export async function betterAuthRequests(port) {
  const { name, email, picture: image } = claimsOf(0)
  const response = await fetch(`http://127.0.0.1:${port}/api/auth/sign-up/email`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', origin: httpOrigin },
    body: JSON.stringify({ name, email, password, image }),
  })
  if (!response.ok) throw new Error(`better-auth refused the sign-up: ${await response.text()}`)
  const cookies = response.headers.getSetCookie().map((line) => line.split(';', 1)[0])
  return [get('/api/auth/get-session', cookies.join('; '))]
}

/**
 * @param {string} path
 * @param {string} cookies
 */
function get(path, cookies) {
  const lines = [
    `GET ${path} HTTP/1.1`,
    'host: localhost',
    'accept: application/json',
    'accept-language: en',
    'user-agent: bench',
    `cookie: ${otherCookies}; ${cookies}`,
  ]
  return `${lines.join('\r\n')}\r\n\r\n`
}

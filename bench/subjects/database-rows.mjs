import { createHash } from 'node:crypto'
import { otherCookies } from './visitor.mjs'
import { raise, requestWith } from './subject.mjs'

/** Connections that each library may have. */
export const connections = 10

/** A user for this many sessions, at most. */
export const mostUsers = 100_000

/** Seconds that a session has left: short of the month after which nobody would extend it yet. */
export const secondsLeft = 30 * 24 * 60 * 60 - 600

/** The columns of user number `n`, as {@link claimsOf} of the visitors has them. */
export const userColumns = `'Ada Lovelace' as name,
  'ada-' || lpad(n::text, 6, '0') || '@app.example' as email,
  'https://app.example/faces/' || lpad(n::text, 6, '0') || '.png' as image`

/** The numbers from 0, as `n`. @param {number} count */
export function numbers(count) {
  return `generate_series(0, ${count - 1}) as n`
}

/** The token of session number `n` for those who store it in clear: 32 hexadecimal digits. */
export const clearToken = 'md5(n::text)'

/** The same in JavaScript. @param {number} at */
export function clearTokenOf(at) {
  return createHash('md5').update(String(at)).digest('hex')
}

/**
 * Requests of visitors, spread evenly over the sessions that there are.
 *
 * @param {string} url
 * @param {number} sessions how many there are
 * @param {number} poolSize most requests
 * @param {(at: number) => string} cookieOf the cookie of a session by its number
 */
export function createRequests(url, sessions, poolSize, cookieOf) {
  const size = Math.min(poolSize, sessions)
  const stride = Math.floor(sessions / size)
  const requests = Array.from({ length: size }, (_, at) =>
    requestWith(url, `${otherCookies}; ${cookieOf(at * stride)}`),
  )
  return {
    pick: (/** @type {number} */ at) => requests[at % size] ?? raise('The pool is empty.'),
    /** The number of the session that the request is for. @param {number} at */
    numberOf: (at) => (at % size) * stride,
  }
}

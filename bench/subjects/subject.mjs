/**
 * Something to measure. `run` is given a number that grows with every call; a cold subject takes
 * another token for each number, a hot one the same token always.
 *
 * @template [Result=unknown]
 * @typedef {object} Subject
 * @property {string} id
 * @property {string} library
 * @property {string} name what is measured
 * @property {'sync' | 'async'} kind a synchronous subject is not made to wait for a promise
 * @property {(at: number) => Result | Promise<Result>} run
 * @property {(result: Result) => string | null} emailIn whose session was found; null for no one's
 * @property {(at: number) => string | null} expected what `emailIn` must give
 */

/**
 * Runs a subject outside of the clock and compares who it found with who was meant.
 *
 * @param {Subject} subject
 * @param {number} poolSize
 */
export async function verify(subject, poolSize) {
  for (const at of [0, 1, poolSize - 1, poolSize]) {
    const found = subject.emailIn(await subject.run(at))
    const expected = subject.expected(at)
    if (found === expected) continue
    throw new Error(`${subject.id} found ${String(found)} where ${String(expected)} was meant.`)
  }
}

/**
 * Whose session the JSON of a session route shows.
 *
 * @param {string} text
 * @returns {string | null}
 */
export function emailInJson(text) {
  const session = JSON.parse(text)
  return session === null ? null : session.user.email
}

/**
 * @param {string} url
 * @param {string} cookie
 */
export function requestWith(url, cookie) {
  return new Request(url, { headers: { cookie, accept: 'application/json' } })
}

/**
 * @param {string} message
 * @returns {never}
 */
export function raise(message) {
  throw new Error(message)
}

import { fork } from 'node:child_process'
import { createServer } from 'node:http'
import { freePort } from '../../scripts/free-port.mjs'
import { Browser } from './browser.mjs'
import { untilItListens } from './demo-server.mjs'
import { judgeMemory } from './memory.mjs'
import { startSteadily } from './steady-clock.mjs'
import { Stopwatch } from './stopwatch.mjs'
import { Visitor } from './visits.mjs'

/** @typedef {import('node:http').RequestListener} RequestListener */

const ada = 'ada@example.com'
const sessionOf = (/** @type {string} */ email) => JSON.stringify({ user: { email } })

/**
 * Before anything is measured: servers that lie, stall, die or leak must be found out, or a run
 * without faults would mean nothing.
 */
export async function proveChecks() {
  await proveVisits()
  await proveClock()
  await proveBalancer()
  proveMemory()
}

/** Each lie, and what is asked of the one who tells it. */
async function proveVisits() {
  /** @type {readonly [string, RequestListener, (visitor: Visitor) => Promise<void>][]} */
  const lies = [
    ['the session of another', answer(sessionOf('mary@example.com')), readSession],
    ['no session', answer('null'), readSession],
    ['an error instead of a session', answer(sessionOf(ada), 500), readSession],
    ['a page of two people', answer(`${ada} mary@example.com`), readPage],
    ['a page of nobody', answer('You are not signed in'), readPage],
    ['a session after its end', answer(sessionOf(ada)), expectNoSession],
    ['the session of another, in doubt', answer(sessionOf('mary@example.com')), expectOwnOrNone],
    ['a sign-out that keeps the cookie', answer(csrfField, 200, 302), signOut],
    ['a sign-in without a cookie', answer(csrfField, 200, 302), signInByPassword],
    ['too many attempts', answer(csrfField, 200, 429), signInByPassword],
  ]
  for (const [what, listener, visit] of lies) {
    const stopwatch = new Stopwatch()
    await withServer(listener, async (origin) => {
      const visitor = new Visitor(origin, 'ada', ada)
      visitor.browser.cookies.set('authjs.session-token', 'a token')
      if (visit === signInByPassword) visitor.browser.cookies.clear()
      await stopwatch.follow(() => visit(visitor))
    })
    if (stopwatch.wrongAnswers.length !== 1) throw new Error(`Nobody noticed ${what}.`)
  }
}

const csrfField = '<input name="csrfToken" value="a token">'
const timed = new Stopwatch().from()
const readSession = (/** @type {Visitor} */ visitor) => visitor.readSession(timed)
const readPage = (/** @type {Visitor} */ visitor) => visitor.readPage(timed)
const expectNoSession = (/** @type {Visitor} */ visitor) => visitor.expectNoSession(timed)
const expectOwnOrNone = (/** @type {Visitor} */ visitor) => visitor.expectOwnOrNone(timed)
const signOut = (/** @type {Visitor} */ visitor) => visitor.signOut(timed)
const signInByPassword = (/** @type {Visitor} */ visitor) =>
  visitor.signInByPassword('lovelace', timed)

/** A stall of a tenth of a second must be seen by all who came meanwhile, not by one. */
async function proveClock() {
  const stopwatch = new Stopwatch()
  await withServer(answer(sessionOf(ada)), async (origin) => {
    const visitor = new Visitor(origin, 'ada', ada)
    const start = stopwatch.begin()
    /** @type {Promise<boolean>[]} */
    const visits = []
    await startSteadily(start, 100, 0.2, (plannedAt, at) => {
      visits.push(stopwatch.follow(() => visitor.readSession(stopwatch.from(plannedAt))))
      if (at === 0) stall(100)
    })
    await Promise.all(visits)
  })
  const { count, p50 } = stopwatch.total(['session'])
  if (count !== 20 || p50 < 5) throw new Error('A stall was hidden from those who came meanwhile.')
}

/** @param {number} ms for which this process, and the server in it, does nothing else */
function stall(ms) {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

/** What may be asked twice is, and what may not is not. */
async function proveBalancer() {
  const [port, refusing] = [await freePort(), await freePort()]
  /** @type {string[]} */
  const seen = []
  const dying = createServer((request, response) => {
    seen.push(`${request.method} ${request.url}`)
    response.destroy()
  })
  await withServer(answer('here', 200, 200), async (origin) =>
    withListening(dying, async (dyingPort) => {
      const living = new URL(origin).port
      const outcomes = []
      for (const first of [refusing, dyingPort]) {
        const balancer = fork(
          new URL('balancer.mjs', import.meta.url),
          [port, first, living].map(String),
        )
        await untilItListens(port, () => {})
        for (const path of ['/auth/session', '/auth/callback/demo?code=1']) {
          const browser = new Browser(`http://127.0.0.1:${port}`)
          outcomes.push(await outcomeOf(browser.get(path)))
          // The next one would be the turn of the living.
          await outcomeOf(browser.get('/'))
        }
        outcomes.push(
          await outcomeOf(new Browser(`http://127.0.0.1:${port}`).post('/auth/signout', {})),
        )
        balancer.kill()
        await new Promise((resolve) => balancer.once('exit', resolve))
      }
      const expected = 'here here here here LOST LOST'
      if (outcomes.join(' ') !== expected)
        throw new Error(`The balancer gave ${outcomes.join(' ')}, not ${expected}.`)
      if (seen.length !== 3) throw new Error(`A process that dies was asked ${seen.join(', ')}.`)
    }),
  )
}

/** @param {Promise<import('./browser.mjs').Answer>} answer */
function outcomeOf(answer) {
  return answer.then(
    ({ body }) => body,
    (/** @type {unknown} */ error) => String(Object(error).code),
  )
}

/** Memory that rises, resident or in the heap alone, and memory that goes up and down. */
function proveMemory() {
  const windows = (/** @type {(at: number) => number} */ rss, count = 60) =>
    Array.from({ length: count }, (_, at) => {
      return { second: at * 10, rssMiB: rss(at), heapMiB: 30, cpu: 0.5 }
    })
  const same = { before: 30 * 2 ** 20, after: 30 * 2 ** 20 }
  const more = { ...same, after: 50 * 2 ** 20 }
  const verdicts = [
    judgeMemory(
      windows((at) => 150 + 2 * at),
      same,
    ),
    judgeMemory(
      windows((at) => 150 + 20 * (at % 2)),
      more,
    ),
    judgeMemory(
      windows((at) => 150 + 20 * (at % 2)),
      same,
    ),
    judgeMemory(
      windows((at) => 150 + 2 * at, 6),
      more,
    ),
  ].map(({ verdict }) => verdict)
  if (verdicts.join() !== 'grows,grows,steady,too short to tell')
    throw new Error(`Memory is judged wrongly: ${verdicts.join()}.`)
}

/**
 * @param {string} body
 * @param {number} status
 * @param {number} postStatus what a form is answered by
 * @returns {RequestListener}
 */
function answer(body, status = 200, postStatus = 500) {
  return (request, response) => {
    response.statusCode = request.method === 'POST' ? postStatus : status
    response.setHeader('location', '/account/')
    response.end(body)
  }
}

/**
 * @param {RequestListener} listener
 * @param {(origin: string) => Promise<void>} work
 */
async function withServer(listener, work) {
  await withListening(createServer(listener), (port) => work(`http://127.0.0.1:${port}`))
}

/**
 * @param {import('node:http').Server} server
 * @param {(port: number) => Promise<void>} work
 */
async function withListening(server, work) {
  const port = await freePort()
  await new Promise((resolve) => {
    server.listen(port, '127.0.0.1', () => resolve(undefined))
  })
  try {
    await work(port)
  } finally {
    server.close().closeAllConnections()
  }
}

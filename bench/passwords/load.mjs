import { fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { parseArgs } from 'node:util'
import { fileURLToPath } from 'node:url'
import buildLibrary from '../../scripts/build.mjs'
import { exitWith, Stop } from '../../scripts/run.mjs'
import { Browser, closeConnections } from '../load/browser.mjs'
import { describeTimes } from '../load/latencies.mjs'
import { emailOf, password } from '../subjects/visitor.mjs'
import { printTable } from '../tables.mjs'

/**
 * Many sign-ins with a password at once, against a server in a process of its own: what it takes of
 * memory and threads, how many it refuses, and how long other visitors wait meanwhile. Linux only.
 */
await exitWith(async () => {
  const { values } = parseArgs({ options: { 'sign-ins': { type: 'string', default: '200' } } })
  await buildLibrary()
  const count = Number(values['sign-ins'])
  const program = fileURLToPath(new URL('serve.mjs', import.meta.url))
  const server = fork(program, [String(count)], {
    env: { ...process.env, NODE_ENV: 'production' },
  })
  const died = once(server, 'exit').then(() => {
    throw new Stop('The server did not start.')
  })
  const [port] = await Promise.race([once(server, 'message'), died])
  died.catch(() => undefined)
  try {
    return await measure(`http://127.0.0.1:${port}`, server.pid ?? 0, count)
  } finally {
    closeConnections()
    server.disconnect()
  }
})

/**
 * @param {string} origin
 * @param {number} pid
 * @param {number} count
 */
async function measure(origin, pid, count) {
  const reader = new Browser(origin)
  const { status } = await reader.post('/auth/callback/password', { email: emailOf(0), password })
  if (status !== 302 || !(await reader.get('/auth/session')).body.includes(emailOf(0))) {
    throw new Stop(`Nobody can sign in: the server answers ${status}.`)
  }
  const idle = await readSessions(reader, new Promise((resolve) => setTimeout(resolve, 3000)))
  const before = usageOf(pid)
  const peak = { ...before }
  const watch = setInterval(() => {
    const { rss, threads } = usageOf(pid)
    peak.rss = Math.max(peak.rss, rss)
    peak.threads = Math.max(peak.threads, threads)
  }, 20)
  const start = performance.now()
  // Every second address has no user.
  const answers = Promise.all(
    Array.from({ length: count }, (_, at) =>
      signIn(origin, at % 2 === 0 ? at : count + at, at % 2 === 0),
    ),
  )
  const busy = await readSessions(reader, answers)
  clearInterval(watch)
  report(await answers, performance.now() - start)
  console.log(
    `\nmemory: ${mib(before.rss)} MiB before, ${mib(peak.rss)} MiB at most, ${mib(peak.rss - before.rss)} MiB more`,
  )
  console.log(`threads: ${before.threads} before, ${peak.threads} at most\n`)
  const rows = Object.entries({ 'before the sign-ins': idle, 'during the sign-ins': busy })
  console.log(
    printTable({
      head: ['session reads of another visitor', 'count', 'p50', 'p99', 'longest'],
      rows: rows.map(([when, { count: reads, p50, p99, max }]) =>
        [when, String(reads)].concat([p50, p99, max].map((ms) => `${ms.toFixed(1)} ms`)),
      ),
    }),
  )
  return 0
}

/**
 * @param {readonly Awaited<ReturnType<typeof signIn>>[]} answers
 * @param {number} ms
 */
function report(answers, ms) {
  console.log(`\n${answers.length} sign-ins at once, answered in ${(ms / 1000).toFixed(1)} s\n`)
  const statuses = [...new Set(answers.map(({ status }) => status))].sort((a, b) => a - b)
  /** @param {boolean} isKnown @param {number} status */
  const countOf = (isKnown, status) =>
    String(answers.filter((one) => one.isKnown === isKnown && one.status === status).length)
  console.log(
    printTable({
      head: ['address', ...statuses.map(String)],
      rows: [true, false].map((isKnown) =>
        [isKnown ? 'known' : 'unknown'].concat(statuses.map((status) => countOf(isKnown, status))),
      ),
    }),
  )
  const isVague = answers.some(({ status, retryAfter }) => status === 503 && retryAfter === null)
  console.log(`\nEach 503 ${isVague ? 'should have' : 'has'} a Retry-After.`)
}

/**
 * Waits as long as it takes, also on a slow machine.
 *
 * @param {string} origin
 * @param {number} at
 * @param {boolean} isKnown
 */
async function signIn(origin, at, isKnown) {
  const { status, headers } = await fetch(`${origin}/auth/callback/password`, {
    method: 'POST',
    headers: { origin },
    body: new URLSearchParams({ email: emailOf(at), password }),
    redirect: 'manual',
  })
  return { status, isKnown, retryAfter: headers.get('retry-after') }
}

/**
 * Reads a session again and again until something else is done.
 *
 * @param {Browser} reader
 * @param {Promise<unknown>} done
 */
async function readSessions(reader, done) {
  const state = { isDone: false }
  void done.then(() => (state.isDone = true))
  /** @type {number[]} */
  const times = []
  while (!state.isDone) {
    const start = performance.now()
    const { body } = await reader.get('/auth/session')
    times.push(performance.now() - start)
    if (!body.includes(emailOf(0))) throw new Stop('The session was lost.')
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
  return describeTimes(times)
}

/** @param {number} pid */
function usageOf(pid) {
  const status = readFileSync(`/proc/${pid}/status`, 'utf8')
  /** @param {string} name */
  const numberOf = (name) => Number(new RegExp(`^${name}:\\s+(\\d+)`, 'm').exec(status)?.[1])
  return { rss: numberOf('VmRSS') * 1024, threads: numberOf('Threads') }
}

/** @param {number} bytes */
function mib(bytes) {
  return Math.round(bytes / 2 ** 20)
}

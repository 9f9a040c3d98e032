import { inspect } from 'node:util'
import { heapUsed } from '../../support/heap-used.js'
import { Auth } from '../../../src/core.js'
import { password, secret } from '../../support/apps/app.js'
import { clientSecret } from '../../support/oauth/sign-in.js'
import { SeededRandom } from '../../support/seeded-random.js'
import { mutate } from './mutate.js'
import { pack, toRequest, unpack, type WireRequest } from './wire-request.js'
import {
  makeFuzzedApp,
  serviceOrigins,
  appNames,
  type FuzzedApp,
  type AppName,
} from './fuzzed-apps.js'

export interface FuzzOptions {
  readonly seed: number
  readonly requests: number
  /** Told now and then how far it has come. */
  readonly report?: (figures: Figures) => void
}

/** One request that was not answered as it must be. */
export interface Failure {
  readonly app: AppName
  readonly why: string
  /** The request, as `--replay` takes it. */
  readonly request: string
}

/** What became of a run. */
export interface Figures {
  sent: number
  /** Bytes of which no server makes a request. */
  refusedBefore: number
  /** Answers by the first digit of their status, and by what outages may cause. */
  readonly classes: Record<string, number>
  /** Answers that set a session cookie. */
  signedIn: number
  slowest: number
  /** Bytes in use after a collection, each time that an app was replaced. */
  readonly heaps: number[]
  readonly failures: Failure[]
}

/** Milliseconds in which every answer must be there. */
export const bound = 1000
/** An answer that took longer is asked for again: it may have been the machine. */
const suspicious = 100

/** What a service is told wrongly it refuses, and the operator hears of it: no error of ours. */
const refusals: ReadonlySet<string> = new Set(['OAuthCallbackError', 'OAuthResponseInvalid'])

/** After so many requests, an app is replaced by a new one with an empty database. */
const longestLife = 5000
const mostFailures = 20

/** Sends mutated requests to one app after the other, one request at a time. */
export async function runFuzz({ seed, requests, report }: FuzzOptions): Promise<Figures> {
  const random = new SeededRandom(seed)
  const figures = noFigures()
  const rejections = watchRejections()
  const { stackTraceLimit } = Error
  // Stack traces are most of the cost of a refusal. A replay of a failure has them.
  Error.stackTraceLimit = 0
  const lifetime = Math.min(longestLife, Math.ceil(requests / appNames.length))
  for (let round = 0; figures.sent < requests; round++) {
    const name = appNames[round % appNames.length] ?? 'jwt'
    const app = await makeFuzzedApp(name, random.below(2 ** 32))
    const last = Math.min(requests, figures.sent + lifetime)
    while (figures.sent < last && figures.failures.length < mostFailures) {
      const valid = random.pick(app.corpus)
      const wire = random.once(50) ? valid : mutate(valid, { random, corpus: app.corpus })
      await sendOne(app, wire, figures)
      fail(figures, app, wire, rejections.take())
    }
    figures.heaps.push(heapUsed())
    report?.(figures)
    if (figures.failures.length >= mostFailures) break
  }
  Error.stackTraceLimit = stackTraceLimit
  rejections.stop()
  return figures
}

/** Sends a request once more that has failed. */
export async function replay(name: AppName, line: string): Promise<Figures> {
  const figures = noFigures()
  await sendOne(await makeFuzzedApp(name), unpack(line), figures)
  return figures
}

function noFigures(): Figures {
  return {
    sent: 0,
    refusedBefore: 0,
    classes: {},
    signedIn: 0,
    slowest: 0,
    heaps: [],
    failures: [],
  }
}

/** Sends one request, as often as it takes to know whether it or the machine is slow. */
async function sendOne(app: FuzzedApp, wire: WireRequest, figures: Figures): Promise<void> {
  let took = Infinity
  for (let attempt = 0; attempt < 3 && took > suspicious; attempt++) {
    const request = toRequest(wire)
    if (!request) {
      figures.refusedBefore += 1
      return
    }
    const began = performance.now()
    try {
      const response = await Auth(request, app.config, { clientAddress: '203.0.113.7' })
      const body = await response.text()
      count(app, response, figures)
      fail(figures, app, wire, problemsOf(app, request, response, body))
    } catch (thrown) {
      fail(figures, app, wire, [`It rejected: ${inspect(thrown)}`])
    }
    took = Math.min(took, performance.now() - began)
    app.logs.length = 0
  }
  figures.slowest = Math.max(figures.slowest, took)
  if (took > bound) fail(figures, app, wire, [`It took ${took} ms, three times.`])
}

function count({ name }: FuzzedApp, { status, headers }: Response, figures: Figures): void {
  figures.sent += 1
  const digit = `${Math.floor(status / 100)}xx`
  const key = status >= 500 && name === 'outage' ? `${digit} in an outage` : digit
  figures.classes[key] = (figures.classes[key] ?? 0) + 1
  const isSession = (line: string): boolean => /session-token[^=]*=[^;]/.test(line)
  if (headers.getSetCookie().some(isSession)) figures.signedIn += 1
}

/** Everything that no answer may be, whatever was asked. */
function* problemsOf(
  app: FuzzedApp,
  request: Request,
  response: Response,
  body: string,
): Generator<string> {
  const { status, headers } = response
  if (app.name !== 'outage') {
    if (status >= 500) yield `It was answered with ${status}.`
    for (const { level, code, message } of app.logs) {
      if (level !== 'error' || refusals.has(code)) continue
      yield `An error was logged: ${code} ${inspect(message, { depth: 6 })}`
    }
  }
  const location = headers.get('location')
  if (location !== null && !isAllowedTarget(app, request, location))
    yield `It leads to ${location}.`
  for (const line of headers.getSetCookie()) {
    if (!/^[\w.-]+=[\w.~%!'()*-]*(?:; [\w-]+(?:=[\w ,:/.-]*)?)*$/.test(line)) {
      yield `It sets a cookie by ${line}.`
    }
  }
  const said = [body, ...headers.values()].join('\n')
  for (const one of [secret, clientSecret]) if (said.includes(one)) yield 'It tells a secret.'
  if (/<script>alert|<svg onload|<img src=x/i.test(body) && isHtml(headers)) yield 'It runs markup.'
  const logged = app.logs.flatMap(({ message }) => message.map(show)).join(' ')
  for (const one of [secret, clientSecret, password]) {
    if (logged.includes(one)) yield 'A secret was logged.'
  }
}

function show(value: unknown): string {
  return typeof value === 'string' ? value : inspect(value, { depth: 8 })
}

function isHtml(headers: Headers): boolean {
  return headers.get('content-type')?.startsWith('text/html') ?? false
}

function isAllowedTarget(app: FuzzedApp, request: Request, location: string): boolean {
  const { origin, pathname, searchParams } = new URL(location)
  if (serviceOrigins.includes(origin)) return ['/authorization', '/end'].includes(pathname)
  // What the application's own pages make of their parameters is their business.
  const kept = pathname.startsWith('/auth/') ? searchParams.get('callbackUrl') : null
  return isOwn(app, request, location) && (kept === null || isOwn(app, request, kept))
}

function isOwn({ config }: FuzzedApp, request: Request, address: string): boolean {
  const { origin, username, pathname } = new URL(address)
  // It believes what the proxy in front of it says, which is us.
  const isForwarded = config.trustForwardedHeaders && namesAnotherOrigin(request.headers)
  const isHere = origin === 'https://app.test' || isForwarded === true
  return isHere && username === '' && !pathname.startsWith('//')
}

function namesAnotherOrigin(headers: Headers): boolean {
  return headers.has('x-forwarded-host') || headers.has('x-forwarded-proto')
}

function fail(
  { failures }: Figures,
  { name }: FuzzedApp,
  wire: WireRequest,
  problems: Iterable<string>,
): void {
  for (const why of problems) failures.push({ app: name, why, request: pack(wire) })
}

/** Collects unhandled rejections. */
function watchRejections(): { take(): readonly string[]; stop(): void } {
  const seen: string[] = []
  const see = (thrown: unknown): void => void seen.push(`Unhandled: ${inspect(thrown)}`)
  process.on('unhandledRejection', see)
  return {
    take: () => seen.splice(0),
    stop: () => void process.off('unhandledRejection', see),
  }
}

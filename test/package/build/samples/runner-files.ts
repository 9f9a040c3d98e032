import { serviceRows } from '../../../../src/cli/service-rows.js'
import { environmentName } from '../../../../src/config/variables.js'

/** What built-in services require besides a client, such as the issuer of Keycloak. */
const required = Object.fromEntries(
  serviceRows.flatMap(([id, , , , needs]) =>
    needs
      .split(' ')
      .filter((option) => !['', 'id', 'secret', 'key', 'server', 'from'].includes(option))
      .map((option) => [
        environmentName(id, option),
        /issuer|url$/i.test(option) ? 'https://id.example' : 'id.example',
      ]),
  ),
)

/** Values for the variables that samples read from the environment. */
const env = `
const required = ${JSON.stringify(required)}
export const env = {
  get(name) {
    if (Object.hasOwn(required, name)) return required[name]
    if (name === 'AUTH_SECRET') return 'Zk3vQ0mT8yLrN5sXw1bHc7dJf9gKp2aE'
    if (/_(?:ISSUER|URL)$/.test(name)) return undefined
    if (/_SERVER$/.test(name)) return 'smtp://localhost:1025'
    if (/_FROM$/.test(name)) return 'app@example.com'
    return /^AUTH_\\w+_(?:ID|SECRET|KEY)$/.test(name) ? 'a-value-of-the-samples' : undefined
  },
}
`

/**
 * The config of a sample must be one that the engine accepts. Its sign-in page is opened, and no
 * error may be logged.
 */
const checkConfig = `
import { Auth, setEnvDefaults } from 'latchkey/core'
import { env } from './env.mjs'
export async function checkConfig(given) {
  const errors = []
  const logger = { error: (...line) => errors.push(line.join(' ')), warn() {}, debug() {} }
  const config = { ...given, logger }
  setEnvDefaults(env, config)
  // By https, because a sample may have the cookies of production.
  const url = new URL((config.basePath ?? '/auth') + '/signin', 'https://localhost:5173')
  const response = await Auth(new Request(url), config)
  if (errors.length > 0) throw new Error(errors[0])
  if (response.status >= 400) throw new Error('The sign-in page answers ' + response.status)
}
`

/** The doors of Latchkey, which Qwik's compiler would have to build. The config function runs. */
const door = `
import { checkConfig } from './check-config.mjs'
import { env } from './env.mjs'
import { pending } from './pending.mjs'
const request = new Request('http://localhost:5173/')
const event = { env, request, url: new URL(request.url), platform: {}, sharedMap: new Map() }
const member = () => ({ value: null })
export function routeAuth$(makeConfig) {
  pending.push(Promise.resolve().then(() => makeConfig(event)).then(checkConfig))
  return { onRequest: member, useSession: member, useSignIn: member, useSignOut: member }
}
export const FrameworkAuth$ = routeAuth$
export const QwikAuth$ = routeAuth$
const call = async () => null
export { call as getSession, call as requireSession, call as updateSession, call as setPassword }
export { call as findAuthConfig, call as signUp, call as forgotPassword, call as changePassword }
export { call as describeAccount, call as issueCsrfToken }
export { call as admitFormPost, call as listActivity, call as getAccessToken }
export { call as authorizedFetch, call as describeMailedLink, call as resetPassword }
`

/** The names that samples import from Qwik. Each takes a function, and returns it. */
const qwik = `
const keep = (value) => value
export { keep as component$, keep as routeLoader$, keep as routeAction$, keep as globalAction$ }
export { keep as server$, keep as $, keep as useVisibleTask$, keep as useSignal, keep as zod$ }
export const isDev = false
export const Form = 'form'
export const Link = 'a'
export const Slot = 'slot'
export const jsx = keep
export const jsxs = keep
export const Fragment = keep
export const useLocation = () => ({ url: new URL('http://localhost:5173/') })
`

/** The part of Vitest that samples use: each test runs at once. */
const vitest = `
import assert from 'node:assert/strict'
import { pending } from './pending.mjs'
export function it(name, run) {
  pending.push(Promise.resolve().then(run))
}
export const test = it
export function expect(actual) {
  return {
    toBe: (expected) => assert.equal(actual, expected),
    toBeNull: () => assert.equal(actual, null),
    toEqual: (expected) => assert.deepEqual(actual, expected),
    toMatchObject: (expected) => matchObject(actual, expected),
    toContain: (expected) => assert.ok(actual.includes(expected), actual + ' lacks ' + expected),
  }
}
function matchObject(actual, expected) {
  for (const [name, value] of Object.entries(expected)) {
    if (typeof value === 'object' && value !== null) matchObject(actual?.[name], value)
    else assert.equal(actual?.[name], value)
  }
}
`

/** Finds the files of the app as a bundler does, and puts the stand-ins in the place of Qwik. */
const hooks = `
import { existsSync } from 'node:fs'
import { fileURLToPath, pathToFileURL } from 'node:url'
const here = new URL('.', import.meta.url)
const standIns = [
  [/^latchkey(\\/qwik2)?$/, 'door.mjs'],
  [/^@(builder\\.io|qwik\\.dev)\\/[\\w-]+(\\/jsx-(dev-)?runtime)?$/, 'qwik.mjs'],
  [/^vitest$/, 'vitest.mjs'],
]
export function resolve(name, context, next) {
  const [, file] = standIns.find(([pattern]) => pattern.test(name)) ?? []
  if (file) return { url: new URL(file, here).href, shortCircuit: true }
  if (/^(~|\\.{1,2})\\//.test(name)) {
    const base = name.startsWith('~/') ? new URL('../src/', here) : context.parentURL
    const url = new URL(name.replace(/^~\\//, './').replace(/(\\.[jt]sx?)?$/, '.mjs'), base)
    if (existsSync(fileURLToPath(url))) return { url: url.href, shortCircuit: true }
  }
  return next(name, context)
}
`

/** Runs the samples one after the other, and prints why each one failed. */
const runner = `
import { register } from 'node:module'
import { pathToFileURL } from 'node:url'
import { checkConfig } from './check-config.mjs'
import { env } from './env.mjs'
import { pending } from './pending.mjs'
register('./hooks.mjs', import.meta.url)
for (const name of ['AUTH_SECRET', 'AUTH_GITHUB_ID', 'AUTH_GITHUB_SECRET', 'AUTH_GOOGLE_ID', 'AUTH_GOOGLE_SECRET', 'AUTH_RESEND_KEY']) {
  process.env[name] ??= env.get(name)
}
const failures = []
const print = console.log
let logged
for (const name of ['log', 'info', 'warn', 'error']) {
  console[name] = (...args) => void (logged ??= 'It printed: ' + args.map(String).join(' '))
}
async function run(path) {
  const { options } = await import(pathToFileURL(path).href)
  if (options) await checkConfig({ providers: [], ...options })
  await Promise.all(pending.splice(0))
  if (logged) throw new Error(logged)
}
let limit
function giveUp() {
  return new Promise((_, reject) => {
    limit = setTimeout(reject, 120_000, new Error('It does not end.'))
  })
}
let current
for (const kind of ['uncaughtException', 'unhandledRejection']) {
  process.on(kind, (error) => failures.push([current, 'uncaught: ' + error?.message]))
}
for (const path of process.argv.slice(2)) {
  current = path
  logged = undefined
  try {
    await Promise.race([run(path), giveUp()])
  } catch (error) {
    failures.push([path, error.name + ': ' + error.message])
  } finally {
    // The process would wait for it.
    clearTimeout(limit)
  }
}
print(JSON.stringify(failures))
process.exit()
`

/** The files that run samples in a process of their own, by path. */
export const runnerFiles: Readonly<Record<string, string>> = {
  'runner/env.mjs': env,
  'runner/check-config.mjs': checkConfig,
  'runner/door.mjs': door,
  'runner/qwik.mjs': qwik,
  'runner/vitest.mjs': vitest,
  'runner/hooks.mjs': hooks,
  'runner/pending.mjs': 'export const pending = []',
  'runner/index.mjs': runner,
}

import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { Adapter } from '../model/adapter.js'
import type { Awaitable } from '../model/awaitable.js'
import type { AuthConfig, EnvGetter } from '../model/config.js'
import { skipCSRFCheck } from '../model/markers.js'
import type { DefaultSession } from '../model/records.js'
import { buildConfig, buildSessionConfig, type Material } from './build.js'
import { cookiesWithoutEffect } from './cookies.js'
import { explainBasePath, setEnvDefaults } from './env.js'
import { createLog, type Log } from './logger.js'
import { instantiateProvider } from './providers.js'
import type { ResolvedConfig, SessionConfig } from './resolved-config.js'
import { runtimeOf, runtimeOfProcess, type Runtime } from './runtime.js'
import type { StoreMemory } from './store-memory.js'
import { lacksSessionMethods } from './validate-adapter.js'
import { fillVariables } from './variables.js'
import { findMistakes, findSessionMistakes, findShapeMistake, toList } from './validate.js'

/** A config that can be used, or everything that is wrong with it. */
export type Resolution<C extends SessionConfig = ResolvedConfig> =
  { readonly config: C; readonly mistake: undefined } | Refusal

interface Refusal {
  readonly config: undefined
  readonly mistake: TypedAuthError
}

type AnyConfig = AuthConfig<DefaultSession>

const seeCause = 'Nobody can sign in until it returns a config; the cause says where it broke.'

/** What is known of one config object. */
interface Prepared {
  readonly runtime: Runtime
  /** What was logged about it, or about any other config of its owner. */
  readonly said: Set<string>
  /** Whether a call site loads its like at every request. */
  readonly isLoaded: boolean
  whole?: Resolution
  forSession?: Resolution<SessionConfig>
  memory?: StoreMemory
}

const prepared = new WeakMap<object, Prepared>()

/** Key of a config that names its owner. Enumerable, so that a copy has the same owner. */
const ownerKey: unique symbol = Symbol.for('latchkey.owner')

interface Owned {
  readonly [ownerKey]?: object
}

/** Checks a config and fills in its defaults, once an object. */
export function resolveConfig(given: AnyConfig): Resolution {
  const known = find(given)
  if (known.whole) return known.whole
  known.whole = resolve(given, known, examineWhole)
  if (known.isLoaded && known.whole.config) known.runtime.isProven = true
  return known.whole
}

/**
 * The same for reading and changing sessions, which nearly every request does: where a config is
 * made anew for each, nobody looks at its providers then. That needs an owner of whom a whole
 * config was good, or a mistake in the providers would be met at the first sign-in only.
 */
export function resolveForSession(given: AnyConfig): Resolution<SessionConfig> {
  const known = find(given)
  const resolution = known.whole ?? known.forSession
  if (resolution) return resolution
  if (!known.isLoaded || !known.runtime.isProven) return resolveConfig(given)
  known.forSession = resolve(given, known, examineForSession)
  return known.forSession
}

/**
 * Loads a config and gives a copy of it with the defaults of the environment. Never rejects: a
 * loader that throws gives a config that is refused everywhere, with the cause in the log.
 *
 * `owner` stands for all the configs that one call site makes, a new one at every request: what
 * outlives a request is kept for the owner, for as long as the owner lives. A runtime of
 * {@link createRuntime} can be one.
 */
export async function prepareConfig<S extends DefaultSession>(
  load: () => Awaitable<AuthConfig<S>>,
  env: EnvGetter,
  owner: object,
): Promise<AuthConfig<S>> {
  const config = { [ownerKey]: owner } as AuthConfig<S> & Owned
  const runtime = runtimeOf(owner)
  const known: Prepared = { runtime, said: runtime.said, isLoaded: true }
  prepared.set(config, known)
  try {
    const given = await load()
    const mistake = findShapeMistake(given)
    if (mistake) known.whole = refuse(known, [mistake])
    else setEnvDefaults(env, Object.assign(config, given))
  } catch (cause) {
    const mistake = new InvalidConfig(`The config function threw. ${seeCause}`, { cause })
    known.whole = refuse(known, [mistake])
  }
  if (!runtime.isExamined) {
    runtime.isExamined = true
    checkEarly(config, env)
  }
  return config
}

/** Returns a copy of a config that is refused everywhere, because of a mistake beyond the config itself. */
export function refuseConfig<S extends DefaultSession>(
  config: AuthConfig<S>,
  mistake: TypedAuthError,
): AuthConfig<S> {
  const { runtime, said, isLoaded } = find(config)
  const { logger = {}, secret } = config
  const log = createLog({ debug: false, logger, secrets: toList(secret) })
  const known: Prepared = { runtime, said, isLoaded }
  known.whole = refuse(known, [mistake], log)
  const refused = { ...config }
  prepared.set(refused, known)
  return refused
}

/**
 * A copy of a config that belongs to a runtime, and shares nothing with configs of other runtimes.
 * Copies of the copy belong to it, too.
 */
export function withRuntime<S extends DefaultSession>(
  config: AuthConfig<S>,
  runtime: Runtime,
): AuthConfig<S> {
  const owned: AuthConfig<S> & Owned = { ...config, [ownerKey]: runtime }
  return owned
}

/** A config that names no owner belongs to the process. */
function find(given: AnyConfig & Owned): Prepared {
  const known = prepared.get(given)
  if (known) return known
  const owner = given?.[ownerKey]
  const runtime = owner ? runtimeOf(owner) : runtimeOfProcess
  const made: Prepared = { runtime, said: new Set(), isLoaded: false }
  // What is not an object cannot be a key, and is a mistake anyway.
  if (typeof given === 'object' && given !== null) prepared.set(given, made)
  return made
}

/** Tells what is wrong at the first request, also where nothing needs the config. */
function checkEarly(config: AnyConfig, env: EnvGetter): void {
  const { config: usable } = resolveConfig(config)
  const mismatch = usable && explainBasePath(env, usable.basePath)
  if (mismatch === undefined) return
  const { logger = {}, secret } = config
  const log = createLog({ debug: false, logger, secrets: toList(secret) })
  log.warn('env-url-basepath-mismatch', mismatch)
}

function resolve<C extends SessionConfig>(
  given: AnyConfig,
  known: Prepared,
  examine: (material: Material) => Findings<C>,
): Resolution<C> {
  const shapeMistake = findShapeMistake(given)
  if (shapeMistake) return refuse(known, [shapeMistake])
  const { runtime } = known
  let log: Log | undefined
  try {
    const secrets = runtime.secretsOf(toList(given.secret))
    const { debug = false, logger = {} } = given
    log = createLog({ debug, logger, secrets, isFirstReport: (code) => isNews(known, code) })
    const memoryOf = (adapter: Adapter): StoreMemory => findMemory(known, adapter)
    const { mistakes, build } = examine({ given, secrets, log, runtime, memoryOf })
    if (mistakes.length > 0) return refuse(known, mistakes, log)
    warnOnce(given, known, log)
    return { config: build(), mistake: undefined }
  } catch (cause) {
    const mistake = new InvalidConfig(`Something in the config threw. ${seeCause}`, { cause })
    return refuse(known, [mistake], log)
  }
}

/** Once a config object: the same adapter in another one tells that the application keeps it. */
function findMemory(known: Prepared, adapter: Adapter): StoreMemory {
  const { runtime, isLoaded } = known
  known.memory ??= isLoaded ? runtime.memoryOfLoaded(adapter) : runtime.memoryOf(adapter)
  return known.memory
}

/** What is wrong with a config, and how to build it when nothing is. */
interface Findings<C> {
  readonly mistakes: readonly TypedAuthError[]
  readonly build: () => C
}

function examineWhole(material: Material): Findings<ResolvedConfig> {
  const { given } = material
  const providers = given.providers.map((one) => fillVariables(instantiateProvider(one)))
  return {
    mistakes: findMistakes(given, providers),
    build: () => buildConfig(material, providers),
  }
}

function examineForSession(material: Material): Findings<SessionConfig> {
  return {
    mistakes: findSessionMistakes(material.given),
    build: () => Object.freeze(buildSessionConfig(material)),
  }
}

function refuse(
  known: Prepared,
  mistakes: readonly TypedAuthError[],
  log: Log = createLog({ debug: false, logger: {}, secrets: [] }),
): Refusal {
  const [mistake] = mistakes
  if (!mistake) throw new TypeError('A refusal needs a reason.')
  for (const one of mistakes) if (isNews(known, reportKeyOf(one))) log.error(one)
  return { config: undefined, mistake }
}

/** Warnings that belong to the config, not to a request. */
function warnOnce(given: AnyConfig, known: Prepared, log: Log): void {
  const warn = (code: string, message: string): void => {
    if (isNews(known, code)) log.warn(code, message)
  }
  if (given.debug) warn('debug-enabled', 'Debug messages are on. Do not use this in production.')
  if (given.experimental?.enableWebAuthn) {
    warn('experimental-webauthn', 'WebAuthn is experimental and may change without notice.')
  }
  if (given.skipCSRFCheck === skipCSRFCheck) {
    warn('csrf-disabled', 'Forms of other sites can sign people in and out.')
  }
  if (lacksSessionMethods(given)) {
    warn(
      'sessions-not-revocable',
      'The adapter has no methods about sessions, so signing out ends a session only in its own browser. ' +
        'Take an adapter that has them, or set `session.revocable: false` if this is what you want.',
    )
  }
  for (const key of cookiesWithoutEffect) {
    if (given.cookies?.[key]) warn(`cookie-without-effect:${key}`, `No cookie "${key}" is set.`)
  }
}

function isNews({ said }: Prepared, what: string): boolean {
  if (said.has(what)) return false
  said.add(what)
  return true
}

/** The same mistake for another reason is news. */
function reportKeyOf({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message
}

import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { Awaitable } from '../model/awaitable.js'
import type { AuthConfig, EnvGetter } from '../model/config.js'
import { skipCSRFCheck } from '../model/markers.js'
import type { DefaultSession } from '../model/records.js'
import { buildConfig, buildSessionConfig, type Material } from './build.js'
import { cookiesWithoutEffect } from './cookies.js'
import { explainBasePath, setEnvDefaults } from './env.js'
import { createLog, type Log } from './logger.js'
import { materialize } from './providers.js'
import type { ResolvedConfig, SessionConfig } from './resolved-config.js'
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

const resolutions = new WeakMap<object, Resolution>()
const sessionResolutions = new WeakMap<object, Resolution<SessionConfig>>()

/** For whom a config was made, so that what is said once is not said again at every request. */
const owners = new WeakMap<object, object>()
const alreadySaid = new WeakMap<object, Set<string>>()
const lookedAt = new WeakSet()
/** Of whom a whole config was found to be good. */
const proven = new WeakSet()

/** Checks a config and fills in its defaults, once an object. */
export function resolveConfig(given: AnyConfig): Resolution {
  const known = resolutions.get(given)
  if (known) return known
  const resolution = resolve(given, examineWhole)
  // What is not an object cannot be a key, and is a mistake anyway.
  if (typeof given === 'object' && given !== null) resolutions.set(given, resolution)
  const owner = owners.get(given)
  if (owner && resolution.config) proven.add(owner)
  return resolution
}

/**
 * The same for reading and changing sessions, which nearly every request does: where a config is
 * made anew for each, nobody looks at its providers then. That needs an owner of whom a whole
 * config was good, or a mistake in the providers would be met at the first sign-in only.
 */
export function resolveForSession(given: AnyConfig): Resolution<SessionConfig> {
  const known = resolutions.get(given) ?? sessionResolutions.get(given)
  if (known) return known
  const owner = owners.get(given)
  if (!owner || !proven.has(owner)) return resolveConfig(given)
  const resolution = resolve(given, examineForSession)
  sessionResolutions.set(given, resolution)
  return resolution
}

/**
 * Loads a config and gives a copy of it with the defaults of the environment. Never rejects: a
 * loader that throws gives a config that is refused everywhere, with the cause in the log.
 *
 * `owner` stands for all the configs that one call site makes, a new one at every request:
 * warnings come once an owner.
 */
export async function prepareConfig<S extends DefaultSession>(
  load: () => Awaitable<AuthConfig<S>>,
  env: EnvGetter,
  owner: object,
): Promise<AuthConfig<S>> {
  const config = {} as AuthConfig<S>
  owners.set(config, owner)
  try {
    const given = await load()
    const mistake = findShapeMistake(given)
    if (mistake) resolutions.set(config, refuse(config, [mistake]))
    else setEnvDefaults(env, Object.assign(config, given))
  } catch (cause) {
    const mistake = new InvalidConfig(`The config function threw. ${seeCause}`, { cause })
    resolutions.set(config, refuse(config, [mistake]))
  }
  if (!lookedAt.has(owner)) {
    lookedAt.add(owner)
    lookAt(config, env)
  }
  return config
}

/** Tells what is wrong at the first request, also where nothing needs the config. */
function lookAt(config: AnyConfig, env: EnvGetter): void {
  const { config: usable } = resolveConfig(config)
  const mismatch = usable && explainBasePath(env, usable.basePath)
  if (mismatch === undefined) return
  const { logger = {}, secret } = config
  const log = createLog({ debug: false, logger, secrets: toList(secret) })
  log.warn('env-url-basepath-mismatch', mismatch)
}

function resolve<C extends SessionConfig>(
  given: AnyConfig,
  examine: (material: Material) => Findings<C>,
): Resolution<C> {
  const shapeMistake = findShapeMistake(given)
  if (shapeMistake) return refuse(given, [shapeMistake])
  let log: Log | undefined
  try {
    const secrets = toList(given.secret)
    const { debug = false, logger = {} } = given
    log = createLog({ debug, logger, secrets, isNews: (code) => isNews(given, code) })
    const { mistakes, build } = examine({ given, secrets, log })
    if (mistakes.length > 0) return refuse(given, mistakes, log)
    sayOnce(given, log)
    return { config: build(), mistake: undefined }
  } catch (cause) {
    const mistake = new InvalidConfig(`Something in the config threw. ${seeCause}`, { cause })
    return refuse(given, [mistake], log)
  }
}

/** What is wrong with a config, and how to build it when nothing is. */
interface Findings<C> {
  readonly mistakes: readonly TypedAuthError[]
  readonly build: () => C
}

function examineWhole(material: Material): Findings<ResolvedConfig> {
  const { given } = material
  const providers = given.providers.map((one) => fillVariables(materialize(one)))
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
  given: AnyConfig,
  mistakes: readonly TypedAuthError[],
  log: Log = createLog({ debug: false, logger: {}, secrets: [] }),
): Refusal {
  const [mistake] = mistakes
  if (!mistake) throw new TypeError('A refusal needs a reason.')
  for (const one of mistakes) if (isNews(given, describe(one))) log.error(one)
  return { config: undefined, mistake }
}

/** Warnings that belong to the config, not to a request. */
function sayOnce(given: AnyConfig, log: Log): void {
  const warn = (code: string, message: string): void => {
    if (isNews(given, code)) log.warn(code, message)
  }
  if (given.debug) warn('debug-enabled', 'Debug messages are on. Do not use this in production.')
  if (given.experimental?.enableWebAuthn) {
    warn('experimental-webauthn', 'WebAuthn is experimental and may change without notice.')
  }
  if (given.skipCSRFCheck === skipCSRFCheck) {
    warn('csrf-disabled', 'Forms of other sites can sign people in and out.')
  }
  for (const key of cookiesWithoutEffect) {
    if (given.cookies?.[key]) warn(`cookie-without-effect:${key}`, `No cookie "${key}" is set.`)
  }
}

function isNews(given: AnyConfig, what: string): boolean {
  if (typeof given !== 'object' || given === null) return true
  const owner = owners.get(given) ?? given
  const said = alreadySaid.get(owner) ?? new Set()
  alreadySaid.set(owner, said)
  if (said.has(what)) return false
  said.add(what)
  return true
}

/** The same mistake for another reason is news. */
function describe({ message, cause }: Error): string {
  return cause instanceof Error ? `${message} ${cause.message}` : message
}

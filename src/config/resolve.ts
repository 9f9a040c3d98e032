import { toSecrets } from '../crypto/secrets.js'
import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidConfig } from '../errors/config-errors.js'
import type { Adapter } from '../model/adapter.js'
import { isThenable, type Awaitable } from '../model/awaitable.js'
import type { AuthConfig, EnvGetter } from '../model/config.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { DefaultSession } from '../model/records.js'
import { explainBasePath, explainMove, setGeneralDefaults } from './env.js'
import { examineForSession, examineWhole, type Findings } from './examine-config.js'
import { createLog, type DevServer, type Log } from './logger.js'
import type { ResolvedConfig, SessionConfig } from './resolved-config.js'
import { runtimeOf, runtimeOfProcess, type Runtime } from './runtime.js'
import { sourceKey, type Source, type Sourced } from './source.js'
import type { StoreMemory } from './store-memory.js'
import { findShapeMistake } from './validate.js'
import { logMistakes, warnOfOptions, warnOfTolerated, type Logged } from './warn-of-config.js'

/** A usable config, or the first mistake in it. */
export type Resolution<C extends SessionConfig = ResolvedConfig> =
  { readonly config: C; readonly mistake: undefined; readonly reports: undefined } | Refusal

interface Refusal {
  readonly config: undefined
  readonly mistake: TypedAuthError
  /** Every mistake, for the page of the dev server. Empty in production. */
  readonly reports: readonly MistakeReport[]
}

type AnyConfig = AuthConfig<DefaultSession>

const seeCause =
  'No user can sign in until this is fixed. The cause shows where the error was thrown.'

/** What is cached for one config object. */
interface Prepared extends Source {
  /** The config object. Copies of it have the same source, but not what is cached here. */
  readonly config: object
  /** What was logged for this config, or for another config of its owner. */
  readonly logged: Logged
  /** Whether `prepareConfig` made this config. It may then make a new one for each request. */
  readonly isLoaded: boolean
  whole?: Resolution
  forSession?: Resolution<SessionConfig>
  memory?: StoreMemory
}

/** For configs that `prepareConfig` did not make. The others have this as their source. */
const prepared = new WeakMap<object, Prepared>()

/** Validates a config and fills in its defaults. The result is cached per config object. */
export function resolveConfig(given: AnyConfig): Resolution {
  const known = find(given)
  if (known.whole) return known.whole
  known.whole = resolve(given, known, examineWhole)
  if (known.isLoaded && known.whole.config) known.runtime.isProven = true
  return known.whole
}

/**
 * Like `resolveConfig`, but for calls that only read or change the session, which is nearly every
 * request. If the app makes a new config for each request, this skips the providers. It does so
 * only after one whole config of the owner was valid. Otherwise a mistake in the providers would
 * stay hidden until the first sign-in.
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
 * Loads a config and returns a copy with the defaults from the environment. Never rejects. If
 * `load` throws, the cause is logged and every route answers with a configuration error.
 *
 * Pass the same `owner` for all configs that one call site loads, because it may load a new config
 * for each request. Caches, rate limits and the record of logged warnings belong to the owner and
 * live as long as it does. The owner can be a runtime from {@link createRuntime}.
 *
 * Pass `devServer` on a dev server only. If the environment also says `NODE_ENV=development`, the
 * error pages show the details that are otherwise only logged.
 */
export async function prepareConfig<S extends DefaultSession>(
  load: () => Awaitable<AuthConfig<S>>,
  env: EnvGetter,
  owner: object,
  devServer?: DevServer,
): Promise<AuthConfig<S>> {
  const runtime = runtimeOf(owner)
  // Some builds for production call themselves development builds, so the process must agree.
  runtime.devServer = env.get('NODE_ENV') === 'development' ? devServer : undefined
  const config = {} as AuthConfig<S> & { [sourceKey]?: Source }
  let mistake: TypedAuthError | undefined
  let isMoved = false
  try {
    const loaded = load()
    const given = isThenable(loaded) ? await loaded : loaded
    mistake = findShapeMistake(given)
    isMoved = given?.basePath === undefined
    // With `{ ...given }` each added property takes forty times as long, because V8 treats the
    // shape of a spread object as new every time.
    if (!mistake) Object.assign(config, given)
    if (!mistake) setGeneralDefaults(env, config, (url) => runtime.addressOf(url))
  } catch (cause) {
    mistake = new InvalidConfig(`The config function threw an error. ${seeCause}`, { cause })
  }
  const known: Prepared = { runtime, env, config, logged: runtime.logged, isLoaded: true }
  config[sourceKey] = known
  if (mistake) known.whole = refuse(known, [mistake])
  if (!runtime.isExamined) {
    runtime.isExamined = true
    checkEarly(config, env, { isMoved })
  }
  return config
}

/** Returns a copy of a config that is refused everywhere, because of a mistake beyond the config itself. */
export function refuseConfig<S extends DefaultSession>(
  config: AuthConfig<S>,
  mistake: TypedAuthError,
): AuthConfig<S> {
  const refused = { ...config }
  const { whole: _whole, forSession: _forSession, ...shared } = find(config)
  const known: Prepared = { ...shared, config: refused }
  known.whole = refuse(known, [mistake], createEarlyLog(config, known.runtime))
  prepared.set(refused, known)
  return refused
}

/** Logs a mistake beyond the config itself, once for all configs of the same owner. */
export function logMistake<S extends DefaultSession>(
  config: AuthConfig<S>,
  mistake: TypedAuthError,
): void {
  const known = find(config)
  logMistakes([mistake], known.logged, createEarlyLog(config, known.runtime))
}

/**
 * Returns a copy of a config that uses `runtime`. It shares no caches or limits with configs of
 * other runtimes. Copies of the copy use the same runtime.
 */
export function withRuntime<S extends DefaultSession>(
  config: AuthConfig<S>,
  runtime: Runtime,
): AuthConfig<S> {
  const { env } = find(config)
  const source: Source = { runtime, env }
  const copy: AuthConfig<S> & Sourced = { ...config, [sourceKey]: source }
  return copy
}

/** A config without a source uses the runtime of the process. */
function find(given: AnyConfig & Sourced): Prepared {
  const source = given?.[sourceKey]
  if (source && isPreparedFor(source, given)) return source
  const known = prepared.get(given)
  if (known) return known
  const { runtime = runtimeOfProcess, env } = source ?? {}
  const made: Prepared = { runtime, env, config: given, logged: new Set(), isLoaded: false }
  // A value that is not an object cannot be a WeakMap key. Validation reports it later.
  if (typeof given === 'object' && given !== null) prepared.set(given, made)
  return made
}

function isPreparedFor(source: Source | Prepared, given: object): source is Prepared {
  return 'config' in source && source.config === given
}

/** Logs mistakes at the first request, even if no route needs the config yet. */
function checkEarly(config: AnyConfig, env: EnvGetter, { isMoved }: { isMoved: boolean }): void {
  const { config: usable } = resolveConfig(config)
  if (!usable) return
  const log = createEarlyLog(config, usable.runtime)
  const mismatch = explainBasePath(env, usable.basePath)
  if (mismatch !== undefined) log.warn('env-url-basepath-mismatch', mismatch)
  const move = isMoved ? explainMove(env, usable.basePath) : undefined
  if (move !== undefined) log.warn('env-url-moves-routes', move)
}

function createEarlyLog({ logger = {}, secret }: AnyConfig, { devServer }: Runtime): Log {
  return createLog({ debug: false, logger, secrets: toSecrets(secret) ?? [], devServer })
}

function resolve<C extends SessionConfig>(
  given: AnyConfig,
  known: Prepared,
  examine: (given: AnyConfig, runtime: Runtime) => Findings<C>,
): Resolution<C> {
  // A loaded config has the right shape, and looking at it again would fill in its providers.
  const shapeMistake = known.isLoaded ? undefined : findShapeMistake(given)
  if (shapeMistake) return refuse(known, [shapeMistake])
  const { runtime } = known
  let log: Log | undefined
  try {
    const secrets = runtime.secretsOf(given.secret)
    const { debug = false, logger = {}, compatibility } = given
    log = createLog({
      debug,
      logger,
      compatibility,
      secrets: secrets ?? [],
      logged: known.logged,
      devServer: runtime.devServer,
    })
    // A config that was not loaded is one object, and so are its fetch functions.
    const oauth = known.isLoaded ? runtime.oauth : { ...runtime.oauth, clients: undefined }
    const memoryOf = (adapter: Adapter): StoreMemory => findMemory(known, adapter)
    const found = examine(given, runtime)
    const { fatal, disabled, tolerated, unknownIssuers } = found
    // A missing secret is one of the mistakes.
    if (fatal.length > 0 || !secrets) return refuse(known, [...fatal, ...disabled], log)
    if (!found.isKnown) {
      logMistakes(disabled, known.logged, log)
      warnOfOptions(given, known.logged, log)
      warnOfTolerated(tolerated, known.logged, log)
      if (unknownIssuers !== undefined) log.warnOnce('account-issuer-unknown', unknownIssuers)
    }
    const material = { given, secrets, log, runtime, oauth, memoryOf }
    return { config: found.build(material), mistake: undefined, reports: undefined }
  } catch (cause) {
    const mistake = new InvalidConfig(`Reading the config threw an error. ${seeCause}`, { cause })
    return refuse(known, [mistake], log)
  }
}

/**
 * Called once per config object. If an adapter appears in a second config object, the app reuses
 * it.
 */
function findMemory(known: Prepared, adapter: Adapter): StoreMemory {
  const { runtime, isLoaded } = known
  known.memory ??= isLoaded ? runtime.memoryOfLoaded(adapter) : runtime.memoryOf(adapter)
  return known.memory
}

function refuse(
  known: Prepared,
  mistakes: readonly TypedAuthError[],
  log: Log = createEarlyLog({ providers: [] }, known.runtime),
): Refusal {
  const [mistake] = mistakes
  if (!mistake) throw new TypeError('A refusal needs a reason.')
  logMistakes(mistakes, known.logged, log)
  const reports = mistakes.flatMap((found) => log.report(found) ?? [])
  return { config: undefined, mistake, reports }
}

import { isAuthError } from '../errors/auth-error.js'
import { errorTraits } from '../errors/traits.js'
import { hiddenInLogs } from '../errors/hidden-values.js'
import type { Compatibility } from '../model/compatibility.js'
import type { MistakeReport } from '../model/mistake-report.js'
import type { ErrorCode, LoggerInstance, Overrides } from '../model/options.js'
import { toAuthJsError } from './auth-js-error.js'
import { formatError } from './format-error.js'
import { redact } from './redact.js'
import { reportMistake } from './report-mistake.js'

/**
 * The only path to the app's logger. It redacts every value, and an error in the logger never stops
 * a flow.
 */
export interface Log {
  error(error: unknown): void
  warn(code: string, ...message: unknown[]): void
  /**
   * Logs a warning the first time that this config, or another config of the same owner, causes it.
   */
  warnOnce(code: string, ...message: unknown[]): void
  debug(code: string, ...message: unknown[]): void
  /**
   * Describes an error for a page of the dev server, redacted like a log line. Always undefined in
   * production, and there is no other way to get a description.
   */
  report(error: Error): MistakeReport | undefined
  /** Returns a log that also redacts these values. */
  hiding(values: readonly string[]): Log
}

/** The app's logging options. */
export interface LogOptions {
  readonly debug: boolean
  readonly logger: Overrides<LoggerInstance>
  /** With it, the app's logger may be written for Auth.js. */
  readonly compatibility?: Compatibility | undefined
  /** Values that must not appear in any log line. */
  readonly secrets: readonly string[]
  /** Codes that `warnOnce` has logged. Without it, every warning is logged. */
  readonly logged?: Set<string>
  /** Set on the dev server only. */
  readonly devServer?: DevServer | undefined
}

/** The dev server that runs the app. */
export interface DevServer {
  /** The file that contains the config. Undefined if it is not known. */
  readonly configFile: string | undefined
}

type Level = keyof LoggerInstance

/** The page that has each error with its cause and its cure. */
const errorPage = 'https://github.com/latchkey-auth/latchkey/blob/main/docs/reference/errors.md'

const consoleLogger: LoggerInstance = {
  error: (code, ...message) => console.error(`[latchkey] ${code}`, ...message, ...linkTo(code)),
  warn: (code, ...message) => console.warn(`[latchkey] ${code}`, ...message, ...linkTo(code)),
  debug: (code, ...message) => console.debug(`[latchkey] ${code}`, ...message),
}

/** Prints an error as one line. Only `debug` adds the stacks. */
const briefLogger: LoggerInstance = {
  error: (code, ...message) => consoleLogger.error(code, ...message.map(toLine)),
  warn: (code, ...message) => consoleLogger.warn(code, ...message.map(toLine)),
  debug: (code, ...message) => consoleLogger.debug(code, ...message.map(toLine)),
}

/** Other codes, such as those of the app's own errors, are not on the page. */
function linkTo(code: string): readonly string[] {
  return Object.hasOwn(errorTraits, code) ? [`See ${errorPage}#${code.toLowerCase()}`] : []
}

function toLine(part: unknown): unknown {
  return part instanceof Error ? formatError(part) : part
}

export function createLog(options: LogOptions): Log {
  return new AppLog(options)
}

/** A class, because a log is made for each request and nearly always writes nothing. */
class AppLog implements Log {
  readonly #options: LogOptions

  constructor(options: LogOptions) {
    this.#options = options
  }

  error(error: unknown): void {
    this.#write('error', codeOf(error), [error])
  }

  warn(code: string, ...message: unknown[]): void {
    this.#write('warn', code, message)
  }

  warnOnce(code: string, ...message: unknown[]): void {
    const { logged } = this.#options
    if (logged?.has(code)) return
    logged?.add(code)
    this.#write('warn', code, message)
  }

  debug(code: string, ...message: unknown[]): void {
    if (this.#options.debug) this.#write('debug', code, message)
  }

  report(error: Error): MistakeReport | undefined {
    const { devServer, secrets } = this.#options
    if (!devServer) return undefined
    const safe = redact(error, [...secrets, ...hiddenInLogs(error)])
    return safe instanceof Error ? reportMistake(safe, devServer.configFile) : undefined
  }

  hiding(values: readonly string[]): Log {
    const { secrets } = this.#options
    return new AppLog({ ...this.#options, secrets: [...secrets, ...values] })
  }

  #write(level: Level, code: string, message: readonly unknown[]): void {
    const { debug, logger, secrets } = this.#options
    const builtIn = debug ? consoleLogger : briefLogger
    // The app's logger failed, so only the console can report it.
    const reportLoggerError = (thrown: unknown): void =>
      builtIn.error('LoggerError' as ErrorCode, redact(thrown, secrets))
    const safe = message.map((part) => redact(part, secrets))
    const target = logger[level] ? logger : builtIn
    const isForAuthJs = level === 'error' && takesOnlyError(this.#options)
    try {
      const written: unknown = isForAuthJs
        ? Reflect.apply(target.error as AnyLogger, target, safe.map(toAuthJsError))
        : Reflect.apply(target[level] as AnyLogger, target, [code, ...safe])
      if (written instanceof Promise) written.catch(reportLoggerError)
    } catch (thrown) {
      reportLoggerError(thrown)
    }
  }
}

/** A function of the app, called with what its form expects. */
type AnyLogger = (...args: readonly unknown[]) => unknown

/** A function that takes a code and a message has a second parameter, except with `...message`. */
function takesOnlyError({ logger, compatibility }: LogOptions): boolean {
  return compatibility === 'authjs' && logger.error !== undefined && logger.error.length < 2
}

function codeOf(error: unknown): string {
  if (isAuthError(error)) return error.type
  try {
    return error instanceof Error ? error.name : 'Error'
  } catch {
    return 'Error'
  }
}

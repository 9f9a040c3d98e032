import { isAuthError } from '../errors/auth-error.js'
import type { LoggerInstance, Overrides } from '../model/options.js'
import { redact } from './redact.js'

/** The only way to the logger: whatever passes is redacted, and a failing logger stops no flow. */
export interface Log {
  /** Logs an error under its `type`. */
  error(error: unknown): void
  warn(code: string, ...message: unknown[]): void
  /** Warns the first time that a config, or its owner, has reason to. */
  warnOnce(code: string, ...message: unknown[]): void
  debug(code: string, ...message: unknown[]): void
  /** The same log, which also hides these values wherever they occur. */
  hiding(values: readonly string[]): Log
}

/** What the application said about logging. */
export interface LogOptions {
  readonly debug: boolean
  readonly logger: Overrides<LoggerInstance>
  /** Values that must not appear in any line. */
  readonly secrets: readonly string[]
  /** Whether a code was not warned of before. Default: it never was. */
  readonly isFirstReport?: (code: string) => boolean
}

type Level = keyof LoggerInstance

const consoleLogger: LoggerInstance = {
  error: (code, ...message) => console.error(`[latchkey] ${code}`, ...message),
  warn: (code, ...message) => console.warn(`[latchkey] ${code}`, ...message),
  debug: (code, ...message) => console.debug(`[latchkey] ${code}`, ...message),
}

export function createLog(options: LogOptions): Log {
  const { debug, logger, secrets, isFirstReport: isNews } = options
  // The application's logger is broken; the console is all that is left to say so.
  const giveUp = (thrown: unknown): void =>
    consoleLogger.error('LoggerError', redact(thrown, secrets))
  const write = (level: Level, code: string, message: readonly unknown[]): void => {
    const safe = message.map((part) => redact(part, secrets))
    try {
      const written: unknown = (logger[level] ? logger : consoleLogger)[level]?.(code, ...safe)
      if (written instanceof Promise) written.catch(giveUp)
    } catch (thrown) {
      giveUp(thrown)
    }
  }
  return {
    error: (error) => write('error', codeOf(error), [error]),
    warn: (code, ...message) => write('warn', code, message),
    warnOnce: (code, ...message) => {
      if (isNews?.(code) ?? true) write('warn', code, message)
    },
    debug: (code, ...message) => {
      if (debug) write('debug', code, message)
    },
    hiding: (values) => createLog({ ...options, secrets: [...secrets, ...values] }),
  }
}

function codeOf(error: unknown): string {
  if (isAuthError(error)) return error.type
  try {
    return error instanceof Error ? error.name : 'Error'
  } catch {
    return 'Error'
  }
}

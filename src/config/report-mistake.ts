import type { MistakeReport } from '../model/mistake-report.js'
import { isAuthError } from '../errors/auth-error.js'
import { describeCause, findPlace, oneLine } from './format-error.js'

/**
 * Describes an error for the dev server's error page, with the words of its log line. The error
 * must already be redacted.
 */
export function reportMistake(error: Error, configFile: string | undefined): MistakeReport {
  // Behind "The provider is not available" is the reason, such as a missing `clientId`.
  if (isAuthError(error.cause)) return reportMistake(error.cause, configFile)
  const [problem, cure] = splitMessage(oneLine(error.message))
  const { cause } = error
  return {
    code: error.name,
    problem,
    cure,
    option: findOption(error.message),
    file: cause instanceof Error ? findPlace(cause.stack) : configFile,
    cause: cause === undefined ? undefined : describeCause(cause),
  }
}

/** A quoted value or an option may contain a full stop, so both are skipped as a whole. */
const firstSentence = /^((?:"[^"]*"|`[^`]*`|[^"`.]|\.(?! ))+\.) (.+)$/

/** Our messages first say what is wrong, and then what to do. */
function splitMessage(message: string): readonly [problem: string, cure: string | undefined] {
  const [, problem, cure] = firstSentence.exec(message) ?? []
  return problem === undefined ? [message, undefined] : [problem, cure]
}

/** An option's name, with its members, such as `session.maxAge` or `providers[0].id`. */
const optionName = /`([a-z][A-Za-z_]*(?:\[\d+\])?(?:\.[A-Za-z_]+)*)`/

function findOption(message: string): string | undefined {
  return optionName.exec(message)?.[1]
}

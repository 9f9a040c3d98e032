import { isAuthError } from '../errors/auth-error.js'

const mostCauses = 3
const longestCause = 500

/**
 * Writes an error and its causes as one line, without a stack. For a cause that Latchkey did not
 * throw, the line names the place in the app's code.
 */
export function formatError(error: Error): string {
  const parts = [oneLine(error.message)]
  let cause: unknown = error.cause
  for (let depth = 0; cause !== undefined && cause !== null && depth < mostCauses; depth++) {
    parts.push(`Cause: ${formatCause(cause)}`)
    cause = cause instanceof Error ? cause.cause : undefined
  }
  return parts.join(' ')
}

function formatCause(cause: unknown): string {
  const hasPlace = cause instanceof Error && !isAuthError(cause)
  const place = hasPlace ? findPlace(cause.stack) : undefined
  return describeCause(cause) + (place === undefined ? '' : ` (${place})`)
}

/** Writes one cause of an error as one line. */
export function describeCause(cause: unknown): string {
  if (cause instanceof Error) return shorten(`${cause.name}: ${messageOf(cause)}`)
  return shorten(typeof cause === 'string' ? cause : toJson(cause))
}

/** Node's error for a host with several addresses has no message, only one error for each. */
function messageOf(error: Error): string {
  const errors: readonly unknown[] = error instanceof AggregateError ? error.errors : []
  const [first] = errors
  return error.message || (first instanceof Error ? first.message : '')
}

function toJson(value: unknown): string {
  try {
    return JSON.stringify(value) ?? String(value)
  } catch {
    return '[unprintable]'
  }
}

/** A message of a database or a service may contain line breaks, which could forge log lines. */
export function oneLine(text: unknown): string {
  return String(text)
    .replace(/[\s\u0000-\u001F\u007F-\u009F\u2028\u2029]+/g, ' ')
    .trim()
}

function shorten(text: string): string {
  const line = oneLine(text)
  return line.length > longestCause ? `${line.slice(0, longestCause)}…` : line
}

/** Code that the app's author did not write. */
const foreign = /node_modules|\(?node:|<anonymous>|\(native\)|\[native code\]/

/** Returns the first place of a stack in the app's own code, such as `src/auth.ts:12:5`. */
export function findPlace(stack: unknown): string | undefined {
  if (typeof stack !== 'string') return undefined
  const frames = stack.split('\n').filter((line) => /^\s+at |@/.test(line) && /:\d+:\d+/.test(line))
  const frame = frames.find((line) => !foreign.test(line)) ?? frames[0]
  const [, place] = /((?:file:\/\/|[A-Za-z]:)?[^\s()]+:\d+:\d+)\)?$/.exec(frame?.trim() ?? '') ?? []
  return place?.replace(/^file:\/\//, '').replace(/^.*[\\/](?=src[\\/])/, '')
}

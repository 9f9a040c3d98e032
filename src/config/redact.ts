import { hiddenInLogs } from '../errors/hidden-values.js'

/** Property names whose values are never logged. */
const sensitiveName =
  /secret|passw|passphrase|token|cookie|authorization|credential|verifier|assertion|api_?key|dpop|^code$|^otp$/i

/** Where database drivers repeat a statement with its values: mysql2, knex, pg and ioredis. */
const statementName = /^(?:sql|parameters|bindings|detail|args)$/

/** A text this long may be a token. */
const shortestToken = 20
const deepestArgument = 4

/** Returns the texts in the arguments of a call that an error of the call may repeat. */
export function secretsIn(args: readonly unknown[]): readonly string[] {
  const found: string[] = []
  const visit = (value: unknown, name: string, depth: number): void => {
    if (typeof value === 'string') {
      if (sensitiveName.test(name) || value.length >= shortestToken) found.push(value)
    } else if (typeof value === 'object' && value !== null && depth < deepestArgument) {
      for (const [inner, member] of Object.entries(value)) visit(member, inner, depth + 1)
    }
  }
  for (const arg of args) visit(arg, '', 0)
  return found
}

/**
 * Error codes of Node and the operating system, such as `ECONNREFUSED`. They look unlike an
 * authorization code.
 */
const systemCode = /^E[A-Z]{3,15}$|^(?:UND_)?ERR_[A-Z_]{3,40}$/

/** A run of characters that may contain a compact JWT or JWE. */
const tokenRun = /[\w.-]{20,}/g

const hidden = '[redacted]'
const omitted = '[…]'
const deepest = 6
const mostValues = 1000
const mostItems = 100
const longestText = 10_000

/**
 * The maximum number of secrets that a log searches for. If a request has more, the log hides every
 * text.
 */
export const mostSecrets = 1000

/**
 * The maximum number of characters that one log line may search. Texts beyond that are hidden, so
 * that a large request cannot make logging slow.
 */
const mostLetters = 2_000_000
/** The fixed cost of one search, in characters. */
const lettersPerSearch = 100

/**
 * Returns a copy of a value that is safe to log. It hides properties with sensitive names, texts
 * that look like tokens, and every occurrence of `secrets`.
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  try {
    return copy(value, startWork(secrets), 0)
  } catch {
    // A getter threw or a proxy was revoked, so the value cannot be inspected.
    return '[unprintable]'
  }
}

/** The state of one `redact` call. */
interface Work {
  /** Longest first, because one secret may be a prefix of another. */
  readonly secrets: readonly string[]
  /** How many objects may still be copied. Limits values that refer to each other. */
  left: number
  /** How many characters may still be searched. Negative if no text may be shown. */
  letters: number
}

function startWork(secrets: readonly string[]): Work {
  return secrets.length > mostSecrets
    ? { secrets: [], left: mostValues, letters: -1 }
    : { secrets: longestFirst(secrets), left: mostValues, letters: mostLetters }
}

/** Marks a removed secret until all are removed, so that no secret matches inside `[redacted]`. */
const mark = '\u0000'

function copy(value: unknown, work: Work, depth: number): unknown {
  if (typeof value === 'string') return copyText(value, work)
  if (typeof value !== 'object' || value === null) return value
  if (depth >= deepest || work.left-- <= 0) return omitted
  if (value instanceof Error) return copyDiscreetly(value, work, depth)
  if (Array.isArray(value)) return copyItems(value, work, depth)
  if (value instanceof Date) return value
  if (!isPlain(value)) return `[${value.constructor?.name ?? 'Object'}]`
  return copyMembers(value, work, depth)
}

function copyItems(items: readonly unknown[], work: Work, depth: number): readonly unknown[] {
  const shown = items.slice(0, mostItems).map((item) => copy(item, work, depth + 1))
  return items.length > mostItems ? [...shown, omitted] : shown
}

function copyText(text: string, work: Work): string {
  const shown = text.length > longestText ? text.slice(0, longestText) + omitted : text
  const letters = work.secrets.length * (shown.length + lettersPerSearch)
  if (letters > work.letters) return hidden
  work.letters -= letters
  let safe = shown.replace(tokenRun, hideToken)
  for (const secret of work.secrets) safe = safe.replaceAll(secret, mark)
  return safe.replaceAll(mark, hidden)
}

function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...new Set(secrets)].filter(Boolean).sort((a, b) => b.length - a.length)
}

/** A compact token begins with the encoding of `{"` and contains at least two dots. */
function hideToken(run: string): string {
  const start = run.indexOf('eyJ')
  const isToken = start !== -1 && run.slice(start).split('.').length > 2
  return isToken ? run.slice(0, start) + hidden : run
}

/**
 * Hides the values that a request sent to another server, in an error and its causes, because that
 * server may repeat them.
 */
function copyDiscreetly(error: Error, work: Work, depth: number): Error {
  const hiddenValues = hiddenInLogs(error)
  if (hiddenValues.length === 0) return copyError(error, work, depth)
  const discreet = { ...work, secrets: longestFirst([...work.secrets, ...hiddenValues]) }
  const twin = copyError(error, discreet, depth)
  work.left = discreet.left
  work.letters = discreet.letters
  return twin
}

function copyError(error: Error, work: Work, depth: number): Error {
  const twin = Object.create(Object.getPrototypeOf(error) as object) as Error
  for (const [name, value] of Object.entries(copyMembers(error, work, depth))) {
    define(twin, name, value, true)
  }
  define(twin, 'name', copy(error.name, work, depth), false)
  define(twin, 'message', copy(error.message, work, depth), false)
  if (error.stack !== undefined) define(twin, 'stack', copy(error.stack, work, depth), false)
  copyAccessors(error, twin, work, depth)
  if ('cause' in error) define(twin, 'cause', copyCause(error.cause, work, depth), false)
  if (error instanceof AggregateError) {
    define(twin, 'errors', copy(error.errors, work, depth + 1), false)
  }
  return twin
}

/**
 * Some accessors work only on instances of their own class, such as `code` of a DOMException. They
 * would throw when a logger enumerates the copy.
 */
function copyAccessors(error: Error, twin: Error, work: Work, depth: number): void {
  for (const [name, member] of inheritedMembers(error)) {
    if (!('get' in member) || Object.hasOwn(twin, name)) continue
    const value: unknown = readOr(error, name, omitted)
    const shown = isSensitive(error, name, value) ? hidden : copy(value, work, depth + 1)
    define(twin, name, shown, member.enumerable === true)
  }
}

/** Lists the members that an error inherits, up to and including `Error`. */
function inheritedMembers(error: Error): readonly (readonly [string, PropertyDescriptor])[] {
  const members: [string, PropertyDescriptor][] = []
  let owner: unknown = Object.getPrototypeOf(error)
  while (owner instanceof Error) {
    members.push(...Object.entries(Object.getOwnPropertyDescriptors(owner)))
    owner = Object.getPrototypeOf(owner)
  }
  return members
}

function readOr(owner: object, name: string, otherwise: unknown): unknown {
  try {
    return Reflect.get(owner, name)
  } catch {
    return otherwise
  }
}

/**
 * Libraries often set the text that they failed to parse as the cause, and that text may be a
 * token.
 */
function copyCause(cause: unknown, work: Work, depth: number): unknown {
  return typeof cause === 'string' && /^\S{16,}$/.test(cause)
    ? hidden
    : copy(cause, work, depth + 1)
}

function define(target: object, name: string, value: unknown, enumerable: boolean): void {
  Object.defineProperty(target, name, { value, enumerable, configurable: true, writable: true })
}

function copyMembers(value: object, work: Work, depth: number): Record<string, unknown> {
  const members = Object.entries(value)
  const shown = members
    .slice(0, mostItems)
    .map(([name, member]): [string, unknown] => [
      copyText(name, work),
      isSensitive(value, name, member) ? hidden : copy(member, work, depth + 1),
    ])
  return Object.fromEntries(members.length > mostItems ? [...shown, [omitted, omitted]] : shown)
}

function isSensitive(owner: object, name: string, member: unknown): boolean {
  const isErrorCode = owner instanceof Error && name === 'code' && typeof member === 'string'
  if (statementName.test(name) && (owner instanceof Error || name === 'args')) return true
  return sensitiveName.test(name) && !(isErrorCode && systemCode.test(member))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

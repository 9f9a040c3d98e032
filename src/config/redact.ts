import { hiddenInLogs } from '../errors/hidden-values.js'

/** Member names whose values never reach a log. */
const sensitiveName =
  /secret|passw|passphrase|token|cookie|authorization|credential|verifier|assertion|api_?key|^code$|^otp$/i

/** What a system or Node calls its own errors, such as `ECONNREFUSED`; nobody's authorization code. */
const systemCode = /^E[A-Z]{3,15}$|^(?:UND_)?ERR_[A-Z_]{3,40}$/

/** A run of characters that could hold a compact JWT or JWE. */
const tokenRun = /[\w.-]{20,}/g

const hidden = '[redacted]'
const omitted = '[…]'
const deepest = 6
const mostValues = 1000
const mostItems = 100
const longestText = 10_000

/** How many secrets a log looks for. Of a request with more of them it shows no text at all. */
export const mostSecrets = 1000

/** How much looking one line takes, in letters; a text for which too little is left is hidden. */
const mostLetters = 2_000_000
/** What a search costs before its first letter. */
const lettersPerSearch = 100

/**
 * A copy of a value that is safe to print: without what is sensitive by its name, by its form, or
 * by being one of these secrets.
 */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  try {
    return copy(value, startWork(secrets), 0)
  } catch {
    // A getter that throws, a revoked proxy: what cannot be looked at cannot be printed.
    return '[unprintable]'
  }
}

/** What one copy is made with. */
interface Work {
  /** The longer ones first: one may be the beginning of another. */
  readonly secrets: readonly string[]
  /** Keeps values that refer to each other from multiplying. */
  left: number
  /** Letters that may still be searched; negative when no text may be shown. */
  letters: number
}

function startWork(secrets: readonly string[]): Work {
  return secrets.length > mostSecrets
    ? { secrets: [], left: mostValues, letters: -1 }
    : { secrets: longestFirst(secrets), left: mostValues, letters: mostLetters }
}

/** Stands where a secret stood until all are found, so that none is found in its replacement. */
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

/** A compact token begins with the encoding of `{"` and has two dots or more. */
function hideToken(run: string): string {
  const start = run.indexOf('eyJ')
  const isToken = start !== -1 && run.slice(start).split('.').length > 2
  return isToken ? run.slice(0, start) + hidden : run
}

/** Hides, in an error and what caused it, what others were told in confidence and may repeat. */
function copyDiscreetly(error: Error, work: Work, depth: number): Error {
  const told = hiddenInLogs(error)
  if (told.length === 0) return copyError(error, work, depth)
  const discreet = { ...work, secrets: longestFirst([...work.secrets, ...told]) }
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
 * An accessor of a class may work on its own instances alone (`code` of a DOMException does), and a
 * logger that enumerates the copy would make it throw.
 */
function copyAccessors(error: Error, twin: Error, work: Work, depth: number): void {
  for (const [name, member] of inheritedMembers(error)) {
    if (!('get' in member) || Object.hasOwn(twin, name)) continue
    const value: unknown = readOr(error, name, omitted)
    const shown = isSensitive(error, name, value) ? hidden : copy(value, work, depth + 1)
    define(twin, name, shown, member.enumerable === true)
  }
}

/** What the classes of an error define, up to `Error` itself. */
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

/** Libraries hand over what they could not parse as the cause, and that is often a token. */
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
  return sensitiveName.test(name) && !(isErrorCode && systemCode.test(member))
}

function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

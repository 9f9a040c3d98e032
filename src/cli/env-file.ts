import { appendLines } from './append-lines.js'
import { parseEnv, type EnvEntry } from './parse-env.js'

/** Environment variables that belong together. */
export interface EnvGroup {
  /** Explains what the variables are for. */
  readonly comment: string
  readonly variables: readonly EnvEntry[]
}

/** The new content of an environment file. */
export interface EnvEdit {
  readonly text: string
  /** The lines of a diff, without the values. */
  readonly diff: readonly string[]
}

/** Lists the names that have a value, as Vite reads the file. */
export function namesWithValue(text: string): ReadonlySet<string> {
  return new Set([...lastValues(text)].flatMap(([name, value]) => (value === '' ? [] : name)))
}

/** Lists the names that are set, but empty. */
export function emptyNames(text: string): readonly string[] {
  return [...lastValues(text)].flatMap(([name, value]) => (value === '' ? name : []))
}

/** If a file sets a variable twice, the last value wins. */
function lastValues(text: string): ReadonlyMap<string, string> {
  return new Map(parseEnv(text).map(({ name, value }) => [name, value]))
}

/** Lists the names whose value spans several lines of the file. */
export function multilineNames(text: string): readonly string[] {
  return parseEnv(text).flatMap(({ name, valueStart, end }) =>
    text.slice(valueStart, end).trim().includes('\n') ? name : [],
  )
}

/**
 * Adds missing variables and fills in empty ones. Existing values do not change.
 *
 * A variable without a value is added as a comment. An empty variable in the file would become an
 * empty variable of the dev server's process, which hides a value that is filled in later.
 *
 * Added lines contain no quotes, so they cannot become part of a value whose quote is not closed.
 */
export function addVariables(text: string, groups: readonly EnvGroup[]): EnvEdit {
  const diff: string[] = []
  let edited = text
  for (const { comment, variables } of groups) {
    const missing = variables.filter((variable) => !isMentioned(edited, variable))
    for (const { name, value } of variables) {
      if (value === '' || !isAssigned(edited, name) || namesWithValue(edited).has(name)) continue
      edited = fillIn(edited, name, value)
      diff.push(`- ${name}=`, `+ ${hideValue({ name, value })}`)
    }
    if (missing.length === 0) continue
    const lines = [`# ${comment}`, ...missing.map(renderVariable)]
    edited = appendLines(edited, needsGap(edited) ? ['', ...lines] : lines)
    diff.push(`+ # ${comment}`, ...missing.map((variable) => `+ ${hideValue(variable)}`))
  }
  return { text: edited, diff }
}

function renderVariable({ name, value }: EnvEntry): string {
  return value === '' ? `# ${name}=` : `${name}=${value}`
}

function hideValue({ name, value }: EnvEntry): string {
  return value === '' ? `# ${name}=` : `${name}=(new, not shown)`
}

function needsGap(text: string): boolean {
  return text !== '' && !/\n\r?\n$/.test(text)
}

/** A comment is enough for a variable without a value. */
function isMentioned(text: string, { name, value }: EnvEntry): boolean {
  if (isAssigned(text, name)) return true
  return value === '' && commentsOf(text).some((line) => commented.exec(line)?.[1] === name)
}

const commented = /^[ \t]*#[ \t]*([\w.-]+)[ \t]*=/

/** Lists the lines outside of all values, because a value may contain what looks like a comment. */
function commentsOf(text: string): readonly string[] {
  const gaps: string[] = []
  let from = 0
  for (const { start, end } of parseEnv(text)) {
    gaps.push(text.slice(from, start))
    from = end
  }
  return [...gaps, text.slice(from)].flatMap((gap) => gap.split('\n'))
}

function isAssigned(text: string, name: string): boolean {
  return parseEnv(text).some((entry) => entry.name === name)
}

/** Fills in the last place, which wins, and keeps a comment behind it. */
function fillIn(text: string, name: string, value: string): string {
  const places = parseEnv(text).filter((entry) => entry.name === name)
  const place = places.at(-1)
  if (!place) return text
  const rest = text.slice(place.end)
  const line = /\r\n?|\n/.exec(rest)
  const [comment = ''] = /#.*$/.exec(line ? rest.slice(0, line.index) : rest) ?? []
  const filled = comment === '' ? value : `${value} ${comment}`
  return text.slice(0, place.valueStart) + filled + (line ? rest.slice(line.index) : '')
}

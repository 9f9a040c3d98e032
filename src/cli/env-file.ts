import { appendLines } from './append-lines.js'

/** Environment variables that belong together. */
export interface EnvGroup {
  /** Explains what the variables are for. */
  readonly comment: string
  readonly variables: readonly EnvVariable[]
}

/** A variable, and its initial value. */
export interface EnvVariable {
  readonly name: string
  readonly value: string
}

/** The new content of an environment file. */
export interface EnvEdit {
  readonly text: string
  /** The lines of a diff, without the values. */
  readonly diff: readonly string[]
}

/** Lists the names that have a value, as Vite reads the file. */
export function namesWithValue(text: string): ReadonlySet<string> {
  const filled = linesOf(text).filter(({ isEmpty }) => !isEmpty)
  return new Set(filled.map(({ name }) => name))
}

/** Adds missing variables and fills in empty ones. Existing values do not change. */
export function addVariables(text: string, groups: readonly EnvGroup[]): EnvEdit {
  const diff: string[] = []
  let edited = text
  for (const { comment, variables } of groups) {
    const missing = variables.filter(({ name }) => !isNamed(edited, name))
    for (const { name, value } of variables) {
      if (value === '' || !isNamed(edited, name) || namesWithValue(edited).has(name)) continue
      edited = fillIn(edited, name, value)
      diff.push(`- ${name}=`, `+ ${hideValue(name, value)}`)
    }
    if (missing.length === 0) continue
    const lines = [`# ${comment}`, ...missing.map(({ name, value }) => `${name}=${value}`)]
    edited = appendLines(edited, needsGap(edited) ? ['', ...lines] : lines)
    diff.push(`+ # ${comment}`, ...missing.map(({ name, value }) => `+ ${hideValue(name, value)}`))
  }
  return { text: edited, diff }
}

function needsGap(text: string): boolean {
  return text !== '' && !/\n\r?\n$/.test(text)
}

const assignment = /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=([^\r\n]*)/gm
const nothing = /^\s*(?:""|''|``)?\s*(?:#.*)?$/

function linesOf(text: string): readonly { readonly name: string; readonly isEmpty: boolean }[] {
  return [...text.matchAll(assignment)].map(([, name = '', value = '']) => ({
    name,
    isEmpty: nothing.test(value),
  }))
}

function isNamed(text: string, name: string): boolean {
  return linesOf(text).some((line) => line.name === name)
}

function fillIn(text: string, wanted: string, value: string): string {
  return text.replace(assignment, (line, name: string) =>
    name === wanted ? line.slice(0, line.indexOf('=') + 1) + value : line,
  )
}

function hideValue(name: string, value: string): string {
  return value === '' ? `${name}=` : `${name}=(new, not shown)`
}

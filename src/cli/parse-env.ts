/** A variable of an environment file. */
export interface EnvEntry {
  readonly name: string
  readonly value: string
}

/** A variable, and its place in the file. */
export interface EnvAssignment extends EnvEntry {
  readonly start: number
  /** The index after the equals sign, or after the colon and its space. */
  readonly valueStart: number
  readonly end: number
}

/** A quoted value may span lines. A backslash before a quote may be a part of the value, or escape it. */
const quoted = ["'", '"', '`'].map((quote) => `\\s*${quote}(?:\\\\${quote}|[^${quote}])*${quote}`)

/**
 * An assignment as Vite reads it. A quote closes a value only if nothing but a comment follows on its
 * line. Otherwise the value is the rest of the line, with its quotes. Vite also accepts `NAME: value`.
 */
const assignment = new RegExp(
  String.raw`^(\s*(?:export\s+)?([\w.-]+)(?:\s*=|:(?:\r\n|\s)))(${quoted.join('|')}|[^#\r\n]+)?(?=\s*(?:#.*)?$)`,
  'gm',
)

/** Reads an environment file as Vite does. By hand, because the app may not have its packages yet. */
export function parseEnv(text: string): readonly EnvAssignment[] {
  return [...text.matchAll(assignment)].map((match) => {
    const [whole, assigned = '', name = '', written = ''] = match
    return {
      name,
      value: readValue(written.trim().replaceAll(/\r\n?/g, '\n')),
      start: match.index,
      valueStart: match.index + assigned.length,
      end: match.index + whole.length,
    }
  })
}

/** Only double quotes give a meaning to a backslash. */
function readValue(written: string): string {
  const first = written.charAt(0)
  const isQuoted = /['"`]/.test(first) && written.length > 1 && written.endsWith(first)
  const value = isQuoted ? written.slice(1, -1) : written
  return first === '"' ? value.replaceAll('\\n', '\n').replaceAll('\\r', '\r') : value
}

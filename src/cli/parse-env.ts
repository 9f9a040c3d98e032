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

/**
 * A quoted value may span lines. An unquoted one ends at a comment. A byte order mark at the start of
 * the file is skipped, as Vite skips it. Vite also accepts `NAME: value`.
 */
const assignment =
  /^([ \t\uFEFF]*(?:export[ \t]+)?([\w.-]+)(?:[ \t]*=|:[ \t]))[ \t]*(?:'([^']*)'|"((?:\\[^]|[^"\\])*)"|`([^`]*)`|([^#\r\n]*))/gm

/** Reads an environment file as Vite and Node do. By hand, because Node 20.0 has no `parseEnv`. */
export function parseEnv(text: string): readonly EnvAssignment[] {
  return [...text.matchAll(assignment)].map((match) => {
    const [whole, assigned = '', name = '', single, double, backtick, plain = ''] = match
    return {
      name,
      value: single ?? unescapeBreaks(double) ?? backtick ?? plain.trim(),
      start: match.index,
      valueStart: match.index + assigned.length,
      end: match.index + whole.length,
    }
  })
}

/** Only double quotes give a meaning to a backslash. */
function unescapeBreaks(text: string | undefined): string | undefined {
  return text?.replaceAll('\\n', '\n').replaceAll('\\r', '\r')
}

/** A variable of an environment file. */
export interface EnvEntry {
  readonly name: string
  readonly value: string
}

/** A quoted value may span lines. An unquoted one ends at a comment. */
const assignment =
  /^[ \t]*(?:export[ \t]+)?([\w.-]+)[ \t]*=[ \t]*(?:'([^']*)'|"((?:\\[^]|[^"\\])*)"|`([^`]*)`|([^#\r\n]*))/gm

/** Reads an environment file as Vite and Node do. By hand, because Node 20.0 has no `parseEnv`. */
export function parseEnv(text: string): readonly EnvEntry[] {
  return [...text.matchAll(assignment)].map(
    ([, name = '', single, double, backtick, plain = '']) => ({
      name,
      value: single ?? unescapeBreaks(double) ?? backtick ?? plain.trim(),
    }),
  )
}

/** Only double quotes give a meaning to a backslash. */
function unescapeBreaks(text: string | undefined): string | undefined {
  return text?.replaceAll('\\n', '\n').replaceAll('\\r', '\r')
}

const stringOrComment =
  /("(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\[^]|[^`\\])*`)|\/\/[^\n]*|\/\*[^]*?\*\//g

/**
 * Removes the comments of a source, for a search in its text. It does not parse the source, so a
 * pattern with `//` or a text of JSX may lose the end of its line.
 */
export function stripComments(source: string): string {
  return source.replace(stringOrComment, (_match, text?: string) => text ?? ' ')
}

/** Appends lines to a text, with the line endings that the text uses. */
export function appendLines(text: string, lines: readonly string[]): string {
  const newline = text.includes('\r\n') ? '\r\n' : '\n'
  const whole = text === '' || text.endsWith('\n') ? text : text + newline
  return whole + lines.map((line) => line + newline).join('')
}

/** What was sent in a field of a form; nothing when it is no text. */
export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

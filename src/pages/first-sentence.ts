/** Without its full stop, because a page title has no room for the advice that follows. */
export function firstSentence(text: string): string {
  return text.split(/[.。]/)[0] ?? text
}

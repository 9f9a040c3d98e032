/** Puts text in one line, for a mail's subject. A line break there could start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** A valid host contains no white space, line breaks or direction marks, but a forged one might. */
export function plainHost(host: string): string {
  return host.replace(/[\s\p{C}]/gu, '')
}

import type { Theme } from '../model/options.js'

/** Puts text in one line, for a mail's subject. A line break there could start another header. */
export function oneLine(text: string): string {
  return text.replace(/[\s\p{Cc}]+/gu, ' ').trim()
}

/** Returns the name of the site for a mail: that of the theme, or the host. */
export function nameSite({ name }: Theme, host: string): string {
  return name === undefined ? plainHost(host) : oneLine(name)
}

/** A valid host contains no white space, line breaks or direction marks, but a forged one might. */
function plainHost(host: string): string {
  return host.replace(/[\s\p{C}]/gu, '')
}

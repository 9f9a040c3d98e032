import { errorTraits } from '../../../src/errors/traits.js'

const page = 'https://github.com/latchkey-auth/latchkey/blob/main/docs/reference/errors.md'

/**
 * Returns a line of the console without the link to its error. A line of an error without the link of its own code
 * stays as it is, with a note, so that no test takes it for a right one.
 */
export function withoutLink(line: string): string {
  const [, code = ''] = /^\[latchkey\] (\w+) /.exec(line) ?? []
  if (!Object.hasOwn(errorTraits, code)) return line
  const link = ` See ${page}#${code.toLowerCase()}`
  return line.endsWith(link) ? line.slice(0, -link.length) : `${line} (without its link)`
}

import { readFileSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { root } from './run.mjs'

/**
 * Writes the list of common passwords from the frequency lists of zxcvbn. Run it again when that
 * package has a new list; the result is committed.
 */
const target = 'src/passwords/common-passwords.ts'

/** OWASP ASVS 5.0, 6.2.4: the 3000 commonest of those that the length rule would accept. */
const longCount = 3000
const leastLength = 8
/** Shorter ones are refused by their length, but two of them joined must be recognised. */
const shortCount = 1000
const shortestPart = 4

/** @type {{ passwords: readonly string[] }} the commonest first */
const { passwords } = createRequire(import.meta.url)('zxcvbn/lib/frequency_lists.js')
const long = passwords.filter(({ length }) => length >= leastLength).slice(0, longCount)
const short = passwords
  .filter(({ length }) => length >= shortestPart && length < leastLength)
  .slice(0, shortCount)
const words = [...long, ...short].sort()
if (words.some((word) => !/^[!-~]+$/.test(word) || word !== word.toLowerCase())) {
  throw new Error('Expected lower-case ASCII without spaces.')
}

/** Must be part of every copy. */
const license = readFileSync(join(root, 'node_modules/zxcvbn/LICENSE.txt'), 'utf8')
  .trim()
  .split('\n')
  .map((line) => `// ${line}`.trim())
  .join('\n')

writeFileSync(
  join(root, target),
  `// Made by scripts/build-common-passwords.mjs from the frequency lists of zxcvbn 4.4.2.
// The list is used under the license of that package:
//
${license}

/** The ${longCount} commonest passwords of ${leastLength} characters or more, and ${shortCount} shorter ones. */
export const commonPasswords: ReadonlySet<string> = new Set(
  ${JSON.stringify(words.join(' '))}.split(' '),
)
`,
)

import { InvalidName } from '../../errors/request-errors.js'

/** The most code points that a name may have. */
export const longestName = 100

/**
 * Returns a name as it is stored, or null for an empty one. Throws if it is too long, or if a page
 * that shows it could look different because of it.
 */
export function parseName(given: unknown): string | null {
  if (typeof given !== 'string') throw new InvalidName('Expected the name to be a text.')
  const text = given.normalize('NFC').trim()
  if (notAllowed.test(text)) {
    throw new InvalidName(
      'Expected a name without control characters and characters that change the direction of text.',
    )
  }
  const name = text.replace(/\s+/gu, ' ')
  if (name === '') return null
  if ([...name].length > longestName) {
    throw new InvalidName(`Expected a name of at most ${longestName} characters.`)
  }
  if (!visible.test(name)) throw new InvalidName('Expected a name with a visible character.')
  return name
}

/** Whether a name can be stored, and shown without a change of what is around it. */
export function isShowable(name: string): boolean {
  return !notAllowed.test(name) && visible.test(name)
}

/**
 * Control characters, line and paragraph separators, halves of surrogate pairs, and the characters
 * that embed, override or isolate a direction. A name in a right-to-left script needs none of these.
 */
const notAllowed = /[\p{Cc}\p{Zl}\p{Zp}\p{Cs}\u202A-\u202E\u2066-\u2069]/u

/** A name of joiners, marks and blanks alone would look empty. */
const visible = /[^\p{White_Space}\p{Default_Ignorable_Code_Point}\p{M}\u2800]/u

import type { PasswordContext } from '../model/password.js'

/** Shorter words occur in too many good passwords. */
const shortestWord = 3

/** A password must have at least this many other letters and digits. */
const leastOther = 6

/**
 * Whether a password is little more than words that an attacker knows: the site's name, the user's
 * address and names.
 */
export function isGuessable(password: string, context: PasswordContext): boolean {
  const words = wordsOf(context)
  if (words.length === 0) return false
  // The longest first, so that a part of a word leaves nothing behind.
  const longestFirst = [...words].sort((a, b) => b.length - a.length)
  const folded = fold(password)
  const rest = longestFirst.reduce((text, word) => text.replaceAll(word, ''), folded)
  return rest !== folded && [...rest].length < leastOther
}

function wordsOf({ site = '', email = '', name = '', userNames = [] }: PasswordContext): string[] {
  const texts = [site, email, name, ...userNames]
  const parts = texts.concat(texts.flatMap((text) => text.split(/[^\p{L}\p{N}]+/u)))
  return [...new Set(parts.map(fold))].filter((word) => [...word].length >= shortestWord)
}

/** Letters and digits only, in one case and without accents. */
function fold(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

/** At least this many characters of a password must be more than one repeated or common part. */
const shortestPart = 3

/**
 * Whether a password is one of the most common ones, one or two of them joined, or a short text
 * repeated. Case is ignored. The list is loaded with the first call.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  const { commonPasswords } = await import('./common-passwords.js')
  const text = password.toLowerCase()
  const known = (part: string): boolean => commonPasswords.has(part) || isRun(part)
  return known(text) || isRepeated(text) || isJoined(text, known)
}

/** Whether it is one part of up to a third of its length, repeated: `abcabcabc`, `aaaaaaaa`. */
function isRepeated(text: string): boolean {
  return /^(.+?)\1{2,}.?$/su.test(text) || /^(.{4,})\1$/su.test(text)
}

/** Whether it is two parts that are both common or runs. */
function isJoined(text: string, known: (part: string) => boolean): boolean {
  for (let at = shortestPart; at <= text.length - shortestPart; at += 1) {
    if (known(text.slice(0, at)) && known(text.slice(at))) return true
  }
  return false
}

const rows = ['abcdefghijklmnopqrstuvwxyz', '01234567890123456789', 'qwertyuiopasdfghjklzxcvbnm']

/** Whether it is a run of neighbours in the alphabet, the digits or on a keyboard. */
function isRun(text: string): boolean {
  const backwards = [...text].reverse().join('')
  return (
    text.length >= shortestPart && rows.some((row) => row.includes(text) || row.includes(backwards))
  )
}

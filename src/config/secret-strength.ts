/** A secret with fewer characters is refused. */
export const shortestSecret = 32

const placeholder = /change[-_ ]?(?:me|this|in)|your[-_ ]?secret|placeholder/i

/** Whether a secret is a placeholder or repeats a few characters, so that others can guess it. */
export function isGuessable(secret: string): boolean {
  return new Set(secret).size < 8 || placeholder.test(secret)
}

import type { VerificationRequestParams } from '../model/email.js'

const longestQuotation = 300
const hidden = '[redacted]'

/**
 * Returns a mail service's message in a form that is safe for errors: one line, shortened, and
 * without these secrets. Parts of encoded secrets are removed as well, because servers may cut the
 * lines that they repeat.
 */
export function quote(
  text: string,
  secrets: readonly string[],
  encoded: readonly string[] = [],
): string {
  let safe = text
  for (const secret of longestFirst(secrets)) safe = safe.replaceAll(secret, hidden)
  if (encoded.length > 0) safe = hideParts(safe, encoded)
  safe = safe.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()
  return safe.length > longestQuotation ? `${safe.slice(0, longestQuotation)}…` : safe
}

function hideParts(text: string, encoded: readonly string[]): string {
  const all = encoded.map((secret) => secret.toLowerCase())
  return text.replace(/[\w+/=-]{6,}/g, (word) =>
    all.some((secret) => secret.includes(word.toLowerCase())) ? hidden : word,
  )
}

/** Returns the values of a sign-in that only its recipient may know. */
export function secretsOf({ token, code, url, provider }: VerificationRequestParams): string[] {
  return [token, encodeURIComponent(token), code ?? '', url, provider.apiKey ?? '']
}

/** The longest comes first, because one secret may be the beginning of another. */
function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...secrets].filter(Boolean).sort((a, b) => b.length - a.length)
}

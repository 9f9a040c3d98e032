import type { VerificationRequestParams } from '../model/email.js'

const longestQuotation = 300
const hidden = '[redacted]'

/**
 * What a mail service said, fit for an error: one line, cut, and without any of these secrets. Of
 * encoded ones no part is repeated either, because servers cut the lines that they repeat.
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
  const all = encoded.map((one) => one.toLowerCase())
  return text.replace(/[\w+/=-]{6,}/g, (word) =>
    all.some((one) => one.includes(word.toLowerCase())) ? hidden : word,
  )
}

/** What of a sign-in nobody but its recipient may know. */
export function secretsOf({ token, code, url, provider }: VerificationRequestParams): string[] {
  return [token, encodeURIComponent(token), code ?? '', url, provider.apiKey ?? '']
}

/** One may be the beginning of another. */
function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...secrets].filter(Boolean).sort((a, b) => b.length - a.length)
}

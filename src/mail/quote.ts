import type { VerificationRequestParams } from '../model/email.js'

const longestQuotation = 300

/** What a mail service said, fit for an error: one line, cut, and without any of these secrets. */
export function quote(text: string, secrets: readonly string[]): string {
  let safe = text
  for (const secret of longestFirst(secrets)) safe = safe.replaceAll(secret, '[redacted]')
  safe = safe.replace(/[\p{Cc}\p{Cf}\p{Z}]+/gu, ' ').trim()
  return safe.length > longestQuotation ? `${safe.slice(0, longestQuotation)}…` : safe
}

/** What of a sign-in nobody but its recipient may know. */
export function secretsOf({ token, code, url, provider }: VerificationRequestParams): string[] {
  return [token, encodeURIComponent(token), code ?? '', url, provider.apiKey ?? '']
}

/** One may be the beginning of another. */
function longestFirst(secrets: readonly string[]): readonly string[] {
  return [...secrets].filter(Boolean).sort((a, b) => b.length - a.length)
}

import type * as OAuth from './oauth.js'

let loading: Promise<typeof OAuth> | undefined

/**
 * Loads the OAuth flow when the first sign-in begins. Its libraries take most of the import time,
 * and reading a session does not need them.
 */
export function loadOAuth(): Promise<typeof OAuth> {
  // The next call retries a failed import.
  loading ??= import('./oauth.js').catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

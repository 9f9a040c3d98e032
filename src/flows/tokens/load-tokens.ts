import type * as Tokens from './tokens.js'

let loading: Promise<typeof Tokens> | undefined

/**
 * Loads the flows for access tokens. Only the calls that give out, refresh or revoke them need these
 * flows, so an app without such calls does not bundle them.
 */
export function loadTokens(): Promise<typeof Tokens> {
  // The next call retries a failed import.
  loading ??= import('./tokens.js').catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

import type * as OAuth from './oauth.js'

let loading: Promise<typeof OAuth> | undefined

/**
 * What signing in at an identity service takes. Loaded when the first sign-in begins: the libraries
 * that it brings along are most of the time that an import takes, and a session needs none of them.
 */
export function loadOAuth(): Promise<typeof OAuth> {
  // What could not be loaded is tried again the next time.
  loading ??= import('./oauth.js').catch((cause: unknown) => {
    loading = undefined
    throw cause
  })
  return loading
}

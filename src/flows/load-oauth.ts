import type * as OAuth from './oauth.js'

/**
 * What signing in at an identity service takes. Loaded when the first sign-in begins: the libraries
 * that it brings along are most of the time that an import takes, and a session needs none of them.
 */
export function loadOAuth(): Promise<typeof OAuth> {
  return import('./oauth.js')
}

import type { Choice } from './choice.js'
import type { App } from './find-app.js'

/** The app's sign-in page. */
export interface SignInPage {
  /** Whether the page is a route of the app, rather than the built-in page. */
  readonly isOwn: boolean
  /** The path of the page, in the URL style of the app. */
  readonly path: string
}

/**
 * Returns the built-in page if one of the providers needs its script, and otherwise a page of the
 * app.
 */
export function findSignInPage({ hasTrailingSlash }: App, choices: readonly Choice[]): SignInPage {
  if (choices.some(({ isPasskey }) => isPasskey)) return { isOwn: false, path: '/auth/signin' }
  return { isOwn: true, path: hasTrailingSlash ? '/signin/' : '/signin' }
}

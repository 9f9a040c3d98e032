import type { Choice } from './choice.js'
import type { App } from './find-app.js'

/** The page that people sign in on. */
export interface SignInPage {
  /** Whether it is a route of the app; the built-in one is none. */
  readonly isOwn: boolean
  /** Its address, as the app spells addresses. */
  readonly path: string
}

/** Where people are to sign in: on the built-in page if one of the providers needs its script. */
export function findSignInPage({ hasTrailingSlash }: App, choices: readonly Choice[]): SignInPage {
  if (choices.some(({ isPasskey }) => isPasskey)) return { isOwn: false, path: '/auth/signin' }
  return { isOwn: true, path: hasTrailingSlash ? '/signin/' : '/signin' }
}

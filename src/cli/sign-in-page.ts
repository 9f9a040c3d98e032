import type { Choice } from './choice.js'
import type { App } from './find-app.js'
import { Refusal } from './refusal.js'

/** The app's sign-in page. */
export interface SignInPage {
  /** Whether the page is a route of the app, rather than the built-in page. */
  readonly isOwn: boolean
  /** The path of the page, in the URL style of the app. */
  readonly path: string
}

/** The page that works without any file of the app. */
export const builtInPage: SignInPage = { isOwn: false, path: '/auth/signin' }

/** Returns the page that is written into the app. */
export function ownPage({ hasTrailingSlash }: App, choices: readonly Choice[]): SignInPage {
  if (choices.some(({ isPasskey }) => isPasskey)) {
    throw new Refusal(
      'The page that --page writes cannot sign in with passkeys. Leave out --page to use the built-in page, or add the script of latchkey/passkeys to your own page.',
    )
  }
  return { isOwn: true, path: hasTrailingSlash ? '/signin/' : '/signin' }
}

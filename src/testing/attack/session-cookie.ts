import type { Browser } from './browser.js'

/** The default names of the session cookie. */
export const sessionCookieNames: readonly string[] = ['', '__Secure-', '__Host-'].map(
  (prefix) => `${prefix}authjs.session-token`,
)

/** Returns the browser's session cookies, with their values. */
export function findSessionCookies(
  browser: Browser,
): readonly (readonly [name: string, value: string])[] {
  return browser.cookies
    .filter(({ name }) => /session/i.test(name))
    .map(({ name, value }) => [name, value] as const)
}

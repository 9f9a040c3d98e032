import type { Browser } from './browser.js'

/** The names that the cookie of a session has, unless the application has given it another. */
export const sessionCookieNames: readonly string[] = ['', '__Secure-', '__Host-'].map(
  (prefix) => `${prefix}authjs.session-token`,
)

/** The cookies that make the session of a browser, with their values. */
export function findSessionCookies(
  browser: Browser,
): readonly (readonly [name: string, value: string])[] {
  return browser.cookies
    .filter(({ name }) => /session/i.test(name))
    .map(({ name, value }) => [name, value] as const)
}

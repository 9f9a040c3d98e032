import { Auth, type AuthConfig } from '../../src/core.js'
import type { DefaultSession } from '../../src/model/records.js'
import { Browser } from '../../src/testing/attack/browser.js'

export { Browser, type Page } from '../../src/testing/attack/browser.js'
export type { Form } from '../../src/testing/attack/forms.js'
export type { StoredCookie } from '../../src/testing/attack/set-cookie.js'

/** A browser in front of the engine with this config. */
export function openBrowser<S extends DefaultSession>(
  config: AuthConfig<S>,
  origin?: string,
): Browser {
  return new Browser((request) => Auth(request, config), origin)
}

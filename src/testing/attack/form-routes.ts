import type { Browser } from './browser.js'
import { listProviders } from './target.js'

/** Every route that takes a form of the site. A callback of an identity provider takes none. */
export async function listFormRoutes(browser: Browser): Promise<readonly string[]> {
  const providers = await listProviders(browser)
  const starts = providers.map(({ id }) => `signin/${id}`)
  const ends = providers.filter(({ type }) => !isFederated(type)).map(({ id }) => `callback/${id}`)
  return ['session', 'signin', 'signout', ...starts, ...ends]
}

/** Every page. */
export async function listPages(browser: Browser): Promise<readonly string[]> {
  const providers = await listProviders(browser)
  const starts = providers.map(({ id }) => `signin/${id}`)
  return ['signin', 'signout', 'error', 'verify-request', 'nothing', 'signin/nobody', ...starts]
}

function isFederated(type: string): boolean {
  return type === 'oauth' || type === 'oidc'
}

import type { Browser } from './browser.js'
import { listProviders } from './target.js'

/**
 * Lists every route that accepts a form of the site. The callback of an identity provider does not.
 */
export async function listFormRoutes(browser: Browser): Promise<readonly string[]> {
  const providers = await listProviders(browser)
  const starts = providers.map(({ id }) => `signin/${id}`)
  const ends = providers.filter(({ type }) => !isFederated(type)).map(({ id }) => `callback/${id}`)
  return ['session', 'signin', 'signout', ...starts, ...ends]
}

/** Lists every page. */
export async function listPages(browser: Browser): Promise<readonly string[]> {
  const providers = await listProviders(browser)
  const starts = providers.map(({ id }) => `signin/${id}`)
  return ['signin', 'signout', 'error', 'verify-request', 'nothing', 'signin/unknown', ...starts]
}

function isFederated(type: string): boolean {
  return type === 'oauth' || type === 'oidc'
}

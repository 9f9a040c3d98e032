import type { Browser } from './browser.js'
import { listProviders, type AttackTarget } from './target.js'

/** The pages of an app with the `Password` provider. */
const passwordPages: readonly string[] = [
  'signup',
  'forgot-password',
  'reset-password',
  'change-password',
  'verify-email',
]

/** Lists the pages about passwords that the target has. */
export function listPasswordPages({ hasPasswords }: AttackTarget): readonly string[] {
  return hasPasswords ? passwordPages : []
}

/** Lists the routes about passwords that accept a form. */
export function listPasswordRoutes({ hasPasswords }: AttackTarget): readonly string[] {
  return hasPasswords ? [...passwordPages, 'remove-password', 'change-email'] : []
}

/**
 * Lists every route that accepts a form of the site. The callback of an identity provider does not.
 */
export async function listFormRoutes(
  target: AttackTarget,
  browser: Browser,
): Promise<readonly string[]> {
  const providers = await listProviders(browser)
  const starts = providers.map(({ id }) => `signin/${id}`)
  const ends = providers.filter(({ type }) => !isFederated(type)).map(({ id }) => `callback/${id}`)
  return ['session', 'signin', 'signout', ...starts, ...ends, ...listPasswordRoutes(target)]
}

/** Lists every page. */
export async function listPages(
  target: AttackTarget,
  browser: Browser,
): Promise<readonly string[]> {
  return [...(await listCommonPages(browser)), ...listPasswordPages(target)]
}

/** Lists the pages that every app has. */
async function listCommonPages(browser: Browser): Promise<readonly string[]> {
  const providers = await listProviders(browser)
  const starts = providers.map(({ id }) => `signin/${id}`)
  return ['signin', 'signout', 'error', 'verify-request', 'nothing', 'signin/unknown', ...starts]
}

function isFederated(type: string): boolean {
  return type === 'oauth' || type === 'oidc'
}

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

/** The pages of an app with second factors. */
const factorPages: readonly string[] = ['second-factor', 'factors', 'add-factor', 'confirm']

/** Lists the pages about second factors that the target has. */
function listFactorPages({ hasSecondFactors }: AttackTarget): readonly string[] {
  return hasSecondFactors ? factorPages : []
}

/** Lists the routes about second factors that accept a form. */
function listFactorRoutes({ hasSecondFactors }: AttackTarget): readonly string[] {
  return hasSecondFactors
    ? ['second-factor', 'add-factor', 'remove-factor', 'recovery-codes', 'confirm']
    : []
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
  const more = [...listPasswordRoutes(target), ...listFactorRoutes(target)]
  return ['session', 'signin', 'signout', ...starts, ...ends, ...more]
}

/** Lists every page. */
export async function listPages(
  target: AttackTarget,
  browser: Browser,
): Promise<readonly string[]> {
  const common = await listCommonPages(browser)
  return [...common, ...listPasswordPages(target), ...listFactorPages(target)]
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

/** The routes of signed-in users and of mailed links whose forms have a password. */
export const typingRoutes: readonly string[] = [
  'reset-password',
  'change-password',
  'change-email',
  'remove-password',
  'confirm',
  'second-factor',
]

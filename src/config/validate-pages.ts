import type { TypedAuthError } from '../errors/auth-error.js'
import { InvalidBasePath, InvalidPage } from '../errors/config-errors.js'
import { parseUrl } from '../http/parse-url.js'
import type { AuthConfig } from '../model/config.js'
import type { PagesOptions } from '../model/options.js'
import type { DefaultSession } from '../model/records.js'
import { formatValue } from './format-value.js'

type AnyConfig = AuthConfig<DefaultSession>

/** Returns the base path without a trailing slash, or the default if it is not valid. */
export function toBasePath(basePath: unknown): string {
  return isBasePath(basePath) ? basePath.replace(/\/$/, '') : '/auth'
}

function isBasePath(basePath: unknown): basePath is string {
  return (
    typeof basePath === 'string' && /^(?:\/[\w~-][\w.~-]*)*\/?$/.test(basePath) && basePath !== ''
  )
}

export function* basePathMistakes(basePath: unknown): Generator<TypedAuthError> {
  if (basePath === undefined || isBasePath(basePath)) return
  yield new InvalidBasePath(
    `Expected \`basePath\` to be a path such as "/auth" or "/", got ${formatValue(basePath)}.`,
  )
}

export function* pageMistakes({ pages, basePath = '/auth' }: AnyConfig): Generator<TypedAuthError> {
  for (const [name, page] of Object.entries(pages ?? {})) {
    if (page === undefined) continue
    if (!isUsablePage(name, page, basePath)) {
      yield new InvalidPage(
        `Expected \`pages.${name}\` to be a page of your own, as a path such as "/sign-in" or an http(s) URL, got ${formatValue(page)}.`,
      )
    }
  }
}

/** Whether a value of `pages` is the URL of a page of the app. */
export function isUsablePage(name: string, page: unknown, basePath: unknown = '/auth'): boolean {
  if (typeof page !== 'string') return false
  const isPath = /^\/(?![/\\])[^\\\u0000-\u0020]*$/.test(page)
  const isUrl = /^https?:\/\//.test(page) && parseUrl(page) !== undefined
  return isPath ? !leadsTo(page, builtInPath(basePath, name)) : isUrl
}

/** The routes of the built-in pages. No built-in page welcomes a new user. */
const routes: Readonly<Record<keyof PagesOptions, string | undefined>> = {
  signIn: 'signin',
  signOut: 'signout',
  error: 'error',
  verifyRequest: 'verify-request',
  newUser: undefined,
  signUp: 'signup',
  forgotPassword: 'forgot-password',
  resetPassword: 'reset-password',
  changePassword: 'change-password',
  verifyEmail: 'verify-email',
  secondFactor: 'second-factor',
  addFactor: 'add-factor',
  factors: 'factors',
  confirm: 'confirm',
  account: 'account',
  deleteAccount: 'delete-account',
  keepAccount: 'keep-account',
}

/** Returns the path of the built-in page. A custom page there would redirect to itself. */
function builtInPath(basePath: unknown, page: string): string | undefined {
  const route = Object.hasOwn(routes, page) ? routes[page as keyof PagesOptions] : undefined
  const base = typeof basePath === 'string' ? basePath.replace(/\/$/, '') : ''
  return route && `${base}/${route}`
}

function leadsTo(page: string, path: string | undefined): boolean {
  return new URL(page, 'https://any').pathname.replace(/\/$/, '') === path
}

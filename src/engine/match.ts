import {
  isCredentials,
  isEmail,
  isOAuth,
  isWebAuthn,
  type ResolvedProvider,
} from '../config/providers.js'
import { MethodNotAllowed } from '../errors/request-errors.js'
import { routes, wellKnownChange, type Route } from './routes.js'

/** A path under the base path that looks like an auth route. */
export interface RoutePath {
  readonly action: string
  readonly providerId: string | undefined
}

/** The rows of the route table, by the first segment after the base path. */
const rowsOf: ReadonlyMap<string, readonly Route[]> = new Map(
  routes.map(({ action }) => [action, rowsWith(action)]),
)

function rowsWith(action: string): readonly Route[] {
  return routes.filter((route) => route.action === action)
}

/**
 * Finds the route that a path names, for any method. Returns undefined if the path is not an auth
 * route.
 *
 * Segments are compared without decoding, so a path with an encoded or doubled slash does not
 * match.
 */
export function parseRoutePath(pathname: string, basePath: string): RoutePath | undefined {
  if (pathname === wellKnownChange) return { action: wellKnownChange, providerId: undefined }
  if (!pathname.startsWith(`${basePath}/`)) return undefined
  const end = pathname.endsWith('/') ? pathname.length - 1 : pathname.length
  const rest = pathname.slice(basePath.length + 1, end)
  const slash = rest.indexOf('/')
  const action = slash === -1 ? rest : rest.slice(0, slash)
  const providerId = slash === -1 ? undefined : rest.slice(slash + 1)
  if (providerId === '' || providerId?.includes('/')) return undefined
  const hasProvider = providerId !== undefined
  const isKnown = rowsOf.get(action)?.some(({ provider }) => (provider !== 'none') === hasProvider)
  return isKnown ? { action, providerId } : undefined
}

/** Finds the row of the route table for a path and a method. A GET row also answers HEAD. */
export function matchRoute(
  { action }: RoutePath,
  provider: ResolvedProvider | undefined,
  method: string,
): Route {
  const rows = rowsOf.get(action) ?? []
  const listed = method === 'HEAD' ? 'GET' : method
  const found = rows.find((route) => route.method === listed && fits(route, provider))
  if (found) return found
  const others = rows.filter((route) => fits(route, provider))
  const allow = others.flatMap((route) => (route.method === 'GET' ? ['GET', 'HEAD'] : ['POST']))
  throw new MethodNotAllowed(method, allow)
}

function fits(route: Route, provider: ResolvedProvider | undefined): boolean {
  switch (route.provider) {
    case 'none':
      return provider === undefined
    case 'any':
      return provider !== undefined
    case 'credentials':
      return provider !== undefined && isCredentials(provider)
    case 'email':
      return provider !== undefined && isEmail(provider)
    case 'oauth':
      return provider !== undefined && isOAuth(provider)
    case 'oidc':
      return provider !== undefined && isOAuth(provider) && provider.type === 'oidc'
    case 'webauthn':
      return provider !== undefined && isWebAuthn(provider)
  }
}

import { toBasePath } from '../config/validate-pages.js'
import { parseUrl } from '../http/parse-url.js'
import type { AuthAction } from '../model/auth-action.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'

const actions: ReadonlySet<string> = new Set<AuthAction>([
  'providers',
  'session',
  'csrf',
  'signin',
  'signout',
  'callback',
  'verify-request',
  'error',
  'webauthn-options',
])

/** Whether a text is the first part of a route under `basePath`. */
export function isAuthAction(action: string): action is AuthAction {
  return actions.has(action)
}

/**
 * Returns the URL of a route, as `createActionURL` of `@auth/core` does. `AUTH_URL` decides the
 * origin, and its path is the base path of a config that sets none. Without `AUTH_URL` the headers
 * decide the origin, so call this only behind a server that sets `Host`.
 */
export function createActionURL<S extends DefaultSession>(
  action: AuthAction,
  protocol: string,
  headers: Headers,
  env: Readonly<Record<string, string | undefined>>,
  config: Pick<AuthConfig<S>, 'basePath'>,
): URL {
  const known = parseUrl(env['AUTH_URL'] ?? '')
  const basePath = config.basePath ?? (known?.pathname === '/' ? undefined : known?.pathname)
  const host = headers.get('x-forwarded-host') ?? headers.get('host') ?? ''
  const scheme = (headers.get('x-forwarded-proto') ?? protocol).replace(/:$/, '')
  return new URL(`${toBasePath(basePath)}/${action}`, known?.origin ?? `${scheme}://${host}`)
}

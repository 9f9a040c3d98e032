import { InvalidConfig } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { refuseConfig, resolveForSession } from './resolve.js'
import type { SessionConfig } from './resolved-config.js'

const afterRenaming = 'If you renamed a file, restart the dev server.'

/** Two instances of one app whose sessions would be mixed up. */
export interface InstanceClash<S extends DefaultSession> {
  /** What both share, and how to separate them. */
  readonly error: InvalidConfig
  /** A copy of the first config that answers every request with a configuration error. */
  readonly refused: AuthConfig<S>
}

/**
 * Compares the configs of two instances of one app. Returns undefined if their routes and sessions
 * are separate.
 *
 * If your binding allows several instances, compare each with all others on every request, because
 * a config function may choose its cookies by request. Continue with `refused` if they clash.
 */
export function findInstanceClash<S extends DefaultSession>(
  own: AuthConfig<S>,
  other: AuthConfig<DefaultSession>,
): InstanceClash<S> | undefined {
  const { config: mine } = resolveForSession(own)
  const { config: theirs } = resolveForSession(other)
  // A config that is refused for another reason has no sessions.
  const explanation = mine && theirs && explainClash(mine, theirs)
  if (explanation === undefined) return undefined
  const error = new InvalidConfig(explanation)
  return { error, refused: refuseConfig(own, error) }
}

function explainClash(mine: SessionConfig, theirs: SessionConfig): string | undefined {
  if (mine.basePath === theirs.basePath) return explainPath(mine.basePath)
  const name = sessionCookieNames(mine).find((one) => sessionCookieNames(theirs).includes(one))
  const cures = name === undefined ? undefined : curesOf(mine, theirs)
  return cures === undefined ? undefined : explainCookie(name, cures)
}

/** What separates two instances with one session cookie; undefined if something does already. */
function curesOf(mine: SessionConfig, theirs: SessionConfig): string | undefined {
  const ownCookies = '`cookies.sessionToken.name` and `cookies.csrfToken.name` of its own'
  // No secret protects a row: both may look the token up in one database.
  if (isInDatabase(mine) && isInDatabase(theirs)) return ownCookies
  const isShared = mine.jwt.secrets.some((secret) => theirs.jwt.secrets.includes(secret))
  return isShared ? `${ownCookies}, or a different \`secret\`` : undefined
}

function isInDatabase({ session }: SessionConfig): boolean {
  return session.strategy === 'database'
}

/** All names that a session is read under, on http and https. */
function sessionCookieNames(config: SessionConfig): readonly string[] {
  const { useSecureCookies } = config
  const kinds = useSecureCookies === undefined ? [true, false] : [useSecureCookies]
  return kinds.flatMap((secure) => namesOf(config, secure))
}

/** Cookies that browsers accept on https only make a config throw for http, where it has no session. */
function namesOf(config: SessionConfig, secure: boolean): readonly string[] {
  try {
    return config.cookies(secure).sessionToken.names
  } catch {
    return []
  }
}

function explainCookie(name: string | undefined, cures: string): string {
  return `Two instances of \`routeAuth$\` read the session cookie "${name}", so a visitor who signs in at one is signed in at the other. Give one of them ${cures}. ${afterRenaming}`
}

function explainPath(basePath: string): string {
  return `Two instances of \`routeAuth$\` have the \`basePath\` "${basePath || '/'}", so only one of them can answer there. Give each a \`basePath\`, \`cookies.sessionToken.name\` and \`cookies.csrfToken.name\` of its own. ${afterRenaming}`
}

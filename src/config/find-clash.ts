import { InvalidConfig } from '../errors/config-errors.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import { resolveForSession } from './resolve.js'
import type { SessionConfig } from './resolved-config.js'

const afterRenaming = 'If you renamed a file, restart the dev server.'

/**
 * Explains why two instances of one app cannot be told apart; undefined if they can.
 *
 * A config that is refused for another reason has no sessions, so it clashes with nothing.
 */
export function findClash(
  own: AuthConfig<DefaultSession>,
  other: AuthConfig<DefaultSession>,
): InvalidConfig | undefined {
  const { config: mine } = resolveForSession(own)
  const { config: theirs } = resolveForSession(other)
  if (!mine || !theirs) return undefined
  if (mine.basePath === theirs.basePath) return new InvalidConfig(explainPath(mine.basePath))
  const name = sessionCookieNames(mine).find((one) => sessionCookieNames(theirs).includes(one))
  const cures = name === undefined ? undefined : curesOf(mine, theirs)
  return cures === undefined ? undefined : new InvalidConfig(explainCookie(name, cures))
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
    const { name, formerNames } = config.cookies(secure).sessionToken
    return [name, ...formerNames]
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

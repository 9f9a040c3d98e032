import type { ResolvedConfig } from '../../config/resolved-config.js'
import { isAuthError } from '../../errors/auth-error.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { PasswordHost } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'

/** Returns what a provider that stores passwords needs of the engine. */
export function passwordHost(
  config: ResolvedConfig,
  { id: providerId }: { readonly id: string },
): PasswordHost {
  const { log, runtime } = config
  const operations = operationsOf({ config })
  return {
    parseEmail: (typed) => parseLoginEmail(config, typed),
    findUserByEmail: (email) => operations.findUserByEmail(email),
    findUserByName: (name) => operations.userNames.findOwner(providerId, name),
    findUser: (userId) => operations.findStored(userId),
    findPassword: (userId) => operations.passwords.find(userId),
    replacePassword: (password, hash) => operations.passwords.replace(password, hash),
    endSessions: async (userId) => {
      // A session that exists only in its cookie lasts until it expires.
      if (operations.canEndSessions) await operations.endSessions(userId)
    },
    keep: (name, create) => runtime.keep(name, create),
    now: () => new Date(runtime.clock()),
    random: (bytes) => runtime.random(bytes),
    runLater: (work) => {
      work().catch((error: unknown) => {
        log.error(error)
      })
    },
    warn: (code, message) => log.warn(code, message),
    warnOnce: (code, message) => log.warnOnce(code, message),
  }
}

/**
 * Returns an address as sign-up stores it, which is the form that `normalizeIdentifier` of the
 * provider for mails gives it. Undefined if it is not an address.
 */
export function parseLoginEmail(
  { mailer }: Pick<ResolvedConfig, 'mailer'>,
  typed: unknown,
): string | undefined {
  if (!mailer) return parseEmailAddress(typed)
  try {
    return mailer.normalize(typed)
  } catch (thrown) {
    if (isAuthError(thrown)) return undefined
    throw thrown
  }
}

import type { ResolvedConfig } from '../../config/resolved-config.js'
import type { Runtime } from '../../config/runtime.js'
import type { Context, SignInContext } from '../../context/context.js'
import { finishLater } from '../../context/run-later.js'
import { isAuthError } from '../../errors/auth-error.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { PasswordHost } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'

/** The request that needs a password, or only the config if a script does. */
interface PasswordCaller extends Pick<SignInContext, 'config'> {
  readonly waitUntil?: Context['waitUntil']
  readonly origin?: string
}

/** Returns what a provider that stores passwords needs of the engine. */
export function passwordHost(
  { config, waitUntil, origin }: PasswordCaller,
  { id: providerId }: { readonly id: string },
): PasswordHost {
  const { log, runtime } = config
  const operations = operationsOf({ config })
  return {
    parseEmail: (typed) => parseLoginEmail(config, typed),
    site: origin === undefined ? undefined : new URL(origin).hostname,
    findUserByEmail: (email) => operations.findUserByEmail(email),
    findUserByName: (name) => operations.userNames.findOwner(providerId, name),
    listUserNames: (userId) => operations.userNames.list(providerId, userId),
    findUser: (userId) => operations.findStored(userId),
    findPassword: (userId) => operations.passwords.find(userId),
    replacePassword: (password, hash) => operations.passwords.replace(password, hash),
    endSessions: async (userId) => {
      // A session that exists only in its cookie lasts until it expires.
      if (operations.canEndSessions) await operations.endSessions(userId)
    },
    keep: (name, create) => runtime.keep(name, create),
    now: clockOf(runtime),
    random: (bytes) => runtime.random(bytes),
    runLater: (work) => {
      finishLater(
        { waitUntil },
        work().catch((error: unknown) => log.error(error)),
      )
    },
    warn: (code, message) => log.warn(code, message),
    warnOnce: (code, message) => log.warnOnce(code, message),
  }
}

/** Made apart from the request, which would otherwise stay in memory with the queue that asks it. */
function clockOf(runtime: Runtime): () => Date {
  return () => new Date(runtime.clock())
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

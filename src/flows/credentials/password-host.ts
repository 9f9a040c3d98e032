import type { SessionConfig } from '../../config/resolved-config.js'
import type { PasswordHost } from '../../model/password.js'
import { operationsOf } from '../../store/operations.js'

/** Returns what a provider that stores passwords needs of the engine. */
export function passwordHost(config: SessionConfig): PasswordHost {
  const { log, runtime, session, store } = config
  const operations = operationsOf({ config })
  const hasRows = session.strategy === 'database' || session.revocable
  return {
    findUserByEmail: (email) => operations.findUserByEmail(email),
    findUser: (userId) => operations.findStored(userId),
    findPassword: (userId) => operations.passwords.find(userId),
    replacePassword: (password, hash) => operations.passwords.replace(password, hash),
    endSessions: async (userId) => {
      // A session that exists only in its cookie lasts until it expires.
      if (hasRows && store?.has('deleteSessionsByUserId')) await operations.endSessions(userId)
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

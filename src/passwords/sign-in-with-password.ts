import { isAuthError } from '../errors/auth-error.js'
import type { AdapterPassword, AdapterUser } from '../model/adapter.js'
import type { CheckedPassword, PasswordHost, PasswordLogin, RunHash } from '../model/password.js'
import type { Uncheckable } from './hasher.js'
import { queueOf, type PasswordTools } from './password-tools.js'
import { readLogin } from './read-login.js'
import { isKnownPassword } from './rules-of.js'
import { isHashable } from './spellings.js'

/** An id that no user has. */
const noUser = '00000000-0000-0000-0000-000000000000'

/**
 * Returns the user whose password is right, or `null`. Unknown users, users without a password and
 * wrong passwords take the same work.
 */
export async function signInWithPassword(
  tools: PasswordTools,
  host: PasswordHost,
  run: RunHash,
  credentials: Readonly<Partial<Record<string, unknown>>>,
): Promise<CheckedPassword | null> {
  const { password } = credentials
  // The same answer for everyone, before anything is known about the user.
  if (typeof password !== 'string' || !isHashable(password)) return null
  warnAboutWeakScheme(tools, host)
  const login = readLogin(tools.options, host, credentials)
  const user = login ? await find(host, login) : null
  // An unknown name takes as many queries as a known one.
  const stored = user ? await host.findPassword(user.id) : await findNothing(host)
  if (!user || !stored) {
    await run(() => tools.hasher.spendVerifyTime(password))
    return null
  }
  const checking = checkPassword(tools, host, { stored, password, run })
  const [checked] = await Promise.all([
    checking,
    spendMissingTime(tools, { stored, password, run }),
  ])
  return checked && { user, stored: checked }
}

/**
 * A weak or foreign hash takes less time than the one that is computed for an unknown user, so that
 * one is computed beside it. It takes a turn of its own, because each hash takes a thread and memory.
 */
async function spendMissingTime(
  { hasher }: PasswordTools,
  { stored, password, run }: Attempt,
): Promise<void> {
  if (hasher.isQuick(stored.hash)) await run(() => hasher.spendVerifyTime(password))
}

function find(host: PasswordHost, { kind, text }: PasswordLogin): Promise<AdapterUser | null> {
  return kind === 'email' ? host.findUserByEmail(text) : host.findUserByName(text)
}

/** A database whose ids are numbers may refuse the id. An outage is thrown, as it is for a known name. */
async function findNothing(host: PasswordHost): Promise<null> {
  try {
    await host.findPassword(noUser)
  } catch (thrown) {
    const isRefusal = isAuthError(thrown) && thrown.type === 'AdapterError' && !thrown.retryAfter
    if (!isRefusal) throw thrown
  }
  return null
}

/** Whether a password is the stored one. */
export async function verifyPassword(
  tools: PasswordTools,
  host: PasswordHost,
  run: RunHash,
  stored: AdapterPassword,
  password: string,
): Promise<boolean> {
  if (!isHashable(password)) return false
  const verdict = await run(() => tools.hasher.verify(stored.hash, password))
  if (!verdict.matches && verdict.problem) warnAboutHash(host, stored, verdict.problem)
  return verdict.matches
}

interface Attempt {
  readonly stored: AdapterPassword
  readonly password: string
  readonly run: RunHash
}

/** Returns the stored password if it is the typed one, or `null`. */
export async function checkPassword(
  tools: PasswordTools,
  host: PasswordHost,
  { stored, password, run }: Attempt,
): Promise<AdapterPassword | null> {
  if (!isHashable(password)) return null
  const verdict = await run(() => tools.hasher.verify(stored.hash, password))
  if (!verdict.matches) {
    if (verdict.problem) warnAboutHash(host, stored, verdict.problem)
    return null
  }
  if (!verdict.needsRehash) return stored
  const { spelling } = verdict
  if (!stored.mustChange) {
    const isKnown = await isKnownPassword(tools.options, host, spelling)
    if (isKnown) return refuseKnown(tools, host, { stored, password: spelling, run })
    // The old hash stays, so that the next sign-in asks again.
    if (isKnown === undefined) return stored
  }
  host.runLater(() => hashAgain(tools, host, stored, spelling))
  return stored
}

/**
 * Marks a password that must be changed before there may be a session. Another library may have
 * accepted it without a check, and a new hash does not make it a secret.
 *
 * The mark comes with the new hash, so that another sign-in cannot replace the hash without it.
 */
async function refuseKnown(
  tools: PasswordTools,
  host: PasswordHost,
  { stored, password, run }: Attempt,
): Promise<AdapterPassword> {
  const hash = await run(() => tools.hasher.hash(password))
  const marked = { ...stored, hash, mustChange: true }
  if (!(await host.replacePassword(marked, stored.hash))) await markAgain(host, marked)
  return marked
}

/** How often a write is retried while other sign-ins replace the hash of the same password. */
const mostWrites = 10

/**
 * Marks a password whose hash was replaced in the meantime, by a sign-in that the service for leaked
 * ones had answered differently. A new password has another stamp, and gets no mark.
 */
async function markAgain(host: PasswordHost, { userId, stamp }: AdapterPassword): Promise<void> {
  for (let left = mostWrites; left > 0; left -= 1) {
    const current = await host.findPassword(userId)
    if (current?.stamp !== stamp || current.mustChange) return
    if (await host.replacePassword({ ...current, mustChange: true }, current.hash)) return
  }
}

/**
 * Replaces a weak or foreign hash of the same password. It writes only if the hash is still the one
 * that was checked, so a password that was changed in the meantime stays.
 */
async function hashAgain(
  tools: PasswordTools,
  host: PasswordHost,
  stored: AdapterPassword,
  password: string,
): Promise<void> {
  const queue = queueOf(tools, host)
  // The next sign-in does it.
  if (!queue.hasRoom()) return
  const hash = await queue.enter((run) => run(() => tools.hasher.hash(password)))
  // A slow database must not keep others from signing in, so the place in the queue is free already.
  await host.replacePassword({ ...stored, hash }, stored.hash)
}

const explanations: Readonly<Record<Uncheckable, string>> = {
  malformed: 'it is damaged',
  unknown: 'no known library made it',
  'too-costly': 'it would take too much time or memory',
  unsupported: 'this platform, a missing package or a missing option does not allow it',
  'pepper-missing': 'its pepper is missing in `peppers`',
}

function warnAboutHash(host: PasswordHost, { userId }: AdapterPassword, reason: Uncheckable): void {
  host.warn(
    'password-hash-unusable',
    `The password of the user ${JSON.stringify(userId)} cannot be checked, because of its hash: ${explanations[reason]}. The user must reset the password.`,
  )
}

/** Said once, because an app should know that its platform has nothing stronger. */
export function warnAboutWeakScheme({ options, hasher }: PasswordTools, host: PasswordHost): void {
  if (options.hasher || hasher.scheme !== 'pbkdf2') return
  host.warnOnce(
    'password-scheme',
    'This platform has no scrypt, so passwords are hashed with PBKDF2. Set `hasher` to choose a scheme.',
  )
}

import { toHex } from '../crypto/digest.js'
import type { AdapterPassword } from '../model/adapter.js'
import type { PasswordHost, PasswordOptions, SetPasswordResult } from '../model/password.js'
import { isCommonPassword } from './blocklist.js'
import { isBreachedPassword, pwnedPasswordsUrl, type RangeCache } from './breached.js'
import { findProblem, mostCodePoints, type PasswordRules } from './password-rules.js'
import { queueOf, type PasswordTools } from './password-tools.js'
import { warnAboutWeakScheme } from './sign-in-with-password.js'

/** How often a write is retried while other processes change the same password. */
const mostWrites = 10

/** Sets a user's password, if the rules allow it. Sessions end if it replaces a password. */
export async function setPassword(
  tools: PasswordTools,
  host: PasswordHost,
  userId: string,
  password: string,
): Promise<SetPasswordResult> {
  const user = await host.findUser(userId)
  if (!user) return { ok: false, problem: { type: 'unknown-user' } }
  const { options } = tools
  const context = { email: user.email, name: user.name ?? '', site: options.words?.join(' ') ?? '' }
  const problem = await findProblem(password, rulesOf(options, host), context)
  if (problem) return { ok: false, problem }
  warnAboutWeakScheme(tools, host)
  const hash = await queueOf(tools, host).enter((run) => run(() => tools.hasher.hash(password)))
  const stamp = toHex(host.random(16))
  const row = { userId: user.id, hash, stamp, changedAt: host.now(), mustChange: false }
  const written = await write(host, row)
  if (written === 'replaced') await host.endSessions(user.id)
  return written === 'lost' ? { ok: false, problem: { type: 'unknown-user' } } : { ok: true }
}

/** The last of several parallel calls wins. `lost` if the user is deleted in the meantime. */
async function write(
  host: PasswordHost,
  row: AdapterPassword,
): Promise<'first' | 'replaced' | 'lost'> {
  for (let left = mostWrites; left > 0; left -= 1) {
    const current = await host.findPassword(row.userId)
    if (await host.replacePassword(row, current?.hash ?? null)) {
      return current ? 'replaced' : 'first'
    }
    if (!(await host.findUser(row.userId))) return 'lost'
  }
  throw new Error(`The password was not written within ${mostWrites} attempts.`)
}

/** The rules for new passwords, by the options of the provider. */
function rulesOf(options: PasswordOptions, host: PasswordHost): PasswordRules {
  const { minLength = 15, maxLength = mostCodePoints, blocklist = true, breached } = options
  return {
    minLength,
    maxLength,
    isCommon: blocklist ? isCommonPassword : undefined,
    isBreached: breached ? (password) => askService(password, breached, host) : undefined,
  }
}

function askService(
  password: string,
  breached: Exclude<PasswordOptions['breached'], false | undefined>,
  host: PasswordHost,
): Promise<boolean> {
  const { url = pwnedPasswordsUrl, fetch = globalThis.fetch } = breached === true ? {} : breached
  return isBreachedPassword(password, {
    url,
    fetch,
    cache: host.keep<RangeCache>(`leaked passwords ${url}`, () => new Map()),
    onFailure: (reason) =>
      host.warn(
        'breached-unavailable',
        `A new password was accepted without the check for leaked ones, because the service did not answer (${reason}).`,
      ),
  })
}

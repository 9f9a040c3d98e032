import type { AdapterPassword } from '../model/adapter.js'
import type { PasswordHost, SetPasswordOptions, SetPasswordResult } from '../model/password.js'
import type { PasswordTools } from './password-tools.js'
import { preparePassword } from './prepare-password.js'

/** How often a write is retried while other processes change the same password. */
const mostWrites = 10

/**
 * Sets a user's password, if the rules allow it. If it replaces a password, sessions end before the write,
 * so that a crash in between leaves none, and again after it, because the old password may have signed in
 * until then.
 */
export async function setPassword(
  tools: PasswordTools,
  host: PasswordHost,
  userId: string,
  password: string,
  { mustChange = false }: SetPasswordOptions,
): Promise<SetPasswordResult> {
  const user = await host.findUser(userId)
  if (!user) return { ok: false, problem: { type: 'unknown-user' } }
  const prepared = await preparePassword(tools, host, password, user)
  if (!prepared.ok) return prepared
  const row = { ...prepared.password, userId: user.id, mustChange }
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
    if (current) await host.endSessions(row.userId)
    if (await host.replacePassword(row, current?.hash ?? null)) {
      return current ? 'replaced' : 'first'
    }
    if (!(await host.findUser(row.userId))) return 'lost'
  }
  throw new Error(`The password was not written within ${mostWrites} attempts.`)
}

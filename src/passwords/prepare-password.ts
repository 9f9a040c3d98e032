import { toHex } from '../crypto/hex.js'
import type {
  PasswordContext,
  PasswordHost,
  PasswordOptions,
  PasswordOwner,
  PreparedPassword,
  RunHash,
} from '../model/password.js'
import { findProblem } from './password-rules.js'
import { rulesOf } from './rules-of.js'
import { queueOf, type PasswordTools } from './password-tools.js'
import { warnAboutWeakScheme } from './sign-in-with-password.js'

/** Checks a new password by the rules and hashes it, in a running task if there is one. Its stamp is new. */
export async function preparePassword(
  tools: PasswordTools,
  host: PasswordHost,
  password: string,
  user: PasswordOwner,
  run?: RunHash,
): Promise<PreparedPassword> {
  const { options } = tools
  const context = await contextOf(options, host, user)
  const problem = await findProblem(password, rulesOf(options, host), context)
  if (problem) return { ok: false, problem }
  warnAboutWeakScheme(tools, host)
  const hashIn = (running: RunHash): Promise<string> => running(() => tools.hasher.hash(password))
  const hash = await (run ? hashIn(run) : queueOf(tools, host).enter(hashIn))
  const stamp = toHex(host.random(16))
  return { ok: true, password: { hash, stamp, changedAt: host.now(), mustChange: false } }
}

/** Returns the words that an attacker tries first. */
async function contextOf(
  { identifier = 'email', words = [] }: PasswordOptions,
  host: PasswordHost,
  { id, email, name, userName }: PasswordOwner,
): Promise<PasswordContext> {
  const hasNames = identifier !== 'email' && id !== undefined
  const known = hasNames ? await host.listUserNames(id) : []
  return {
    email: email ?? '',
    name: name ?? '',
    userNames: userName === undefined ? known : [...known, userName],
    site: [host.site ?? '', ...words].join(' '),
  }
}

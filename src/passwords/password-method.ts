import type { PasswordMethod, PasswordOptions } from '../model/password.js'
import { findMistake } from './find-mistake.js'
import { createHasher, type Hasher } from './hasher.js'
import { mostCodePoints } from './password-rules.js'
import { queueOf, type PasswordTools } from './password-tools.js'
import { preparePassword } from './prepare-password.js'
import { defaultMinLength } from './rules-of.js'
import { setPassword } from './set-password.js'
import { readLogin } from './read-login.js'
import { checkPassword, signInWithPassword, verifyPassword } from './sign-in-with-password.js'
import { parseUserName } from './user-name.js'

/** Creates the functions of a password provider. */
export function createPasswordMethod(
  options: PasswordOptions,
  loadFlows: PasswordMethod['loadFlows'],
): PasswordMethod {
  let tools: PasswordTools | undefined
  // The config function may run at every request, and most of them concern no password.
  const open = (): PasswordTools => (tools ??= { options, hasher: hasherOf(options) })
  return {
    mistake: findMistake(options),
    identifier: options.identifier ?? 'email',
    allowsSignUp: options.signUp ?? true,
    requiresProof: options.requireVerifiedEmail ?? true,
    minLength: options.minLength ?? defaultMinLength,
    maxLength: options.maxLength ?? mostCodePoints,
    requireRoom: (host) => queueOf(open(), host).requireRoom(),
    enter: (host, task) => queueOf(open(), host).enter(task),
    signIn: (host, run, credentials) => signInWithPassword(open(), host, run, credentials),
    readLogin: (host, credentials) => readLogin(options, host, credentials),
    parseUserName,
    set: (host, userId, password, how) => setPassword(open(), host, userId, password, how),
    prepare: (host, password, user, run) => preparePassword(open(), host, password, user, run),
    check: (host, run, stored, password) => checkPassword(open(), host, { stored, password, run }),
    verify: (host, run, stored, password) => verifyPassword(open(), host, run, stored, password),
    loadFlows,
  }
}

function hasherOf({ hasher, peppers, foreignHashes }: PasswordOptions): Hasher {
  return createHasher({ hashing: hasher, peppers, foreign: foreignHashes })
}

import type { ResolvedCredentialsProvider } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import { findKnownBrowser } from '../../context/last-sign-in.js'
import { clientAttempts, sharedFactor, type LimitedAttempt } from '../../context/limits.js'
import { sha256Hex } from '../../crypto/digest.js'
import type { BodyFields } from '../../http/body.js'
import { credentialFields } from '../form-fields.js'
import { findLoginNames, foldName, mostNames, type LoginName } from './login-names.js'
import { parseLoginEmail } from './password-host.js'

/**
 * Returns the form in which a browser remembers the name that it last signed in with. It is a hash, because
 * the visitor may have typed any length, and a sign-in that waits keeps it in a cookie.
 */
export async function loginNameKey(
  provider: { readonly id: string },
  ...names: readonly string[]
): Promise<string> {
  return sha256Hex(JSON.stringify([provider.id, ...names]))
}

/** The field's name in the log is shortened, because a client may have chosen it. */
const longestField = 40

/** A password attempt, as the limits see it. */
export interface PasswordCounts {
  /**
   * One for the client, and one for every value that may name the account. If the values were joined, an
   * attacker could get a new count by changing one of them.
   */
  readonly attempts: readonly LimitedAttempt[]
  /** What was typed, in the form that `last-sign-in` uses. Undefined if no field may name a user. */
  readonly typed: string | undefined
}

/** Returns what has to be counted before a password is checked. */
export async function findPasswordCounts(
  ctx: SignInContext,
  provider: ResolvedCredentialsProvider,
  credentials: BodyFields,
): Promise<PasswordCounts> {
  const names = namesOf(ctx, provider, credentialFields(credentials))
  const isCountable = names.length > 0 && names.length <= mostNames
  const typed = isCountable ? await keyOfNames(provider, names) : undefined
  const browser = typed === undefined ? undefined : await findKnownBrowser(ctx, typed)
  if (typed !== undefined && browser !== undefined) {
    // The client last, so that a user who guesses without end uses up little of what others share.
    const ofClient = clientAttempts(ctx, { isKnown: true })
    return { attempts: [...ofKnownBrowser(typed, browser), ...ofClient], typed }
  }
  const ofNames = isCountable ? names.map((name) => ofName(provider, name)) : [ofShared(provider)]
  return { attempts: [...clientAttempts(ctx), ...ofNames], typed }
}

/**
 * Returns the form in which a browser remembers what was typed. The engine does not know which posted
 * values `authorize` reads. An attacker could sign in with an account of their own, and then use the same
 * values in another way to guess at the password of another user. So all of them count, with their places.
 */
async function keyOfNames(
  provider: ResolvedCredentialsProvider,
  names: readonly LoginName[],
): Promise<string> {
  // Only one field is read, and other flows know nothing but the name.
  if (provider.passwords) return loginNameKey(provider, ...names.map(({ text }) => text))
  return loginNameKey(provider, ...names.flatMap(({ path, text }) => [path, text]))
}

/**
 * An attacker who guesses passwords must not block a browser that has signed in with this name
 * before. Each browser has its own count, because an attacker may have signed in with the name once,
 * for example before the owner of the address proved it. All of them together have one as well,
 * because such an attacker may have used many browsers.
 */
function ofKnownBrowser(typed: string, browser: string): readonly LimitedAttempt[] {
  return [
    { name: 'identifier', subject: JSON.stringify(['known', typed, browser]) },
    {
      name: 'identifier',
      subject: JSON.stringify(['known', typed]),
      options: { factor: sharedFactor },
    },
  ]
}

/**
 * A provider that stores passwords says itself whom a text names. Every spelling of an address that
 * leads to one user has one count.
 */
function namesOf(
  { config }: SignInContext,
  { credentials: declared, passwords }: ResolvedCredentialsProvider,
  typed: BodyFields,
): readonly LoginName[] {
  const host = { parseEmail: (text: unknown) => parseLoginEmail(config, text) }
  const login = passwords?.readLogin(host, typed)
  if (login) return [{ field: login.kind, path: login.kind, text: login.text, isCertain: true }]
  return findLoginNames(declared, typed)
}

function ofName(
  provider: ResolvedCredentialsProvider,
  { field, text, isCertain }: LoginName,
): LimitedAttempt {
  // A provider that stores passwords knows the name as it is stored.
  const counted = provider.passwords ? text : foldName(text)
  if (!isCertain) return ofShared(provider, field, counted)
  return { name: 'identifier', subject: keyOf(provider, field, counted) }
}

/**
 * Returns the attempt for a value that many users may share. Without a value, it stands for every
 * attempt at the provider.
 */
function ofShared(
  provider: ResolvedCredentialsProvider,
  ...value: readonly [] | readonly [field: string, text: string]
): LimitedAttempt {
  const [field] = value
  const where =
    field === undefined
      ? 'any values'
      : `one value of the field ${JSON.stringify(field.slice(0, longestField))}`
  const warning = [
    'field-limit-reached',
    `Too many passwords were tried with ${where} at the provider "${provider.id}". Declare the fields of its form in \`credentials\`, and give the one that names the user \`autocomplete: 'username'\`.`,
  ] as const
  const subject = keyOf(provider, 'shared', ...value)
  return { name: 'identifier', subject, options: { factor: sharedFactor, warning } }
}

function keyOf({ id }: ResolvedCredentialsProvider, ...parts: readonly string[]): string {
  return JSON.stringify([id, ...parts])
}

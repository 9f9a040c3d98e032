import type { ResolvedCredentialsProvider } from '../../config/providers.js'
import type { Context, SignInContext } from '../../context/context.js'
import { findKnownBrowser } from '../../context/last-sign-in.js'
import { countAttempt } from '../../context/limits.js'
import type { BodyFields } from '../../http/body.js'
import { credentialFields } from '../form-fields.js'
import { findLoginNames, mostNames, type LoginName } from './login-names.js'
import { parseLoginEmail } from './password-host.js'

/** Returns the form in which a browser remembers the name that it last signed in with. */
export function loginNameKey(
  provider: { readonly id: string },
  ...names: readonly string[]
): string {
  return JSON.stringify([provider.id, ...names])
}

/** How many times more attempts are allowed for a value that many users may share. */
const sharedFactor = 10

/** The field's name in the log is shortened, because a client may have chosen it. */
const longestField = 40

/**
 * Counts a password attempt once for every value that may name the account. If the values were
 * joined, an attacker could get a new count by changing one of them. Returns the name in the form
 * that `last-sign-in` uses, or undefined if no field names a user.
 */
export async function countPassword(
  ctx: SignInContext,
  provider: ResolvedCredentialsProvider,
  credentials: BodyFields,
): Promise<string | undefined> {
  const names = namesOf(ctx, provider, credentialFields(credentials))
  const certain = names.filter(({ isCertain }) => isCertain)
  const said = certain.length > 0 ? certain : names
  const typed =
    said.length > 0 ? loginNameKey(provider, ...said.map(({ text }) => text)) : undefined
  const browser = typed === undefined ? undefined : await findKnownBrowser(ctx, typed)
  if (typed !== undefined && browser !== undefined) {
    await countKnownBrowser(ctx, typed, browser)
    return typed
  }
  if (names.length === 0 || names.length > mostNames) await countShared(ctx, provider)
  else for (const name of names) await countName(ctx, provider, name)
  return typed
}

/**
 * An attacker who guesses passwords must not block a browser that has signed in with this name
 * before. Each browser has its own count, because an attacker may have signed in with the name once,
 * for example before the owner of the address proved it. All of them together have one as well,
 * because such an attacker may have used many browsers.
 */
async function countKnownBrowser(ctx: Context, typed: string, browser: string): Promise<void> {
  await countAttempt(ctx, 'identifier', JSON.stringify(['known', typed, browser]))
  await countAttempt(ctx, 'identifier', JSON.stringify(['known', typed]), { factor: sharedFactor })
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
  if (login) return [{ field: login.kind, text: login.text, isCertain: true }]
  return findLoginNames(declared, typed)
}

async function countName(
  ctx: Context,
  provider: ResolvedCredentialsProvider,
  { field, text, isCertain }: LoginName,
): Promise<void> {
  if (isCertain) await countAttempt(ctx, 'identifier', keyOf(provider, field, text))
  else await countShared(ctx, provider, field, text)
}

/**
 * Counts a value that many users may share. Without a value, it counts every attempt at the
 * provider.
 */
async function countShared(
  ctx: Context,
  provider: ResolvedCredentialsProvider,
  ...value: readonly [] | readonly [field: string, text: string]
): Promise<void> {
  const [field] = value
  const where =
    field === undefined
      ? 'any values'
      : `one value of the field ${JSON.stringify(field.slice(0, longestField))}`
  await countAttempt(ctx, 'identifier', keyOf(provider, 'shared', ...value), {
    factor: sharedFactor,
    warning: [
      'field-limit-reached',
      `Too many passwords were tried with ${where} at the provider "${provider.id}". Declare the fields of its form in \`credentials\`, and give the one that names the user \`autocomplete: 'username'\`.`,
    ],
  })
}

function keyOf({ id }: ResolvedCredentialsProvider, ...parts: readonly string[]): string {
  return JSON.stringify([id, ...parts])
}

import type { RouteContext, SignInContext } from '../../context/context.js'
import { InvalidUserName } from '../../errors/password-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import { operationsOf } from '../../store/operations.js'
import { hasProvenAddress } from '../../store/proven-address.js'
import { idOf } from '../../store/user-id.js'
import type { PasswordProvider } from './password-provider.js'

/** Whether a form asks for a user name, and whether the visitor may leave it empty. */
export type NameField = 'required' | 'optional' | 'none'

/**
 * Returns whether a user who chooses a password is asked for a user name. A user who never proved
 * the address loses their name to the person who does.
 */
export async function nameFieldFor(
  ctx: SignInContext,
  { id, passwords }: PasswordProvider,
  user: AdapterUser | null,
): Promise<NameField> {
  const { identifier } = passwords
  if (identifier === 'email') return 'none'
  if ((await findName(ctx, id, user)) !== undefined) return 'none'
  return identifier === 'username' ? 'required' : 'optional'
}

/** Returns the name that a user signs in with, if addresses are not accepted. */
export async function findShownName(
  ctx: SignInContext,
  { id, passwords }: PasswordProvider,
  user: AdapterUser | null,
): Promise<string | undefined> {
  return passwords.identifier === 'username' ? findName(ctx, id, user) : undefined
}

async function findName(
  ctx: SignInContext,
  providerId: string,
  user: AdapterUser | null,
): Promise<string | undefined> {
  if (!user || !hasProvenAddress(user)) return undefined
  const [name] = await operationsOf(ctx).userNames.list(providerId, user.id)
  return name
}

/**
 * Checks the posted `username`. Throws if it is not allowed or taken. Undefined if the form does not
 * ask for one.
 *
 * A visitor who gets here has proven an address, so this does not tell everyone which names exist.
 */
export async function readNewUserName(
  ctx: RouteContext,
  provider: PasswordProvider,
  user: AdapterUser | null,
): Promise<string | undefined> {
  const field = await nameFieldFor(ctx, provider, user)
  const { username: typed = '' } = ctx.fields
  if (field === 'none' || (field === 'optional' && typed === '')) return undefined
  const name = provider.passwords.parseUserName(typed)
  if (name === undefined) throw new InvalidUserName('not-allowed')
  const owner = await operationsOf(ctx).userNames.findOwner(provider.id, name)
  if (owner && (!user || idOf(owner) !== idOf(user))) throw new InvalidUserName('taken')
  return name
}

/** Gives the user their new name. Throws if another user took it in the meantime. */
export async function claimUserName(
  ctx: SignInContext,
  { id }: PasswordProvider,
  user: AdapterUser,
  name: string | undefined,
): Promise<void> {
  if (name === undefined) return
  if (!(await operationsOf(ctx).userNames.claim(id, user.id, name))) {
    throw new InvalidUserName('taken')
  }
}

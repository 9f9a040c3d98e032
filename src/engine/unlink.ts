import { isEmail } from '../config/providers.js'
import type { ResolvedConfig } from '../config/resolved-config.js'
import type { SignInContext } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { LastSignInMethod } from '../errors/request-errors.js'
import { oneAtATime } from '../flows/one-at-a-time.js'
import { hasProvenAddress } from '../flows/proven-address.js'
import { removeAccount } from '../flows/remove-account.js'
import type { AdapterAccount, AdapterUser } from '../model/adapter.js'
import { endSessionsOfUser } from '../session/revocation-mark.js'
import type { Holder } from '../session/strategy.js'
import { idOf } from '../session/user-id.js'

type AccountKeys = Pick<AdapterAccount, 'provider' | 'providerAccountId'>

/**
 * Removes an account of a user, with its passkey if it has one, and ends the user's other sessions;
 * false when the user has no such account. The last way to sign in is not removed.
 */
export async function unlink(
  ctx: SignInContext,
  holder: Holder,
  keys: AccountKeys,
): Promise<boolean> {
  // Two at once would each take the other for the way that is left.
  return oneAtATime(`unlink:${idOf(holder.user)}`, () => unlinkInTurn(ctx, holder, keys))
}

async function unlinkInTurn(
  ctx: SignInContext,
  { user, sessionKey }: Holder,
  { provider, providerAccountId }: AccountKeys,
): Promise<boolean> {
  const store = requireStore(ctx)
  store.require('listAccountsByUserId', 'unlinkAccount', 'deleteSessionsByUserId')
  const accounts = await store.call('listAccountsByUserId', user.id)
  const isMeant = (account: AdapterAccount): boolean =>
    account.provider === provider && account.providerAccountId === providerAccountId
  const account = accounts.find(isMeant)
  if (!account) return false
  const others = accounts.filter((other) => !isMeant(other))
  if (!canStillSignIn(ctx.config, user, others)) {
    throw new LastSignInMethod('The account is the only way in which its user can sign in.')
  }
  await removeAccount(store, account)
  await endSessionsOfUser(ctx, user.id, sessionKey)
  return true
}

/** Whether a password exists is known only to the application: it does not count. */
function canStillSignIn(
  { providers }: ResolvedConfig,
  user: AdapterUser,
  others: readonly AdapterAccount[],
): boolean {
  const hasMail = hasProvenAddress(user) && [...providers.values()].some(isEmail)
  return hasMail || others.some(({ provider }) => providers.has(provider))
}

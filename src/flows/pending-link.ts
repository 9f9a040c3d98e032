import type { Context, SignInContext } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { PendingSignInLost } from '../errors/second-factor-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { operationsOf } from '../store/operations.js'
import { hasProvenAddress } from '../store/proven-address.js'
import { idOf } from '../store/user-id.js'
import { resolveAddressUser } from './email/resolve-address-user.js'
import { keepsWhatIsUnproven } from './keeps-unproven.js'
import { decideLink } from './link-account.js'
import { toLinkEvent } from './link-event.js'
import type { AccountLink, FoundChange } from './pending-change.js'
import { notifyMethodAdded } from './notify-method-added.js'
import type { ResolvedUser, VerifiedAccount } from './verified-account.js'

/**
 * Returns the link that an account would get because of its address, and to which user. Undefined if
 * a user has the account, or a signed-in user asked for it, or the address decides nothing.
 */
export async function findAccountLink(
  ctx: Context,
  { user, account, addressClaim, mayLinkByAddress, linkTo }: VerifiedAccount,
  owner: AdapterUser | null,
): Promise<FoundChange | undefined> {
  if (owner || linkTo !== undefined) return undefined
  const link = { kind: 'link', user, account, addressClaim, mayLinkByAddress } as const
  const found = await findUserToLink(ctx, link)
  return found && { user: found, change: link }
}

async function findUserToLink(ctx: Context, link: AccountLink): Promise<AdapterUser | undefined> {
  const { email } = link.user
  if (typeof email !== 'string') return undefined
  const addressOwner = await operationsOf(ctx).findUserByEmail(email)
  const people = { owner: null, linkingUser: null, addressOwner }
  const keepsUnproven = await keepsWhatIsUnproven(ctx, addressOwner)
  const decision = decideLink({ ...link, ...people, keepsUnproven })
  const isFound = decision.kind === 'link' || decision.kind === 'take-over'
  return isFound ? decision.user : undefined
}

/**
 * Links an account that waited for the second factor of the user who has its address. Everything is
 * decided again, because the address or its proof may have changed.
 */
export async function linkPendingAccount(
  ctx: SignInContext,
  link: AccountLink,
  userId: string,
): Promise<ResolvedUser> {
  const { account } = link
  const lost = new PendingSignInLost('The account or its address has another user by now.')
  const found = await findUserToLink(ctx, link)
  if (!found || idOf(found) !== userId) throw lost
  const user = hasProvenAddress(found) ? found : await proveAddressOf(ctx, found)
  // A link that another sign-in made in the meantime is not known to be of the same issuer.
  if (!(await operationsOf(ctx).linkAccount({ user, account, askedBy: undefined }))) throw lost
  await emitEvent(ctx, 'linkAccount', toLinkEvent(link, user))
  await notifyMethodAdded(ctx, user, account.provider)
  const evidence = { account, userId: user.id, isNew: true, isUnprovenSignUp: false }
  return { user, isNewUser: false, evidence }
}

/** The provider vouches for the address of a user whose second factor was just proven. */
async function proveAddressOf(ctx: SignInContext, known: AdapterUser): Promise<AdapterUser> {
  const { user } = await resolveAddressUser(ctx, known.email, known, { isUserProven: true })
  return { ...known, ...user }
}

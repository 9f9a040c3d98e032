import type { Context, SignInContext } from '../context/context.js'
import { emitEvent } from '../context/emit-event.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { CurrentUser } from '../session/strategy.js'
import { keysOf } from '../store/account-keys.js'
import { revocationMethods } from '../store/confirm-account.js'
import { operationsOf } from '../store/operations.js'
import { hasProvenAddress } from '../store/proven-address.js'
import type { Newcomer, SignUpResult } from '../store/sign-up.js'
import { resolveAddressUser } from './email/resolve-address-user.js'
import { keepsWhatIsUnproven } from './keeps-unproven.js'
import { toLinkEvent } from './link-event.js'
import { requireAddingUser } from './linking-user.js'
import { notifyMethodAdded } from './notify-method-added.js'
import type { VerifiedAccount, ResolvedUser } from './verified-account.js'
import { decideLink, type LinkDecision, type RefusalReason } from './link-account.js'

/** Finds, links or creates the user of an account. `owner` is the user who had it a moment ago. */
export async function resolveAccountUser(
  ctx: SignInContext,
  verified: VerifiedAccount,
  owner: AdapterUser | null,
): Promise<ResolvedUser> {
  if (owner) return resolve(ctx, verified, owner)
  const keys = keysOf(verified.account)
  const operations = operationsOf(ctx)
  return operations.runExclusive(`account:${JSON.stringify(keys)}`, async (hasWaited) =>
    resolve(ctx, verified, hasWaited ? await operations.findUserByAccount(keys) : null),
  )
}

async function resolve(
  ctx: SignInContext,
  verified: VerifiedAccount,
  owner: AdapterUser | null,
): Promise<ResolvedUser> {
  const { linkTo, start, addressClaim, mayLinkByAddress, user } = verified
  const linkingUser = linkTo === undefined ? null : await requireAddingUser(ctx, linkTo, start)
  const isAddressAsked = !owner && !linkingUser && typeof user.email === 'string'
  const addressOwner = isAddressAsked
    ? await operationsOf(ctx).findUserByEmail(user.email ?? '')
    : null
  const people = { owner, linkingUser: linkingUser?.user ?? null, addressOwner }
  const keepsUnproven = await keepsWhatIsUnproven(ctx, addressOwner)
  const decision = decideLink({ ...people, addressClaim, mayLinkByAddress, keepsUnproven })
  return applyDecision(ctx, verified, decision, linkingUser)
}

async function applyDecision(
  ctx: SignInContext,
  verified: VerifiedAccount,
  decision: LinkDecision,
  linkingUser: CurrentUser | null,
): Promise<ResolvedUser> {
  const operations = operationsOf(ctx)
  switch (decision.kind) {
    case 'enter':
      return enter(verified, decision.user)
    case 'link':
      return linkAndTell(ctx, verified, decision.user, linkingUser?.sessionKey)
    case 'register':
      return finishSignUp(ctx, verified, await operations.signUp(toNewcomer(ctx, verified)))
    case 'take-over':
      return takeOver(ctx, verified, decision.user)
    case 'prove-and-link': {
      const { email } = decision.user
      const rules = { keepsUnproven: true }
      const { user } = await resolveAddressUser(ctx, email, decision.user, rules)
      return linkAndTell(ctx, verified, user, undefined)
    }
    case 'refuse-account':
      throw new AccountNotLinked('The account belongs to another user.')
    case 'refuse-address': {
      // This account may have been creating the user, either in another process or before a crash.
      const newcomer = toNewcomer(ctx, verified)
      const result = await operations.resumeSignUp(newcomer, decision.user)
      const isRefused = result.kind === 'address-taken' && decision.reason !== 'linking-off'
      if (isRefused) warnNotLinked(ctx, verified, explanations[decision.reason])
      return finishSignUp(ctx, verified, result)
    }
  }
}

function enter(verified: VerifiedAccount, user: AdapterUser): ResolvedUser {
  const { account, issuer } = verified
  const evidence = { account, issuer, userId: user.id, isNew: false, isUnprovenSignUp: false }
  return { user, isNewUser: false, evidence }
}

async function link(
  ctx: SignInContext,
  verified: VerifiedAccount,
  user: AdapterUser,
  askedBy: string | undefined,
): Promise<ResolvedUser> {
  const { account, issuer } = verified
  const isNew = await operationsOf(ctx).linkAccount({ user, account, askedBy })
  const newLink = isNew ? toLinkEvent(verified, user) : undefined
  const evidence = { account, issuer, userId: user.id, isNew, isUnprovenSignUp: false }
  return { user, isNewUser: false, evidence, newLink }
}

/** Links the account to a user who keeps every other way to sign in, and notifies that user. */
async function linkAndTell(
  ctx: SignInContext,
  verified: VerifiedAccount,
  user: AdapterUser,
  askedBy: string | undefined,
): Promise<ResolvedUser> {
  const linked = await link(ctx, verified, user, askedBy)
  if (linked.evidence?.isNew) await notifyMethodAdded(ctx, user, verified.account.provider)
  return linked
}

/** Takes over a user who has an address without a proof, because the provider vouches for it. */
async function takeOver(
  ctx: SignInContext,
  verified: VerifiedAccount,
  addressOwner: AdapterUser,
): Promise<ResolvedUser> {
  const { takeOverUser } = operationsOf(ctx)
  if (!takeOverUser) {
    warnNotLinked(ctx, verified, explainMissingMethods)
    throw addressTaken()
  }
  const user = await takeOverUser({
    user: addressOwner,
    email: verified.user.email ?? '',
    emailVerified: new Date(ctx.now * 1000),
  })
  // Another person has proven the address first and must not share the user without consent.
  if (!user) return resolveAgain(ctx, verified)
  await emitEvent(ctx, 'updateUser', { user, isTakenOver: true })
  return link(ctx, verified, user, undefined)
}

/**
 * Decides again, unless the adapter contradicts itself about the proof, because that would never
 * end.
 */
async function resolveAgain(ctx: SignInContext, verified: VerifiedAccount): Promise<ResolvedUser> {
  const addressOwner = await operationsOf(ctx).findUserByEmail(verified.user.email ?? '')
  if (addressOwner && !hasProvenAddress(addressOwner)) throw addressTaken()
  return resolve(ctx, verified, null)
}

async function finishSignUp(
  ctx: Context,
  verified: VerifiedAccount,
  result: SignUpResult,
): Promise<ResolvedUser> {
  switch (result.kind) {
    case 'found':
      return enter(verified, result.user)
    case 'address-taken':
      throw addressTaken()
    case 'created': {
      const { user } = result
      const { account, addressClaim } = verified
      await emitEvent(ctx, 'createUser', { user })
      await emitEvent(ctx, 'linkAccount', toLinkEvent(verified, user))
      const isUnprovenSignUp = addressClaim !== 'verified' && typeof user.email === 'string'
      const evidence = { account, userId: user.id, isNew: true, isUnprovenSignUp }
      return { user, isNewUser: true, evidence }
    }
  }
}

function addressTaken(): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked('Another user has the address of the account.')
}

/** Only the log says this. The visitor must not learn what the database knows about the address. */
function warnNotLinked(
  { log }: Context,
  { account: { provider } }: VerifiedAccount,
  explanation: string,
): void {
  log.warn(
    'account-not-linked',
    `An account of "${provider}" was not linked to the user with the same e-mail address. ${explanation}`,
  )
}

const explanations: Readonly<Record<Exclude<RefusalReason, 'linking-off'>, string>> = {
  'provider-denies':
    'The provider answers something else than `email_verified: true`. The user must verify the address at the provider.',
  'may-not-vouch':
    'The provider says that the address is verified, but `vouchesForEmail` of the provider does not allow it to vouch, and `emailVerified` of the user is empty. Set `vouchesForEmail: true` if the provider verifies every address, or let the user prove the address, for example with a sign-in by e-mail.',
  'both-unproven':
    'The provider does not say whether the address is verified, and `emailVerified` of the user is empty. Let the user prove the address, for example with a sign-in by e-mail.',
}

const explainMissingMethods =
  "The user's address is unproven, and the adapter cannot remove the unproven accounts and sessions. Add " +
  `${revocationMethods.map((name) => `\`${name}\``).join(', ')} to it.`

function toNewcomer({ now }: Context, { user, account, addressClaim }: VerifiedAccount): Newcomer {
  return {
    user: {
      ...user,
      id: crypto.randomUUID(),
      // Some providers return no address. The tables allow that, but the type from Auth.js does
      // not.
      email: user.email as string,
      emailVerified: addressClaim === 'verified' ? new Date(now * 1000) : null,
    },
    account,
    now,
  }
}

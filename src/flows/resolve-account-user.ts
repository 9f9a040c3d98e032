import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { Holder } from '../session/strategy.js'
import { keysOf } from '../store/account-keys.js'
import { operationsOf } from '../store/operations.js'
import type { Newcomer, SignUpResult } from '../store/sign-up.js'
import { requireAsker } from './asker.js'
import type { Candidate, ResolvedUser } from './candidate.js'
import { decideLink, type LinkDecision } from './link-account.js'

/** Finds, links or creates the user of an account. `owner` is the user who had it a moment ago. */
export async function resolveAccountUser(
  ctx: Context,
  candidate: Candidate,
  owner: AdapterUser | null,
): Promise<ResolvedUser> {
  if (owner) return resolve(ctx, candidate, owner)
  const keys = keysOf(candidate.account)
  const operations = operationsOf(ctx)
  return operations.oneAtATime(`account:${JSON.stringify(keys)}`, async (hasWaited) =>
    resolve(ctx, candidate, hasWaited ? await operations.findUserByAccount(keys) : null),
  )
}

async function resolve(
  ctx: Context,
  candidate: Candidate,
  owner: AdapterUser | null,
): Promise<ResolvedUser> {
  const { linkTo, start, isAddressProven, mayLinkByAddress, user } = candidate
  const asker = linkTo === undefined ? null : await requireAsker(ctx, linkTo, start)
  const isAddressAsked = !owner && !asker && typeof user.email === 'string'
  const addressOwner = isAddressAsked
    ? await operationsOf(ctx).findUserByEmail(user.email ?? '')
    : null
  const facts = { owner, asker: asker?.user ?? null, addressOwner }
  const decision = decideLink({ ...facts, isAddressProven, mayLinkByAddress })
  return carryOut(ctx, candidate, decision, asker)
}

async function carryOut(
  ctx: Context,
  candidate: Candidate,
  decision: LinkDecision,
  asker: Holder | null,
): Promise<ResolvedUser> {
  const operations = operationsOf(ctx)
  switch (decision.kind) {
    case 'enter':
      return enter(candidate, decision.user)
    case 'link':
      return link(ctx, candidate, decision.user, asker?.sessionKey)
    case 'register':
      return finishSignUp(ctx, candidate, await operations.signUp(describe(ctx, candidate)))
    case 'take-over':
      return takeOver(ctx, candidate, decision.user)
    case 'refuse-account':
      throw new AccountNotLinked('The account belongs to another user.')
    case 'refuse-address': {
      // The user may be one whom this very account was creating: in another process, or before a crash.
      const newcomer = describe(ctx, candidate)
      return finishSignUp(ctx, candidate, await operations.resumeSignUp(newcomer, decision.user))
    }
  }
}

function enter(candidate: Candidate, user: AdapterUser): ResolvedUser {
  const { account } = candidate
  const evidence = { account, userId: user.id, isNew: false, isUnprovenSignUp: false }
  return { user, isNewUser: false, evidence }
}

async function link(
  ctx: Context,
  candidate: Candidate,
  user: AdapterUser,
  askedBy: string | undefined,
): Promise<ResolvedUser> {
  const { account } = candidate
  const isNew = await operationsOf(ctx).linkAccount({ user, account, askedBy })
  if (isNew) await tellLinked(ctx, candidate, user)
  const evidence = { account, userId: user.id, isNew, isUnprovenSignUp: false }
  return { user, isNewUser: false, evidence }
}

/** The provider vouches for an address that a user has without a proof. */
async function takeOver(
  ctx: Context,
  candidate: Candidate,
  addressOwner: AdapterUser,
): Promise<ResolvedUser> {
  const { takeOverUser } = operationsOf(ctx)
  if (!takeOverUser) throw addressTaken()
  const user = await takeOverUser({
    user: addressOwner,
    email: candidate.user.email ?? '',
    emailVerified: new Date(ctx.now * 1000),
  })
  // Someone else has proven the address first, and is not to share the user unasked.
  if (!user) return resolve(ctx, candidate, null)
  await tell(ctx, 'updateUser', { user })
  return link(ctx, candidate, user, undefined)
}

async function finishSignUp(
  ctx: Context,
  candidate: Candidate,
  result: SignUpResult,
): Promise<ResolvedUser> {
  switch (result.kind) {
    case 'found':
      return enter(candidate, result.user)
    case 'address-taken':
      throw addressTaken()
    case 'created': {
      const { user } = result
      const { account, isAddressProven } = candidate
      await tell(ctx, 'createUser', { user })
      await tellLinked(ctx, candidate, user)
      const isUnprovenSignUp = !isAddressProven && typeof user.email === 'string'
      const evidence = { account, userId: user.id, isNew: true, isUnprovenSignUp }
      return { user, isNewUser: true, evidence }
    }
  }
}

function addressTaken(): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked('Another user has the address of the account.')
}

async function tellLinked(
  ctx: Context,
  { account, user: profile }: Candidate,
  user: AdapterUser,
): Promise<void> {
  const linked = { ...account, userId: user.id }
  await tell(ctx, 'linkAccount', { account: linked, user, profile })
}

function describe({ now }: Context, { user, account, isAddressProven }: Candidate): Newcomer {
  return {
    user: {
      ...user,
      id: crypto.randomUUID(),
      // Some services give no address; the tables allow that, the type of Auth.js does not.
      email: user.email as string,
      emailVerified: isAddressProven ? new Date(now * 1000) : null,
    },
    account,
    now,
  }
}

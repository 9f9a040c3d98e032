import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import type { Holder } from '../session/strategy.js'
import { keysOf } from '../store/account-keys.js'
import { revocationMethods } from '../store/confirm-account.js'
import { operationsOf } from '../store/operations.js'
import type { Newcomer, SignUpResult } from '../store/sign-up.js'
import { requireAsker } from './asker.js'
import type { Candidate, ResolvedUser } from './candidate.js'
import { decideLink, type LinkDecision, type RefusalReason } from './link-account.js'

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
  const { linkTo, start, addressClaim, mayLinkByAddress, user } = candidate
  const asker = linkTo === undefined ? null : await requireAsker(ctx, linkTo, start)
  const isAddressAsked = !owner && !asker && typeof user.email === 'string'
  const addressOwner = isAddressAsked
    ? await operationsOf(ctx).findUserByEmail(user.email ?? '')
    : null
  const facts = { owner, asker: asker?.user ?? null, addressOwner }
  const decision = decideLink({ ...facts, addressClaim, mayLinkByAddress })
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
      const result = await operations.resumeSignUp(newcomer, decision.user)
      const isRefused = result.kind === 'address-taken' && decision.reason !== 'linking-off'
      if (isRefused) warnNotLinked(ctx, candidate, explanations[decision.reason])
      return finishSignUp(ctx, candidate, result)
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
  if (!takeOverUser) {
    warnNotLinked(ctx, candidate, explainMissingMethods)
    throw addressTaken()
  }
  const user = await takeOverUser({
    user: addressOwner,
    email: candidate.user.email ?? '',
    emailVerified: new Date(ctx.now * 1000),
  })
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
      const { account, addressClaim } = candidate
      await tell(ctx, 'createUser', { user })
      await tellLinked(ctx, candidate, user)
      const isUnprovenSignUp = addressClaim !== 'verified' && typeof user.email === 'string'
      const evidence = { account, userId: user.id, isNew: true, isUnprovenSignUp }
      return { user, isNewUser: true, evidence }
    }
  }
}

function addressTaken(): OAuthAccountNotLinked {
  return new OAuthAccountNotLinked('Another user has the address of the account.')
}

/** The visitor is told nothing of this: it would say what the database knows of the address. */
function warnNotLinked(
  { log }: Context,
  { account: { provider } }: Candidate,
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
  'both-unproven':
    'The provider does not say whether the address is verified, and `emailVerified` of the user is empty. Let the user prove the address, for example with a sign-in by e-mail.',
}

const explainMissingMethods =
  "The user's address is unproven, and the adapter cannot remove the unproven accounts and sessions. Add " +
  `${revocationMethods.map((name) => `\`${name}\``).join(', ')} to it.`

async function tellLinked(
  ctx: Context,
  { account, user: profile }: Candidate,
  user: AdapterUser,
): Promise<void> {
  const linked = { ...account, userId: user.id }
  await tell(ctx, 'linkAccount', { account: linked, user, profile })
}

function describe({ now }: Context, { user, account, addressClaim }: Candidate): Newcomer {
  return {
    user: {
      ...user,
      id: crypto.randomUUID(),
      // Some services give no address; the tables allow that, the type of Auth.js does not.
      email: user.email as string,
      emailVerified: addressClaim === 'verified' ? new Date(now * 1000) : null,
    },
    account,
    now,
  }
}

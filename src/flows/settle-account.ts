import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { AccountNotLinked, OAuthAccountNotLinked } from '../errors/request-errors.js'
import type { AdapterUser } from '../model/adapter.js'
import { idOf } from '../session/user-id.js'
import { requireAsker } from './asker.js'
import { keysOf, type Candidate, type Settled } from './candidate.js'
import { decideLink, isSameUser, type LinkDecision } from './link-account.js'
import { oneAtATime } from './one-at-a-time.js'
import { findUnfinished, forgetUnfinished, isUnderWay, signUp, waitForOwner } from './sign-up.js'

/** Finds, links or creates the user of an account, and keeps what the provider gave. */
export async function settleAccount(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  owner: AdapterUser | null,
): Promise<Settled> {
  if (owner) return settle(ctx, store, candidate, owner)
  // First sign-ins of one account come one after the other: the next finds what the first has done.
  return oneAtATime(`settle:${JSON.stringify(keysOf(candidate))}`, async () =>
    settle(ctx, store, candidate, await store.call('getUserByAccount', keysOf(candidate))),
  )
}

async function settle(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  owner: AdapterUser | null,
): Promise<Settled> {
  const { linkTo, isAddressProven, mayLinkByAddress, user } = candidate
  const asker = linkTo === undefined ? null : await requireAsker(ctx, linkTo)
  const mustAsk = !owner && !asker && typeof user.email === 'string'
  const namesake = mustAsk ? await store.call('getUserByEmail', user.email ?? '') : null
  const facts = { owner, asker, namesake, isAddressProven, mayLinkByAddress }
  return carryOut(ctx, store, candidate, decideLink(facts), namesake)
}

async function carryOut(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  decision: LinkDecision,
  namesake: AdapterUser | null,
): Promise<Settled> {
  switch (decision.kind) {
    case 'enter':
      // Auth.js adapters cannot do this: with them the first tokens stay.
      if (store.has('updateAccount')) await store.call('updateAccount', candidate.account)
      return { user: decision.user, isNewUser: false }
    case 'link':
      await link(ctx, store, candidate, decision.user)
      return { user: decision.user, isNewUser: false }
    case 'register':
      return signUp(ctx, store, candidate)
    case 'refuse':
      if (decision.because === 'account-taken') {
        throw new AccountNotLinked('The account belongs to another user.')
      }
      return enterLateOrRefuse(ctx, store, candidate, namesake)
  }
}

/** The address is taken, perhaps by this very person: in another process, or in one that died. */
async function enterLateOrRefuse(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  namesake: AdapterUser | null,
): Promise<Settled> {
  const isUnfinished = namesake && (await findUnfinished(ctx, store, candidate, namesake))
  // Whoever began it may be alive, and about to finish.
  const isNear = isUnfinished || (await isUnderWay(ctx, store, candidate))
  const owner = isNear
    ? await waitForOwner(store, candidate)
    : await store.call('getUserByAccount', keysOf(candidate))
  if (owner) {
    if (isUnfinished) await forgetUnfinished(ctx, store, candidate, idOf(namesake))
    return { user: owner, isNewUser: false }
  }
  if (!isUnfinished) {
    throw new OAuthAccountNotLinked('Another user has the address of the account.')
  }
  await tell(ctx, 'createUser', { user: namesake })
  await link(ctx, store, candidate, namesake)
  await forgetUnfinished(ctx, store, candidate, idOf(namesake))
  return { user: namesake, isNewUser: true }
}

async function link(
  ctx: Context,
  store: Store,
  candidate: Candidate,
  user: AdapterUser,
): Promise<void> {
  const linked = { ...candidate.account, userId: user.id }
  try {
    await store.call('linkAccount', linked)
  } catch (thrown) {
    // Asked for twice at the same time, it is done all the same.
    const owner = await store.call('getUserByAccount', keysOf(candidate))
    if (!owner) throw thrown
    if (!isSameUser(owner, user)) throw new AccountNotLinked('Another user was faster to link it.')
    return
  }
  await tell(ctx, 'linkAccount', { account: linked, user, profile: candidate.user })
}

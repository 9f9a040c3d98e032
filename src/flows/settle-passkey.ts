import type { Store } from '../config/store.js'
import type { Context } from '../context/context.js'
import { tell } from '../context/events.js'
import { AccountNotLinked } from '../errors/request-errors.js'
import { WebAuthnVerificationError } from '../errors/webauthn-errors.js'
import type { AdapterAccount, AdapterAuthenticator, AdapterUser } from '../model/adapter.js'
import type { User } from '../model/records.js'
import { requireAsker } from './asker.js'
import type { Settled } from './candidate.js'
import { decideLink } from './link-account.js'
import { oneAtATime } from './one-at-a-time.js'

/** A credential that has just been made, and for whom. */
export interface NewPasskey {
  /** Who signs up with it. Nobody has proven to own the address. */
  readonly user: Partial<User>
  readonly account: Pick<AdapterAccount, 'type' | 'provider' | 'providerAccountId'>
  readonly authenticator: Omit<AdapterAuthenticator, 'userId'>
  /** Id of the user who, signed in, asked for it. */
  readonly linkTo: string | undefined
}

/** Gives a new passkey to whoever is signed in, or to a user who is created with it. */
export async function settlePasskey(
  ctx: Context,
  store: Store,
  passkey: NewPasskey,
): Promise<Settled> {
  const { linkTo, user, account } = passkey
  const asker = linkTo === undefined ? null : await requireAsker(ctx, linkTo)
  return oneAtATime(`passkey-of:${user.email ?? account.providerAccountId}`, async () => {
    await refuseKnown(store, passkey)
    const namesake = asker ? null : await findNamesake(store, passkey)
    const facts = { owner: null, asker, namesake, isAddressProven: false, mayLinkByAddress: false }
    const decision = decideLink(facts)
    if (decision.kind === 'refuse') throw addressTaken()
    return create(ctx, store, passkey, asker)
  })
}

/** Section 7.1, step 27: an id that anybody has is not given to anyone else. */
async function refuseKnown(store: Store, { account, authenticator }: NewPasskey): Promise<void> {
  const { provider, providerAccountId } = account
  const known =
    (await store.call('getAuthenticator', authenticator.credentialID)) ??
    (await store.call('getUserByAccount', { provider, providerAccountId }))
  if (known) throw new WebAuthnVerificationError('Somebody has registered the credential before.')
}

async function findNamesake(store: Store, { user }: NewPasskey): Promise<AdapterUser | null> {
  return typeof user.email === 'string' ? store.call('getUserByEmail', user.email) : null
}

async function create(
  ctx: Context,
  store: Store,
  passkey: NewPasskey,
  asker: AdapterUser | null,
): Promise<Settled> {
  const undos: Undo[] = []
  const done = (undo: Undo): unknown => undos.unshift(undo)
  const hasTransactions = store.has('transaction')
  let owner: AdapterUser
  try {
    owner = hasTransactions
      ? await store.transaction((inside) => createInTurn(inside, passkey, asker, done))
      : await createInTurn(store, passkey, asker, done)
  } catch (thrown) {
    if (!hasTransactions) await undoAll(ctx, undos)
    // Two people signed up with one address, in two processes. A user of ours is no rival.
    const isRefused = !asker && undos.length === 0
    if (isRefused && (await findNamesake(store, passkey))) throw addressTaken(thrown)
    throw thrown
  }
  if (!asker) await tell(ctx, 'createUser', { user: owner })
  const account = { ...passkey.account, userId: owner.id }
  await tell(ctx, 'linkAccount', { account, user: owner, profile: owner })
  return { user: owner, isNewUser: !asker }
}

/** The last write makes the passkey work; `done` hears how to undo each that came before. */
async function createInTurn(
  store: Store,
  { user, account, authenticator }: NewPasskey,
  asker: AdapterUser | null,
  done: (undo: Undo) => unknown,
): Promise<AdapterUser> {
  const owner = asker ?? (await store.call('createUser', newUser(user)))
  if (!asker) done(async () => store.has('deleteUser') && store.call('deleteUser', owner.id))
  await store.call('linkAccount', { ...account, userId: owner.id })
  const { provider, providerAccountId } = account
  done(
    async () =>
      store.has('unlinkAccount') && store.call('unlinkAccount', { provider, providerAccountId }),
  )
  await store.call('createAuthenticator', { ...authenticator, userId: owner.id })
  return owner
}

type Undo = () => Promise<unknown>

/** Without transactions: what was written before a failure is taken back. */
async function undoAll(ctx: Context, undos: readonly Undo[]): Promise<void> {
  for (const undo of undos) {
    await undo().catch((error: unknown) => {
      ctx.log.error(error)
    })
  }
}

function newUser(user: Partial<User>): AdapterUser {
  return {
    ...user,
    id: crypto.randomUUID(),
    // Who signs up without an address has none; the tables allow that, the type of Auth.js does not.
    email: user.email as string,
    emailVerified: null,
  }
}

function addressTaken(cause?: unknown): AccountNotLinked {
  return new AccountNotLinked('Another user has the address.', { cause })
}

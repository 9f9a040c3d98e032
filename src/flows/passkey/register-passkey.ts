import type { Context, SignInContext } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import { AccountNotLinked } from '../../errors/request-errors.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { User } from '../../model/records.js'
import type { NewPasskey, PasskeyOwner } from '../../store/create-passkey.js'
import { operationsOf } from '../../store/operations.js'
import type { SignInStart } from '../../store/sessions.js'
import { countChange } from '../count-change.js'
import { requireAddingUser } from '../linking-user.js'
import { findPasswordProvider } from '../password/password-provider.js'
import { loadSecondFactorFlows } from '../second-factor/load-flows.js'
import { notifyMethodAdded } from '../notify-method-added.js'
import type { ResolvedUser } from '../verified-account.js'

/** A passkey that was just created, and the user it is for. */
export interface PasskeyRegistration extends Omit<NewPasskey, 'owner'> {
  /** The user who signs up with it. The address is not proven. */
  readonly user: Partial<User>
  /** Id of the signed-in user who requested it. */
  readonly linkTo: string | undefined
  readonly start: SignInStart
}

/** Gives a new passkey to the user who requested it, or to a user who is created with it. */
export async function registerPasskey(
  ctx: SignInContext,
  { user: described, linkTo, start, ...passkey }: PasskeyRegistration,
): Promise<ResolvedUser> {
  const { account } = passkey
  const operations = operationsOf(ctx)
  const turn = `passkey-of:${described.email ?? account.providerAccountId}`
  return operations.runExclusive(turn, async () => {
    const owner = await chooseOwner(ctx, described, linkTo, start)
    if (owner.kind === 'linking-user') await countChange(ctx, 'new passkey', owner.user)
    const user = await operations.createPasskey({ ...passkey, owner })
    const isNewUser = owner.kind === 'new'
    if (isNewUser) await emitEvent(ctx, 'createUser', { user })
    const newLink = { account: { ...account, userId: user.id }, user, profile: user }
    if (!isNewUser) await notifyPasskeyAdded(ctx, user, account.provider)
    const isUnprovenSignUp = isNewUser && typeof user.email === 'string'
    const evidence = { account, userId: user.id, isNew: true, isUnprovenSignUp }
    return { user, isNewUser, evidence, newLink }
  })
}

/**
 * Tells the owner before the session is issued, because that can still be refused. The mail about
 * second factors says that the passkey will be asked for. An app without passwords has no other one.
 */
async function notifyPasskeyAdded(
  ctx: SignInContext,
  user: AdapterUser,
  providerId: string,
): Promise<void> {
  const { secondFactor } = ctx.config
  const isFactor = secondFactor?.types.has('passkey') || !findPasswordProvider(ctx.config)
  if (!secondFactor || !isFactor) {
    // A passkey opens the account alone, so its owner is notified at the only known address.
    return notifyMethodAdded(ctx, user, providerId, { includesUnproven: true })
  }
  const flows = await loadSecondFactorFlows(secondFactor)
  flows.notifyPasskeyAdded(ctx, user)
}

/**
 * Runs inside the lock, because the requesting session may have ended while this request waited.
 */
async function chooseOwner(
  ctx: Context,
  described: Partial<User>,
  linkTo: string | undefined,
  start: SignInStart,
): Promise<PasskeyOwner> {
  if (linkTo !== undefined) {
    const { user, sessionKey } = await requireAddingUser(ctx, linkTo, start)
    return { kind: 'linking-user', user, askedBy: sessionKey }
  }
  const { email } = described
  const isTaken = typeof email === 'string' && (await operationsOf(ctx).findUserByEmail(email))
  if (isTaken) throw new AccountNotLinked('Another user has the address.')
  return { kind: 'new', user: newUser(described) }
}

function newUser(described: Partial<User>): AdapterUser {
  return {
    ...described,
    id: crypto.randomUUID(),
    // A user may sign up without an address. The tables allow that, but the type from Auth.js does
    // not.
    email: described.email as string,
    emailVerified: null,
  }
}

import type { Context } from '../../context/context.js'
import { emitEvent } from '../../context/emit-event.js'
import type { AdapterUser } from '../../model/adapter.js'
import type { Account, User } from '../../model/records.js'
import { operationsOf } from '../../store/operations.js'
import { idOf } from '../../store/user-id.js'

/** The user of a test. A config with an adapter stores it. */
export interface TestUser extends User {
  /** When the user proved the e-mail address. */
  readonly emailVerified?: Date | null | undefined
  /** Any other column of your table of users. */
  readonly [column: string]: unknown
}

/** A stored user, and whether this call created it. */
export interface StoredUser {
  readonly user: User
  readonly isNewUser: boolean
}

/** Finds the user by id or e-mail address and applies the given fields, or creates the user. */
export async function storeUser(
  ctx: Context,
  given: TestUser,
  account: Account,
): Promise<StoredUser> {
  const { store } = ctx.config
  if (!store?.has('createUser')) return { user: given, isNewUser: false }
  const known = await findUser(ctx, given)
  const row = known
    ? await updateUser(ctx, known, given)
    : await store.call('createUser', newRow(ctx, given, account))
  if (!known) await emitEvent(ctx, 'createUser', { user: row })
  await storeAccount(ctx, row, account)
  // `authorize` returns its own object, so its callbacks see fields that the table does not have.
  const user = account.type === 'credentials' ? { ...given, id: idOf(row) } : row
  return { user, isNewUser: !known }
}

async function findUser(ctx: Context, { id, email }: TestUser): Promise<AdapterUser | null> {
  const operations = operationsOf(ctx)
  const known = id === undefined ? null : await operations.findStored(id)
  return known ?? (email ? operations.findUserByEmail(email) : null)
}

/** Writes the fields that differ, so that a test gets the user that it names. */
async function updateUser(ctx: Context, row: AdapterUser, given: TestUser): Promise<AdapterUser> {
  const { id: _id, ...fields } = given
  const stored: Readonly<Record<string, unknown>> = { ...row }
  const differing = Object.entries(fields).filter(
    ([name, value]) => value !== undefined && !isSame(stored[name], value),
  )
  const { store } = ctx.config
  if (differing.length === 0 || !store) return row
  return store.call('updateUser', { ...Object.fromEntries(differing), id: row.id })
}

function isSame(a: unknown, b: unknown): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function newRow({ now }: Context, given: TestUser, { type }: Account): AdapterUser {
  const emailVerified = type === 'email' ? new Date(now * 1000) : null
  return {
    ...given,
    id: given.id ?? crypto.randomUUID(),
    // Tables allow a user without an address, but the type from Auth.js does not.
    email: given.email as string,
    emailVerified: given.emailVerified ?? emailVerified,
  }
}

/** Only oauth and oidc providers have account rows. */
async function storeAccount(ctx: Context, user: AdapterUser, account: Account): Promise<void> {
  const { store } = ctx.config
  const { type } = account
  if (type !== 'oauth' && type !== 'oidc') return
  if (!store?.has('linkAccount', 'getUserByAccount')) return
  const operations = operationsOf(ctx)
  const owner = await operations.findUserByAccount(account)
  if (owner && idOf(owner) === idOf(user)) return
  const link = { user, account: { ...account, type }, askedBy: undefined }
  const isNew = await operations.linkAccount(link)
  if (isNew) await emitEvent(ctx, 'linkAccount', { account, user, profile: user })
}

import type { Context, SignInContext } from '../../context/context.js'
import { requireStore } from '../../context/require-store.js'
import { toBase64url } from '../../crypto/base64.js'
import { InvalidRequestBody } from '../../errors/request-errors.js'
import type { Passkey } from '../../model/account-description.js'
import type { AdapterAuthenticator } from '../../model/adapter.js'
import type { CurrentUser } from '../../session/strategy.js'
import { requireConfirmed } from '../confirm/require-confirmed.js'
import { completePasskeyRemoval, unlink } from './unlink.js'

/** The most characters that the name of a passkey may have. */
export const longestPasskeyName = 64

/** Returns the user's passkeys, newest first. */
export async function listOwnPasskeys(
  ctx: Context,
  current: CurrentUser,
): Promise<readonly Passkey[]> {
  const rows = await listRows(ctx, current)
  // If two were created within one second, the later row is the newer one.
  const passkeys = rows.map(toPasskey).reverse()
  return passkeys.sort((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))
}

/** Renames one of the user's passkeys. Returns false if the passkey does not belong to the user. */
export async function renameOwnPasskey(
  ctx: Context,
  current: CurrentUser,
  id: unknown,
  name: unknown,
): Promise<boolean> {
  const wanted = typeof name === 'string' ? name.trim() : ''
  // Control characters can hide what follows, in a log or a terminal.
  if (wanted === '' || wanted.length > longestPasskeyName || /\p{Cc}/u.test(wanted)) {
    throw new InvalidRequestBody(
      `Expected a name of 1 to ${longestPasskeyName} characters, without control characters.`,
    )
  }
  await requireConfirmed(ctx, current)
  const row = await findRow(ctx, current, id)
  if (!row) return false
  const { credentialID } = row
  await requireStore(ctx).call('updateAuthenticator', { credentialID, name: wanted })
  return true
}

/**
 * Removes one of the user's passkeys and ends the user's other sessions. Returns false if the passkey
 * does not belong to the user. Throws if it is the user's last way to sign in.
 */
export async function removeOwnPasskey(
  ctx: SignInContext,
  current: CurrentUser,
  id: unknown,
): Promise<boolean> {
  const row = await findRow(ctx, current, id)
  if (!row) {
    await completePasskeyRemoval(ctx, current)
    return false
  }
  const store = requireStore(ctx)
  store.require('deleteAuthenticator', 'listAccountsByUserId')
  const accounts = await store.call('listAccountsByUserId', current.user.id)
  const account = accounts.find(
    ({ type, providerAccountId }) =>
      type === 'webauthn' && providerAccountId === row.providerAccountId,
  )
  return account !== undefined && unlink(ctx, current, account)
}

async function findRow(
  ctx: Context,
  current: CurrentUser,
  id: unknown,
): Promise<AdapterAuthenticator | undefined> {
  const rows = await listRows(ctx, current)
  return rows.find(({ credentialID }) => toBase64url(credentialID) === id)
}

async function listRows(
  ctx: Context,
  { user }: CurrentUser,
): Promise<readonly AdapterAuthenticator[]> {
  return requireStore(ctx).call('listAuthenticatorsByUserId', user.id)
}

function toPasskey(row: AdapterAuthenticator): Passkey {
  return {
    id: toBase64url(row.credentialID),
    name: row.name ?? undefined,
    createdAt: row.createdAt ? new Date(row.createdAt) : undefined,
    lastUsedAt: row.lastUsedAt ? new Date(row.lastUsedAt) : undefined,
    isSyncable: row.credentialDeviceType === 'multiDevice',
    isSynced: row.credentialBackedUp,
    transports: row.transports?.split(',') ?? [],
  }
}

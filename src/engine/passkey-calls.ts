import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { toBase64url } from '../crypto/base64.js'
import { InvalidRequestBody } from '../errors/request-errors.js'
import { requireConfirmed } from '../flows/confirm/require-confirmed.js'
import type { AdapterAuthenticator } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import type { CurrentUser } from '../session/strategy.js'
import { requireOwnOrigin } from './guard.js'
import { openCall, requireCurrentUser } from './open-call.js'
import { unlink } from './unlink.js'

/** One of the user's passkeys, for a list of passkeys. */
export interface Passkey {
  /** The credential id. It cannot be used to sign in. */
  readonly id: string
  /** The name that the user gave it. */
  readonly name: string | undefined
  readonly createdAt: Date | undefined
  readonly lastUsedAt: Date | undefined
  /**
   * Whether the passkey can be synced to other devices, and whether it was synced at its last use.
   */
  readonly isSyncable: boolean
  readonly isSynced: boolean
  /** How the browser reaches the authenticator, such as `internal` or `usb`. */
  readonly transports: readonly string[]
}

const longestName = 64

/** Returns the signed-in user's passkeys, newest first. Rejects if the visitor is not signed in. */
export async function listPasskeys<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<readonly Passkey[]> {
  const ctx = openCall(request, given)
  const rows = await listRows(ctx, await requireCurrentUser(ctx))
  // If two were created within one second, the later row is the newer one.
  const passkeys = rows.map(toPasskey).reverse()
  return passkeys.sort((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))
}

/**
 * Renames one of the signed-in user's passkeys. Returns false if the passkey does not belong to the
 * user. The adapter must have `updateAuthenticator`.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function renamePasskey<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  id: string,
  name: string,
): Promise<boolean> {
  const ctx = openCall(request, given)
  requireOwnOrigin(ctx)
  const wanted = name.trim()
  if (wanted === '' || wanted.length > longestName) {
    throw new InvalidRequestBody(`Expected a name of 1 to ${longestName} characters.`)
  }
  const current = await requireCurrentUser(ctx)
  await requireConfirmed(ctx, current)
  const row = await findRow(ctx, current, id)
  if (!row) return false
  const { credentialID } = row
  await requireStore(ctx).call('updateAuthenticator', { credentialID, name: wanted })
  return true
}

/**
 * Removes one of the signed-in user's passkeys and ends the user's other sessions. Returns false if
 * the passkey does not belong to the user. Rejects if the passkey is the user's last way to sign
 * in.
 *
 * Rejects unless the browser confirms, by `Sec-Fetch-Site` or `Origin`, that your site sent the request.
 */
export async function removePasskey<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
  id: string,
): Promise<boolean> {
  const ctx = openCall(request, given)
  requireOwnOrigin(ctx)
  const currentUser = await requireCurrentUser(ctx)
  const row = await findRow(ctx, currentUser, id)
  if (!row) return false
  const store = requireStore(ctx)
  store.require('deleteAuthenticator', 'listAccountsByUserId')
  const accounts = await store.call('listAccountsByUserId', currentUser.user.id)
  const account = accounts.find(
    ({ type, providerAccountId }) =>
      type === 'webauthn' && providerAccountId === row.providerAccountId,
  )
  return account !== undefined && unlink(ctx, currentUser, account)
}

async function findRow(
  ctx: Context,
  currentUser: CurrentUser,
  id: string,
): Promise<AdapterAuthenticator | undefined> {
  const rows = await listRows(ctx, currentUser)
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

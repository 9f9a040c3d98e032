import type { Context } from '../context/context.js'
import { requireStore } from '../context/require-store.js'
import { toBase64url } from '../crypto/base64.js'
import { InvalidRequestBody } from '../errors/request-errors.js'
import type { AdapterAuthenticator } from '../model/adapter.js'
import type { AuthConfig } from '../model/config.js'
import type { DefaultSession } from '../model/records.js'
import type { CurrentUser } from '../session/strategy.js'
import { requireOwnOrigin } from './guard.js'
import { openCall, requireCurrentUser } from './open-call.js'
import { unlink } from './unlink.js'

/** A passkey in the list of one's own. */
export interface Passkey {
  /** Its credential id; nothing that signs anybody in. */
  readonly id: string
  /** What its owner calls it. */
  readonly name: string | undefined
  readonly createdAt: Date | undefined
  readonly lastUsedAt: Date | undefined
  /** Whether it can be on several devices, and whether it was when it was used last. */
  readonly isSyncable: boolean
  readonly isSynced: boolean
  /** How the authenticator is reached, such as `internal` or `usb`. */
  readonly transports: readonly string[]
}

const longestName = 64

/** The passkeys of whoever is signed in, the newest first. */
export async function listPasskeys<S extends DefaultSession>(
  request: Request,
  given: AuthConfig<S>,
): Promise<readonly Passkey[]> {
  const ctx = openCall(request, given)
  const rows = await listRows(ctx, await requireCurrentUser(ctx))
  // Of two that came within one second, the later row is the newer.
  const passkeys = rows.map(toPasskey).reverse()
  return passkeys.sort((a, b) => (b.createdAt?.getTime() ?? 0) - (a.createdAt?.getTime() ?? 0))
}

/**
 * Names a passkey of whoever is signed in; false when it is none of theirs. Needs an adapter with
 * `updateAuthenticator`.
 *
 * The request must be one that the browser says this site has sent.
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
  const row = await findRow(ctx, await requireCurrentUser(ctx), id)
  if (!row) return false
  const { credentialID } = row
  await requireStore(ctx).call('updateAuthenticator', { credentialID, name: wanted })
  return true
}

/**
 * Removes a passkey of whoever is signed in, and ends the user's other sessions; false when it is
 * none of theirs. The last way to sign in is not removed.
 *
 * The request must be one that the browser says this site has sent.
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
  holder: CurrentUser,
  id: string,
): Promise<AdapterAuthenticator | undefined> {
  const rows = await listRows(ctx, holder)
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

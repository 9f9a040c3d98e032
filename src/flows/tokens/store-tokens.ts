import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { proofKeyOf } from '../../oauth/proof-key.js'
import { OtherUserRefreshed, verifyRefreshed } from '../../oauth/refresh.js'
import type { Server } from '../../oauth/server.js'
import type { TokenChanges } from '../../store/account-tokens.js'
import { otherUserCode } from './failed-refresh.js'
import { changesOf, withColumns } from './token-columns.js'
import { readInTime, requireReplaced } from './token-owner.js'
import {
  mostWrites,
  tooManyWrites,
  writeTokens,
  type Refreshed,
  type Written,
} from './write-tokens.js'

/**
 * Stores refreshed tokens and returns the account. If the answer has to be verified first, or cannot
 * be used, a new refresh token is stored before, because the old one may be worthless by now.
 */
export async function storeTokens(refreshed: Refreshed, server: Server): Promise<AdapterAccount> {
  const { owner, account, answer, failure } = refreshed
  const { party } = owner.provider
  const isUnverified = party.type === 'oidc' && answer.id_token !== undefined
  const isFirst = isUnverified || failure !== undefined
  const stored = isFirst ? await storeRotated(refreshed) : { row: account, isOurs: true }
  if (!stored.isOurs) return keepOthers(refreshed, stored.row)
  const changes = await changesAfter(refreshed, server, isFirst)
  if ('refused' in changes) return refreshed.refuse(stored.row, changes.refused)
  const written = await writeTokens(refreshed, stored.row, changes.columns)
  if (!written.isOurs) return keepOthers(refreshed, written.row)
  refreshed.markStored()
  return withColumns(account, changes.columns)
}

/** The columns to write, or why no refresh can succeed. */
type Verified = { readonly columns: TokenChanges } | { readonly refused: string }

/** Verifies an answer. Stores its refresh token even if the rest cannot be used. */
async function changesAfter(
  refreshed: Refreshed,
  server: Server,
  isRotatedStored: boolean,
): Promise<Verified> {
  const { owner, account, answer, failure, markStored } = refreshed
  const { provider } = owner
  try {
    if (failure) throw failure
    const isOwn = subjectCheck(provider, account)
    const tokens = await verifyRefreshed(provider.party, server, account, answer, isOwn)
    return { columns: changesOf(provider, account, tokens) }
  } catch (thrown) {
    if (!isRotatedStored) await storeRotated(refreshed)
    // The rest of the answer cannot be used.
    markStored()
    if (thrown instanceof OtherUserRefreshed) return { refused: otherUserCode }
    throw thrown
  }
}

/**
 * Stores the refresh token of an answer whose access token has expired, or is older than the stored one.
 * Returns the account, which has other tokens if another process or a sign-in was faster.
 */
export async function storeRefreshToken(refreshed: Refreshed): Promise<AdapterAccount> {
  const { row, isOurs } = await storeRotated(refreshed)
  if (!isOurs) return keepOthers(refreshed, row)
  refreshed.markStored()
  return row
}

/** Stores a new refresh token alone. */
async function storeRotated(refreshed: Refreshed): Promise<Written> {
  const { owner, account, markStored } = refreshed
  const refresh_token = rotatedToken(refreshed)
  if (refresh_token === undefined) return { row: account, isOurs: true }
  const written = await writeTokens(refreshed, account, { refresh_token })
  if (!written.isOurs) return written
  markStored()
  // The next write names the tokens as they are stored now.
  return { row: await readInTime(owner, account), isOurs: true }
}

/** Returns the refresh token of an answer if it is a new one. */
function rotatedToken({ account, answer }: Refreshed): string | undefined {
  const { refresh_token } = answer
  return refresh_token === account.refresh_token ? undefined : refresh_token
}

/** Another process or a sign-in has replaced the tokens, and those stay. */
async function keepOthers(refreshed: Refreshed, current: AdapterAccount): Promise<AdapterAccount> {
  const { owner, account, lease, markStored } = refreshed
  const { ctx, provider } = owner
  const kept = await replaceSent(refreshed, current)
  markStored()
  await lease.end(kept)
  ctx.log.debug(
    'token-refresh-late',
    `The tokens of "${provider.id}" were replaced during a refresh, and the others stay.`,
  )
  return requireReplaced(owner, account, kept)
}

/**
 * A sign-in may have brought no refresh token, and then the new one replaces the one that was sent.
 * Returns the row, which another sign-in may change at any time.
 */
async function replaceSent(refreshed: Refreshed, current: AdapterAccount): Promise<AdapterAccount> {
  const { owner, account, markStored } = refreshed
  const rotated = rotatedToken(refreshed)
  const key = proofKeyOf(account)
  let row = current
  for (let attempt = 0; attempt < mostWrites; attempt += 1) {
    if (rotated === undefined || row.refresh_token !== account.refresh_token) return row
    // With another key the new one is worthless, and the one that was sent may be spent.
    const isUsable = key === undefined || key === proofKeyOf(row)
    const written = await writeTokens(refreshed, row, { refresh_token: isUsable ? rotated : null })
    if (written.isOurs) {
      markStored()
      return readInTime(owner, account)
    }
    row = written.row
  }
  throw tooManyWrites()
}

/** The id of an account is the subject of its ID tokens, unless the app chooses another id. */
export function subjectCheck(
  { hasOwnProfile }: ResolvedOAuthProvider,
  { providerAccountId }: AdapterAccount,
): (subject: string) => boolean {
  return (subject) => hasOwnProfile || subject === providerAccountId
}

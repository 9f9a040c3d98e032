import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { runLater } from '../../context/run-later.js'
import { hideInLogs } from '../../errors/hidden-values.js'
import { OAuthResponseInvalid } from '../../errors/oauth-errors.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { ReauthRequired, TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { TokenSet } from '../../model/records.js'
import { proofKeyOf } from '../../oauth/proof-key.js'
import { OtherUserRefreshed, verifyRefreshed } from '../../oauth/refresh.js'
import type { Server } from '../../oauth/server.js'
import type { TokenChanges } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { requireInTime } from './database-limit.js'
import { otherUserCode } from './failed-refresh.js'
import type { RefreshLease } from './refresh-lease.js'
import { revokeGrants } from './revoke-grants.js'
import { keepScopes } from './scopes.js'
import { readInTime, requireReplaced, type TokenOwner } from './token-owner.js'

/** The provider's answer to a refresh request. */
export interface Refreshed {
  readonly owner: TokenOwner
  /** The account with the tokens that were sent. */
  readonly account: AdapterAccount
  readonly answer: TokenSet
  /** Why only the refresh token of the answer can be used. */
  readonly failure?: Error | undefined
  /** Marks the account, because no refresh can succeed. */
  readonly refuse: (current: AdapterAccount, code: string) => Promise<AdapterAccount>
  readonly lease: RefreshLease
  /** Says that the row is known to have the new refresh token, or other tokens. */
  readonly settle: () => void
}

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
  const written = await write(refreshed, stored.row, changes.columns)
  if (!written.isOurs) return keepOthers(refreshed, written.row)
  refreshed.settle()
  return merge(account, changes.columns)
}

/** The columns to write, or why no refresh can succeed. */
type Verified = { readonly columns: TokenChanges } | { readonly refused: string }

/** Verifies an answer. If it cannot be used, its refresh token is stored all the same. */
async function changesAfter(
  refreshed: Refreshed,
  server: Server,
  isRotatedStored: boolean,
): Promise<Verified> {
  const { owner, account, answer, failure, settle } = refreshed
  const { provider } = owner
  try {
    if (failure) throw failure
    const isOwn = subjectCheck(provider, account)
    const tokens = await verifyRefreshed(provider.party, server, account, answer, isOwn)
    return { columns: changesOf(provider, account, tokens) }
  } catch (thrown) {
    if (!isRotatedStored) await storeRotated(refreshed)
    // What is left of the answer is of no use.
    settle()
    if (thrown instanceof OtherUserRefreshed) return { refused: otherUserCode }
    throw thrown
  }
}

/**
 * Stores the refresh token of an answer whose access token has expired, or is older than the stored one.
 * Returns the account, which has other tokens if someone else was faster.
 */
export async function storeRefreshToken(refreshed: Refreshed): Promise<AdapterAccount> {
  const { row, isOurs } = await storeRotated(refreshed)
  if (!isOurs) return keepOthers(refreshed, row)
  refreshed.settle()
  return row
}

/** Stores a new refresh token alone. */
async function storeRotated(refreshed: Refreshed): Promise<Written> {
  const { owner, account, settle } = refreshed
  const refresh_token = rotatedToken(refreshed)
  if (refresh_token === undefined) return { row: account, isOurs: true }
  const written = await write(refreshed, account, { refresh_token })
  if (!written.isOurs) return written
  settle()
  // The next write names the tokens as they are stored now.
  return { row: await readInTime(owner, account), isOurs: true }
}

/** Returns the refresh token of an answer if it is a new one. */
function rotatedToken({ account, answer }: Refreshed): string | undefined {
  const { refresh_token } = answer
  return refresh_token === account.refresh_token ? undefined : refresh_token
}

/** A row after an attempt to write to it. */
interface Written {
  readonly row: AdapterAccount
  /** Whether it has what was to be written. Otherwise it has tokens of someone else. */
  readonly isOurs: boolean
}

/** A row whose tokens are written anew at each attempt is not written. */
const mostWrites = 3

/** Writes to a row that has the tokens of the given account, however they are encrypted. */
async function write(
  refreshed: Refreshed,
  account: AdapterAccount,
  changes: TokenChanges,
): Promise<Written> {
  const { owner, answer } = refreshed
  let row = account
  for (let attempt = 0; attempt < mostWrites; attempt += 1) {
    if (await swap(refreshed, row, changes)) return { row, isOurs: true }
    row = await readInTime(owner, account).catch((thrown: unknown) => {
      if (thrown instanceof ReauthRequired && thrown.code !== 'no-token') refreshed.settle()
      // The account was removed, and the provider must not keep a grant that no row knows.
      if (isAccountGone(thrown)) revokeAnswer(owner, answer)
      throw thrown
    })
    // The database may have written without saying so.
    if (hasTokens(row, { ...account, ...changes })) return { row, isOurs: true }
    if (!hasTokens(row, account)) return { row, isOurs: false }
  }
  throw tooManyWrites()
}

function tooManyWrites(): TokenUnavailable {
  return new TokenUnavailable('The account is written all the time. Try again.', 1)
}

function hasTokens(
  row: AdapterAccount,
  { access_token, refresh_token }: Readonly<Record<string, unknown>>,
): boolean {
  return (
    (row.access_token ?? null) === (access_token ?? null) &&
    (row.refresh_token ?? null) === (refresh_token ?? null)
  )
}

/** Another process or a sign-in has replaced the tokens, and those stay. */
async function keepOthers(refreshed: Refreshed, current: AdapterAccount): Promise<AdapterAccount> {
  const { owner, account, lease, settle } = refreshed
  const { ctx, provider } = owner
  const kept = await replaceSent(refreshed, current)
  settle()
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
  const { owner, account, settle } = refreshed
  const rotated = rotatedToken(refreshed)
  const key = proofKeyOf(account)
  let row = current
  for (let attempt = 0; attempt < mostWrites; attempt += 1) {
    if (rotated === undefined || row.refresh_token !== account.refresh_token) return row
    // With another key the new one is worthless, and the one that was sent may be spent.
    const isUsable = key === undefined || key === proofKeyOf(row)
    const written = await write(refreshed, row, { refresh_token: isUsable ? rotated : null })
    if (written.isOurs) {
      settle()
      return readInTime(owner, account)
    }
    row = written.row
  }
  throw tooManyWrites()
}

/** Whether an account was unlinked, or its user deleted. */
export function isAccountGone(thrown: unknown): boolean {
  return thrown instanceof ReauthRequired && thrown.code === 'no-account'
}

/** Revokes the tokens of an answer after the response. */
export function revokeAnswer({ ctx, provider }: TokenOwner, answer: TokenSet): void {
  runLater(ctx, () => revokeGrants(ctx, [{ ...answer, provider: provider.id }]))
}

/** Milliseconds. The lease is renewed before each attempt, so it does not end in between. */
const retryDelays = [100, 400, 1500, 3000]

/** Writes to the database, and tries again if that fails, because the new tokens would be lost. */
async function swap(
  { owner: { ctx }, lease }: Refreshed,
  account: AdapterAccount,
  changes: TokenChanges,
): Promise<boolean> {
  const attempt = async (): Promise<boolean> => {
    await lease.renew(account)
    // Each attempt has an end. A late one finds other tokens in the row, and changes nothing.
    const swapped = operationsOf(ctx).accountTokens.swap(account, changes)
    return requireInTime(ctx, 'swapTokens', swapped)
  }
  for (const delay of retryDelays) {
    try {
      return await attempt()
    } catch (thrown) {
      if (!(thrown instanceof AdapterError)) throw thrown
      ctx.log.error(thrown)
      await ctx.config.runtime.sleep(delay)
    }
  }
  return attempt()
}

const textColumns = ['access_token', 'refresh_token', 'token_type', 'scope', 'id_token'] as const

/**
 * Returns the columns to write, as the provider's `account` function selects them. What the answer
 * does not name stays, except for the expiry, which belongs to the old token.
 */
function changesOf(
  provider: ResolvedOAuthProvider,
  account: AdapterAccount,
  tokens: TokenSet,
): TokenChanges {
  const scope = keepScopes(account.scope, tokens.scope)
  const kept = selectColumns(provider, { ...tokens, ...(scope !== undefined && { scope }) })
  const changes: Record<string, string | number | null> = {
    expires_at: typeof kept.expires_at === 'number' ? kept.expires_at : null,
    refreshLease: null,
    refreshLeaseEnds: null,
  }
  for (const column of textColumns) {
    // Writing an old token again encrypts it with the first secret.
    const value = kept[column] ?? account[column]
    if (typeof value === 'string') changes[column] = value
  }
  if (typeof account.dpopKey === 'string') changes['dpopKey'] = account.dpopKey
  // The type says that the token needs the key, whatever the app stores.
  if (proofKeyOf(account) !== undefined && tokens.token_type !== undefined)
    changes['token_type'] = tokens.token_type
  return changes
}

function selectColumns(provider: ResolvedOAuthProvider, tokens: TokenSet): TokenSet {
  try {
    return provider.account(tokens)
  } catch (cause) {
    const secrets = Object.values(tokens).filter((value) => typeof value === 'string')
    throw hideInLogs(
      new OAuthResponseInvalid(`The function \`account\` of the provider "${provider.id}" threw.`, {
        cause,
      }),
      secrets,
    )
  }
}

/** The id of an account is the subject of its ID tokens, unless the app chooses another id. */
export function subjectCheck(
  { hasOwnProfile }: ResolvedOAuthProvider,
  { providerAccountId }: AdapterAccount,
): (subject: string) => boolean {
  return (subject) => hasOwnProfile || subject === providerAccountId
}

/** Returns an account with refreshed tokens, as it would be stored. */
export function withTokens(
  provider: ResolvedOAuthProvider,
  account: AdapterAccount,
  tokens: TokenSet,
): AdapterAccount {
  return merge(account, changesOf(provider, account, tokens))
}

function merge(account: AdapterAccount, changes: TokenChanges): AdapterAccount {
  const filled = Object.entries(changes).filter(([, value]) => value !== null)
  const { expires_at: _old, ...rest } = account
  return { ...rest, ...Object.fromEntries(filled) }
}

import { runLater } from '../../context/run-later.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { ReauthRequired, TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { TokenSet } from '../../model/records.js'
import type { TokenChanges } from '../../store/account-tokens.js'
import { operationsOf } from '../../store/operations.js'
import { requireInTime } from './database-limit.js'
import type { RefreshLease } from './refresh-lease.js'
import { revokeGrants } from './revoke-grants.js'
import { readInTime, type TokenOwner } from './token-owner.js'

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
  /** Call it once the row is known to have the new refresh token, or other tokens. */
  readonly markStored: () => void
}

/** A row after an attempt to write to it. */
export interface Written {
  readonly row: AdapterAccount
  /** Whether it has what was to be written. Otherwise it has the tokens of another process or sign-in. */
  readonly isOurs: boolean
}

/** How often a write is tried while other writers replace the tokens in the row. */
export const mostWrites = 3

/** Writes to a row that has the tokens of the given account, however they are encrypted. */
export async function writeTokens(
  refreshed: Refreshed,
  account: AdapterAccount,
  changes: TokenChanges,
): Promise<Written> {
  const { owner, answer } = refreshed
  let row = account
  for (let attempt = 0; attempt < mostWrites; attempt += 1) {
    if (await swap(refreshed, row, changes)) return { row, isOurs: true }
    row = await readInTime(owner, account).catch((thrown: unknown) => {
      if (thrown instanceof ReauthRequired && thrown.code !== 'no-token') refreshed.markStored()
      // The account was removed, and the provider must not keep a grant that no row knows.
      if (isAccountGone(thrown)) revokeAnswer(owner, answer)
      throw thrown
    })
    // The database may have written although its reply was lost.
    if (hasTokens(row, { ...account, ...changes })) return { row, isOurs: true }
    if (!hasTokens(row, account)) return { row, isOurs: false }
  }
  throw tooManyWrites()
}

export function tooManyWrites(): TokenUnavailable {
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

import { emitEvent } from '../../context/emit-event.js'
import { recordEvent } from '../../context/record-event.js'
import { AdapterError } from '../../errors/runtime-errors.js'
import { ReauthRequired } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { keysOf } from '../../store/account-keys.js'
import { operationsOf } from '../../store/operations.js'
import { requireInTime } from './database-limit.js'
import type { RefreshLease } from './refresh-lease.js'
import { readInTime, requireReplaced, type TokenOwner } from './token-owner.js'

/**
 * Marks an account whose refresh token cannot be used any more. If the tokens were replaced in the
 * meantime, the refusal is about a token that is not in use any more.
 */
export async function markRefused(
  owner: TokenOwner,
  account: AdapterAccount,
  error: string,
  lease: RefreshLease,
): Promise<AdapterAccount> {
  const { ctx, user, provider, requireSignIn } = owner
  const changes = {
    refresh_token: null,
    refreshFailed: error,
    refreshLease: null,
    refreshLeaseEnds: null,
  }
  const swapped = operationsOf(ctx).accountTokens.swap(account, changes)
  const isMarked = await requireInTime(ctx, 'swapTokens', swapped).catch(
    async (thrown: unknown) => {
      // The database may have written without saying so.
      if (thrown instanceof AdapterError && (await hasMark(owner, account))) return true
      await lease.end(account)
      throw thrown
    },
  )
  if (!isMarked) {
    const current = await readInTime(owner, account)
    await lease.end(current)
    return requireReplaced(owner, account, current)
  }
  ctx.log.warn(
    'token-refresh-refused',
    `The provider "${provider.id}" has ended a grant ("${error}"). The user has to sign in there again.`,
  )
  await recordEvent(ctx, {
    event: 'token-refused',
    outcome: 'refused',
    userId: user.id,
    provider: provider.id,
  })
  await emitEvent(ctx, 'tokenRefused', { user, account: keysOf(account), error })
  throw requireSignIn('refused')
}

async function hasMark(owner: TokenOwner, account: AdapterAccount): Promise<boolean> {
  try {
    await readInTime(owner, account)
    return false
  } catch (thrown) {
    return thrown instanceof ReauthRequired && thrown.code === 'refused'
  }
}

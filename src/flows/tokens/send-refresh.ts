import { TokenUnavailable } from '../../errors/token-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import { requestRefresh, type RefreshAnswer } from '../../oauth/refresh.js'
import type { RelyingParty } from '../../oauth/relying-party.js'
import type { Server } from '../../oauth/server.js'
import { forgetAnswer, keepAnswer, type NewAnswer } from '../unsaved-answers.js'
import type { RefreshLease } from './refresh-lease.js'
import type { TokenOwner } from './token-owner.js'

/**
 * Sends the refresh token. A new one is kept before the app's code reads the answer, and the answer
 * before the first attempt to store it. Both may end with their request, and the next call of this
 * process would send the token again.
 */
export async function sendRefresh(
  { ctx, provider }: TokenOwner,
  account: AdapterAccount,
  server: Server,
  lease: RefreshLease,
): Promise<NewAnswer> {
  const sent = account.refresh_token ?? ''
  const party = withLeaseCheck(provider.party, lease)
  const keep = (refreshed: RefreshAnswer): NewAnswer => {
    const answer = { ...refreshed, account, holders: [lease.holder], failures: 0 }
    keepAnswer(ctx, answer)
    return answer
  }
  try {
    return keep(await requestRefresh(party, server, account, sent, keep))
  } catch (thrown) {
    // The app's `conform` has found that what was kept is not a refresh token.
    forgetAnswer(ctx, account)
    throw thrown
  }
}

/** The app's `prepare` may take longer than the lease, and another process may send the token then. */
function withLeaseCheck(party: RelyingParty, lease: RefreshLease): RelyingParty {
  const { prepare } = party.token
  if (!prepare) return party
  const checked: typeof prepare = async (request, context) => {
    const changes = await prepare(request, context)
    if (lease.allowsRequest()) return changes
    throw new TokenUnavailable(
      `The function \`prepare\` of the provider "${party.id}" took too long. Try again.`,
      1,
    )
  }
  return { ...party, token: { ...party.token, prepare: checked } }
}

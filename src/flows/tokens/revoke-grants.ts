import { isOAuth } from '../../config/providers.js'
import type { SignInContext } from '../../context/context.js'
import { hiddenInLogs } from '../../errors/hidden-values.js'
import type { TokenSet } from '../../model/records.js'
import { isOwnIssuer, type IssuedTokens } from '../../oauth/own-issuer.js'
import { revokeToken, type RevocableToken } from '../../oauth/revoke-token.js'

/** The tokens of an account that is gone. */
export interface Grant extends Pick<TokenSet, 'access_token' | 'refresh_token'>, IssuedTokens {
  readonly provider: string
}

/**
 * Revokes the tokens of accounts that are gone. A failure is logged, and the other tokens are
 * still revoked.
 */
export async function revokeGrants(ctx: SignInContext, grants: readonly Grant[]): Promise<void> {
  for (const grant of grants) await revokeGrant(ctx, grant)
}

async function revokeGrant({ config, log }: SignInContext, grant: Grant): Promise<void> {
  const provider = config.providers.get(grant.provider)
  const token = revocableToken(grant)
  if (!provider || !isOAuth(provider) || !token) return
  try {
    if (!(await isOwnIssuer(provider.party, grant))) return
    await revokeToken(provider.party, token)
  } catch (thrown) {
    const shown = thrown instanceof Error ? log.hiding(hiddenInLogs(thrown)) : log
    shown.warn(
      'token-revocation-failed',
      `The tokens of a removed account at "${provider.id}" could not be revoked. They expire by themselves.`,
      thrown,
    )
  }
}

/** RFC 7009 §2.1: with a refresh token, the access tokens of the same grant end as well. */
function revocableToken({ access_token, refresh_token }: Grant): RevocableToken | undefined {
  if (refresh_token) return { token: refresh_token, hint: 'refresh_token' }
  return access_token ? { token: access_token, hint: 'access_token' } : undefined
}

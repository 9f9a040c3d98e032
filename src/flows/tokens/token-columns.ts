import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { hideInLogs } from '../../errors/hidden-values.js'
import { OAuthResponseInvalid } from '../../errors/oauth-errors.js'
import type { AdapterAccount } from '../../model/adapter.js'
import type { TokenSet } from '../../model/records.js'
import { proofKeyOf } from '../../oauth/proof-key.js'
import type { TokenChanges } from '../../store/account-tokens.js'
import { keepScopes } from './scopes.js'

const textColumns = ['access_token', 'refresh_token', 'token_type', 'scope', 'id_token'] as const

/**
 * Returns the columns to write, as the provider's `account` function selects them. What the answer
 * does not name stays, except for the expiry, which belongs to the old token.
 */
export function changesOf(
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

/** Returns an account with refreshed tokens, as it would be stored. */
export function withTokens(
  provider: ResolvedOAuthProvider,
  account: AdapterAccount,
  tokens: TokenSet,
): AdapterAccount {
  return withColumns(account, changesOf(provider, account, tokens))
}

/** Returns an account with the written columns. */
export function withColumns(account: AdapterAccount, changes: TokenChanges): AdapterAccount {
  const filled = Object.entries(changes).filter(([, value]) => value !== null)
  const { expires_at: _old, ...rest } = account
  return { ...rest, ...Object.fromEntries(filled) }
}

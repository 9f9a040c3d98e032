import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { isAuthError } from '../../errors/auth-error.js'
import { hideInLogs } from '../../errors/hidden-values.js'
import { OAuthProfileParseError } from '../../errors/oauth-errors.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { CallbackParamsType, ProfileUser } from '../../model/oauth.js'
import type { Account, Profile, TokenSet, User } from '../../model/records.js'
import { runHandler } from '../../oauth/run-handler.js'
import { readAddressClaim, type AddressClaim } from './address-claim.js'

/** Who signed in, and through which account. */
export interface OAuthIdentity {
  readonly user: User
  readonly account: Account
  /** What the provider says about the address. */
  readonly addressClaim: AddressClaim
}

/** What the provider's `profile` function makes of a profile; an id is never invented. */
export async function identify(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
  params: CallbackParamsType,
): Promise<OAuthIdentity> {
  const user = await readProfile(provider, profile, tokens, params)
  const accountId = toText(user.id)
  if (!accountId) {
    throw new OAuthProfileParseError(
      `Expected \`profile\` of "${provider.id}" to return the stable \`id\` of the person.`,
    )
  }
  // What the parser refuses is no address: it could be stored, compared or mailed to as another one.
  const email = parseEmailAddress(user.email)
  return {
    user: {
      ...user,
      // Two services may know different people by the same id.
      id: `${provider.id}:${accountId}`,
      email,
    },
    addressClaim: claimOf(provider, email, user, profile),
    account: {
      ...tokens,
      provider: provider.id,
      type: provider.type,
      providerAccountId: accountId,
    },
  }
}

async function readProfile(
  provider: ResolvedOAuthProvider,
  profile: Profile,
  tokens: TokenSet,
  params: CallbackParamsType,
): Promise<ProfileUser> {
  try {
    const asked = { what: 'Profile', options: '`profile`' }
    const user: unknown = await runHandler(provider.party, asked, (fetch) =>
      provider.profile(profile, tokens, { params, fetch }),
    )
    if (typeof user === 'object' && user !== null) return user
    throw new TypeError('Expected a user.')
  } catch (cause) {
    // Our own words about the request that it made; others may quote the profile.
    const why = isAuthError(cause) ? ` ${cause.message}` : ''
    const line = `\`profile\` of "${provider.id}" failed.${why}`
    const error = new OAuthProfileParseError(line, { cause })
    throw hideInLogs(error, [tokens.access_token, provider.party.clientSecret])
  }
}

/** A service that does not vouch for addresses cannot prove one, but it can deny one. */
function claimOf(
  { vouchesForEmail }: ResolvedOAuthProvider,
  email: string | undefined,
  user: ProfileUser,
  profile: Profile,
): AddressClaim {
  const claim = email === undefined ? 'silent' : readAddressClaim(email, user, profile)
  return claim === 'verified' && !vouchesForEmail ? 'silent' : claim
}

function toText(id: unknown): string | undefined {
  // A number that was rounded could be two people's.
  if (Number.isSafeInteger(id) || typeof id === 'bigint') return String(id)
  return typeof id === 'string' && id !== '' ? id : undefined
}

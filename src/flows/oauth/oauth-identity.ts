import type { ResolvedOAuthProvider } from '../../config/oauth-provider.js'
import { isAuthError } from '../../errors/auth-error.js'
import { hideInLogs } from '../../errors/hidden-values.js'
import { OAuthProfileParseError } from '../../errors/oauth-errors.js'
import { parseEmailAddress } from '../../http/email-address.js'
import type { ProfileUser } from '../../model/oauth.js'
import type { CallbackParamsType } from '../../model/oauth-parameters.js'
import type { Account, Profile, TokenSet, User } from '../../model/records.js'
import { runHandler } from '../../oauth/run-handler.js'
import { readAddressClaim, type AddressClaim } from './address-claim.js'

/** The person who signed in, and their account. */
export interface OAuthIdentity {
  readonly user: User
  readonly account: Account
  /** What the provider says about the address. */
  readonly addressClaim: AddressClaim
}

/** What the provider sent about the person. */
export interface ProviderAnswer {
  readonly profile: Profile
  /** The claims of the ID token, if there is one. */
  readonly claims: Profile | undefined
  readonly tokens: TokenSet
  /** The parameters of the authorization response. */
  readonly params: CallbackParamsType
}

/** Returns what the provider's `profile` function makes of a profile. It never makes up an id. */
export async function identify(
  provider: ResolvedOAuthProvider,
  { profile, claims, tokens, params }: ProviderAnswer,
): Promise<OAuthIdentity> {
  const user = await readProfile(provider, profile, tokens, params)
  const accountId = toText(user.id)
  if (!accountId) {
    throw new OAuthProfileParseError(
      `Expected \`profile\` of "${provider.id}" to return the stable \`id\` of the person.`,
    )
  }
  // An address that the parser refuses is dropped, because it could be stored, compared or mailed
  // to as another address.
  const email = parseEmailAddress(user.email)
  return {
    user: {
      ...user,
      // Two providers may use the same id for different people.
      id: `${provider.id}:${accountId}`,
      email,
    },
    addressClaim: claimOf(provider, email, user, { profile, claims }),
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
    // An error of ours describes the request and is safe to show. Other errors may quote the
    // profile.
    const why = isAuthError(cause) ? ` ${cause.message}` : ''
    const line = `\`profile\` of "${provider.id}" failed.${why}`
    const error = new OAuthProfileParseError(line, { cause })
    throw hideInLogs(error, [tokens.access_token, provider.party.clientSecret])
  }
}

/** A provider that does not vouch for addresses cannot prove one, but it can deny one. */
function claimOf(
  { vouchesForEmail }: ResolvedOAuthProvider,
  email: string | undefined,
  user: ProfileUser,
  { profile, claims }: Pick<ProviderAnswer, 'profile' | 'claims'>,
): AddressClaim {
  const claim = email === undefined ? 'silent' : readAddressClaim(email, user, profile, claims)
  return claim === 'verified' && !vouchesForEmail ? 'disbelieved' : claim
}

function toText(id: unknown): string | undefined {
  // A rounded number could be the id of two people.
  if (Number.isSafeInteger(id) || typeof id === 'bigint') return String(id)
  return typeof id === 'string' && id !== '' ? id : undefined
}

import type { ResolvedOAuthProvider } from '../config/oauth-provider.js'
import { conceal } from '../errors/concealed.js'
import { OAuthProfileParseError } from '../errors/oauth-errors.js'
import { parseEmailAddress } from '../http/email-address.js'
import type { CallbackParamsType, ProfileUser } from '../model/oauth.js'
import type { Account, Profile, TokenSet, User } from '../model/records.js'
import { handlerFetch } from '../oauth/outgoing.js'
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
    addressClaim: email === undefined ? 'silent' : readAddressClaim(email, user, profile),
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
    const fetch = handlerFetch(provider.party.fetch)
    const user: unknown = await provider.profile(profile, tokens, { params, fetch })
    if (typeof user === 'object' && user !== null) return user
    throw new TypeError('Expected a user.')
  } catch (cause) {
    const error = new OAuthProfileParseError(`\`profile\` of "${provider.id}" failed.`, { cause })
    throw conceal(error, [tokens.access_token, provider.party.clientSecret])
  }
}

function toText(id: unknown): string | undefined {
  // A number that was rounded could be two people's.
  if (Number.isSafeInteger(id) || typeof id === 'bigint') return String(id)
  return typeof id === 'string' && id !== '' ? id : undefined
}

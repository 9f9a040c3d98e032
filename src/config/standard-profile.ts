import type { ProfileUser } from '../model/oauth.js'
import type { Profile, TokenSet } from '../model/records.js'

/** Maps the standard OpenID Connect claims, and the names that most other services use. */
export function standardUser(profile: Profile): ProfileUser {
  return {
    id: profile.sub ?? profile.id ?? undefined,
    name: profile.name ?? profile.nickname ?? profile.preferred_username,
    email: profile.email,
    image: [profile.picture, profile['image']].find((one) => typeof one === 'string'),
  }
}

const keptTokens = [
  'access_token',
  'id_token',
  'refresh_token',
  'expires_at',
  'scope',
  'token_type',
  'session_state',
]

/** Keeps the members of a token response that the standard tables have columns for. */
export function standardTokens(tokens: TokenSet): TokenSet {
  const kept = keptTokens.map((name) => [name, tokens[name]] as const)
  return Object.fromEntries(kept.filter(([, value]) => value !== undefined))
}

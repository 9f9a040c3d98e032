import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that United Effects sends about a user. */
export interface UnitedEffectsProfile extends Profile {
  sub: string
}

/**
 * Signs in with United Effects. `issuer` is the issuer of the auth group, such as
 * `https://auth.unitedeffects.com/acme`.
 *
 * Register `/auth/callback/united-effects` as the redirect URI. Set `AUTH_UNITED_EFFECTS_ID` and
 * `AUTH_UNITED_EFFECTS_SECRET`. `issuer` defaults to `AUTH_UNITED_EFFECTS_ISSUER`.
 *
 * @see https://docs.unitedeffects.com/
 * @see https://core.unitedeffects.com
 */
export default function UnitedEffects(
  options: OIDCUserConfig<UnitedEffectsProfile> = {},
): OIDCConfig<UnitedEffectsProfile> {
  return {
    id: 'united-effects',
    name: 'United Effects',
    type: 'oidc',
    authorization: {
      request({ params, provider }) {
        const url = new URL(provider.authorization?.url ?? '')
        // Without the `resource` parameter, the access token is not a JWT.
        if (provider.issuer !== undefined) url.searchParams.set('resource', provider.issuer)
        for (const [name, value] of Object.entries(params)) {
          url.searchParams.set(name, String(value))
        }
        return url
      },
    },
    vouchesForEmail: false,
    style: { brandColor: '#000000' },
    options,
  }
}

import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at United Effects. */
export interface UnitedEffectsProfile extends Profile {
  sub: string
}

/**
 * Signs in with United Effects; `issuer` is that of the auth group, such as
 * `https://auth.unitedeffects.com/acme`.
 *
 * Redirect URI `/auth/callback/united-effects`; client `AUTH_UNITED_EFFECTS_ID`,
 * `AUTH_UNITED_EFFECTS_SECRET`; `issuer` is by default `AUTH_UNITED_EFFECTS_ISSUER`.
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
        // Without it the access token is no JWT.
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

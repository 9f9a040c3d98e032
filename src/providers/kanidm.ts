import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Kanidm sends about a user. */
export interface KanidmProfile extends Profile {
  sub: string
}

/**
 * Signs in with Kanidm. `issuer` is the client's issuer, such as
 * `https://idm.example.com/oauth2/openid/my-app`.
 *
 * Register `/auth/callback/kanidm` as the redirect URI. Set `AUTH_KANIDM_ID` and
 * `AUTH_KANIDM_SECRET`. `issuer` defaults to `AUTH_KANIDM_ISSUER`.
 *
 * @see https://kanidm.github.io/kanidm/stable/integrations/oauth2.html
 * @see https://kanidm.github.io/kanidm/stable/integrations/oauth2/examples.html
 */
export default function Kanidm(
  options: OIDCUserConfig<KanidmProfile> = {},
): OIDCConfig<KanidmProfile> {
  return {
    id: 'kanidm',
    name: 'Kanidm',
    type: 'oidc',
    profile: ({ sub, name, preferred_username, email }) => ({
      id: sub,
      name: name || preferred_username,
      email,
    }),
    // Kanidm always sends `email_verified: true`, also for addresses that an administrator entered.
    vouchesForEmail: false,
    style: { brandColor: '#F7A400' },
    options,
  }
}

import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims of a person at Kanidm. */
export interface KanidmProfile extends Profile {
  sub: string
}

/**
 * Signs in with Kanidm; `issuer` is that of the client, such as `https://idm.example.com/oauth2/openid/my-app`.
 *
 * Redirect URI `/auth/callback/kanidm`; client `AUTH_KANIDM_ID`, `AUTH_KANIDM_SECRET`;
 * `issuer` is by default `AUTH_KANIDM_ISSUER`.
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
    // Its flag is always set, whoever entered the address.
    vouchesForEmail: false,
    style: { brandColor: '#F7A400' },
    options,
  }
}

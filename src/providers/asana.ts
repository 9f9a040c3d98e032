import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Asana sends about a user. */
export interface AsanaProfile extends Profile {
  sub: string
}

/**
 * Signs in with Asana.
 *
 * Register `/auth/callback/asana` as the redirect URL. Set `AUTH_ASANA_ID` and `AUTH_ASANA_SECRET`.
 *
 * @see https://developers.asana.com/docs/openid-connect
 * @see https://app.asana.com/0/my-apps
 */
export default function Asana(
  options: OIDCUserConfig<AsanaProfile> = {},
): OIDCConfig<AsanaProfile> {
  return {
    id: 'asana',
    name: 'Asana',
    type: 'oidc',
    issuer: 'https://app.asana.com/api/1.0',
    // Asana's ID tokens have no nonce.
    checks: ['state', 'pkce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    // They contain no name and no address either.
    idToken: false,
    vouchesForEmail: false,
    style: { brandColor: '#F06A6A', icon },
    options,
  }
}

const icon =
  'M18.78 12.653c-2.882 0-5.22 2.336-5.22 5.22s2.338 5.22 5.22 5.22 5.22-2.34 5.22-5.22-2.336-5.22-5.22-5.22zm-13.56 0c-2.88 0-5.22 2.337-5.22 5.22s2.338 5.22 5.22 5.22 5.22-2.338 5.22-5.22-2.336-5.22-5.22-5.22zm12-6.525c0 2.883-2.337 5.22-5.22 5.22-2.882 0-5.22-2.337-5.22-5.22 0-2.88 2.338-5.22 5.22-5.22 2.883 0 5.22 2.34 5.22 5.22z'

import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** A person at UAE PASS. */
export interface UAEPassProfile {
  uuid: string
  /** Parts of the name, with commas between and for those that are missing. */
  fullnameEN?: string
  fullnameAR?: string
  email?: string
  mobile?: string
  /** How well the person is known: `SOP1` is not identified, `SOP3` is best. */
  userType?: string
}

/** What `UAEPass` is given. */
export interface UAEPassOptions extends OAuthUserConfig<UAEPassProfile> {
  /** `https://stg-id.uaepass.ae` to try things out. Default `https://id.uaepass.ae`. */
  baseUrl?: string | undefined
}

/**
 * Signs in with UAE PASS, the digital identity of the United Arab Emirates.
 *
 * Redirect URI `/auth/callback/uaepass`; client `AUTH_UAEPASS_ID`, `AUTH_UAEPASS_SECRET`;
 * `baseUrl` is by default `AUTH_UAEPASS_BASE_URL`.
 *
 * @see https://docs.uaepass.ae/feature-guides/authentication/web-application/endpoints
 * @see https://selfcare.uaepass.ae
 */
export default function UAEPass(options: UAEPassOptions = {}): OAuth2Config<UAEPassProfile> {
  return {
    id: 'uaepass',
    name: 'UAE PASS',
    type: 'oauth',
    variables: { baseUrl: 'https://id.uaepass.ae' },
    checks: ['state'],
    authorization: {
      url: '{baseUrl}/idshub/authorize',
      params: {
        scope: 'urn:uae:digitalid:profile:general',
        acr_values: 'urn:safelayer:tws:policies:authentication:level:low',
      },
    },
    token: '{baseUrl}/idshub/token',
    userinfo: '{baseUrl}/idshub/userinfo',
    profile: ({ uuid, fullnameEN, fullnameAR, email }) => ({
      id: uuid,
      name: (fullnameEN || fullnameAR)?.split(',').filter(Boolean).join(' '),
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#00A651' },
    options,
  }
}

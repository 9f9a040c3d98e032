import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that UAE PASS returns. */
export interface UAEPassProfile {
  uuid: string
  /** The parts of the name, separated by commas. A missing part is empty. */
  fullnameEN?: string
  fullnameAR?: string
  email?: string
  mobile?: string
  /** How the user was identified: `SOP1` is not identified, and `SOP3` is the strongest level. */
  userType?: string
}

/** The options of the `UAEPass` provider. */
export interface UAEPassOptions extends OAuthUserConfig<UAEPassProfile> {
  /** `https://stg-id.uaepass.ae` for testing. Default `https://id.uaepass.ae`. */
  baseUrl?: string | undefined
}

/**
 * Signs in with UAE PASS, the digital identity of the United Arab Emirates.
 *
 * Register `/auth/callback/uaepass` as the redirect URI. Set `AUTH_UAEPASS_ID` and
 * `AUTH_UAEPASS_SECRET`. `baseUrl` defaults to `AUTH_UAEPASS_BASE_URL`.
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

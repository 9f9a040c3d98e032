import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Webflow returns. */
export interface WebflowProfile {
  id: string
  email?: string
  firstName?: string
  lastName?: string
}

/**
 * Signs in with Webflow. It does not provide a picture. Its tokens do not expire.
 *
 * Register `/auth/callback/webflow` as the redirect URI. Set `AUTH_WEBFLOW_ID` and
 * `AUTH_WEBFLOW_SECRET`.
 *
 * @see https://developers.webflow.com/data/reference/oauth-app
 * @see https://webflow.com/dashboard
 */
export default function Webflow(
  options: OAuthUserConfig<WebflowProfile> = {},
): OAuth2Config<WebflowProfile> {
  return {
    id: 'webflow',
    name: 'Webflow',
    type: 'oauth',
    checks: ['state'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://webflow.com/oauth/authorize',
      params: { scope: 'authorized_user:read' },
    },
    token: 'https://api.webflow.com/oauth/access_token',
    userinfo: 'https://api.webflow.com/v2/token/authorized_by',
    profile: ({ id, firstName, lastName, email }) => ({
      id,
      name: [firstName, lastName].filter(Boolean).join(' '),
      email,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#146EF5', icon },
    options,
  }
}

const icon =
  'm24 4.515-7.658 14.97H9.149l3.205-6.204h-.144C9.566 16.713 5.621 18.973 0 19.485v-6.118s3.596-.213 5.71-2.435H0V4.515h6.417v5.278l.144-.001 2.622-5.277h4.854v5.244h.144l2.72-5.244H24Z'

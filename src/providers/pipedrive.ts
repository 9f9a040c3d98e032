import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Pipedrive returns. */
export interface PipedriveProfile {
  success: boolean
  data: {
    id: number
    name: string
    email?: string
    icon_url?: string | null
    company_id?: number
    company_name?: string
    company_domain?: string
  }
}

/**
 * Signs in with Pipedrive. You choose the scopes in the app's settings.
 *
 * Register `/auth/callback/pipedrive` as the callback URL. Set `AUTH_PIPEDRIVE_ID` and
 * `AUTH_PIPEDRIVE_SECRET`.
 *
 * @see https://pipedrive.readme.io/docs/marketplace-oauth-authorization
 * @see https://app.pipedrive.com/developer-hub
 */
export default function Pipedrive(
  options: OAuthUserConfig<PipedriveProfile> = {},
): OAuth2Config<PipedriveProfile> {
  return {
    id: 'pipedrive',
    name: 'Pipedrive',
    type: 'oauth',
    checks: ['state'],
    authorization: {
      url: 'https://oauth.pipedrive.com/oauth/authorize',
      params: { scope: '' },
      receive: ({ error }) => ({ error: error === 'user_denied' ? 'access_denied' : error }),
    },
    token: 'https://oauth.pipedrive.com/oauth/token',
    userinfo: 'https://api.pipedrive.com/v1/users/me',
    profile: ({ data }) => ({
      id: data.id,
      name: data.name,
      email: data.email,
      image: data.icon_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#333333' },
    options,
  }
}

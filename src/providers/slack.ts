import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Slack sends about a user. */
export interface SlackProfile extends Profile {
  sub: string
  'https://slack.com/user_id': string
  'https://slack.com/team_id': string
  'https://slack.com/team_name'?: string
}

/**
 * Signs in with Slack. Redirect URIs must use https, also during development.
 *
 * Register `/auth/callback/slack` as the redirect URI. Set `AUTH_SLACK_ID` and `AUTH_SLACK_SECRET`.
 *
 * @see https://docs.slack.dev/authentication/sign-in-with-slack/
 * @see https://api.slack.com/apps
 */
export default function Slack(
  options: OIDCUserConfig<SlackProfile> = {},
): OIDCConfig<SlackProfile> {
  return {
    id: 'slack',
    name: 'Slack',
    type: 'oidc',
    issuer: 'https://slack.com',
    checks: ['state', 'nonce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    vouchesForEmail: false,
    style: { brandColor: '#4A154B' },
    options,
  }
}

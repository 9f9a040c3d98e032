import type { LogoPart, OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
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
    style: { brandColor: '#4A154B', icon },
    options,
  }
}

const icon: readonly LogoPart[] = [
  {
    color: '#E01E5A',
    path: 'M5.042 15.165a2.528 2.528 0 0 1-2.52 2.523A2.528 2.528 0 0 1 0 15.165a2.527 2.527 0 0 1 2.522-2.52h2.52v2.52zM6.313 15.165a2.527 2.527 0 0 1 2.521-2.52 2.527 2.527 0 0 1 2.521 2.52v6.313A2.528 2.528 0 0 1 8.834 24a2.528 2.528 0 0 1-2.521-2.522v-6.313z',
  },
  {
    color: '#36C5F0',
    path: 'M8.834 5.042a2.528 2.528 0 0 1-2.521-2.52A2.528 2.528 0 0 1 8.834 0a2.528 2.528 0 0 1 2.521 2.522v2.52H8.834zM8.834 6.313a2.528 2.528 0 0 1 2.521 2.521 2.528 2.528 0 0 1-2.521 2.521H2.522A2.528 2.528 0 0 1 0 8.834a2.528 2.528 0 0 1 2.522-2.521h6.312z',
  },
  {
    color: '#2EB67D',
    path: 'M18.956 8.834a2.528 2.528 0 0 1 2.522-2.521A2.528 2.528 0 0 1 24 8.834a2.528 2.528 0 0 1-2.522 2.521h-2.522V8.834zM17.688 8.834a2.528 2.528 0 0 1-2.523 2.521 2.527 2.527 0 0 1-2.52-2.521V2.522A2.527 2.527 0 0 1 15.165 0a2.528 2.528 0 0 1 2.523 2.522v6.312z',
  },
  {
    color: '#ECB22E',
    path: 'M15.165 18.956a2.528 2.528 0 0 1 2.523 2.522A2.528 2.528 0 0 1 15.165 24a2.527 2.527 0 0 1-2.52-2.522v-2.522h2.52zM15.165 17.688a2.527 2.527 0 0 1-2.52-2.523 2.526 2.526 0 0 1 2.52-2.52h6.313A2.527 2.527 0 0 1 24 15.165a2.528 2.528 0 0 1-2.522 2.523h-6.313z',
  },
]

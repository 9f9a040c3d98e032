import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'

/** The user profile that Zendesk returns. */
export interface ZendeskProfile {
  user: {
    /** Null if the user is not signed in. */
    id: number | null
    name: string
    email?: string | null
    /** Whether one of the user's identities is verified. That may not be the e-mail address. */
    verified?: boolean
    role?: string
    photo?: { content_url?: string } | null
  }
}

/** The options of the `Zendesk` provider. */
export interface ZendeskOptions extends OAuthUserConfig<ZendeskProfile> {
  /** The first part of the domain, such as `acme` for `acme.zendesk.com`. */
  subdomain?: string | undefined
}

/**
 * Signs in with a Zendesk account.
 *
 * Register `/auth/callback/zendesk` as the redirect URL. Set the client's unique identifier as
 * `AUTH_ZENDESK_ID` and its secret as `AUTH_ZENDESK_SECRET`. `subdomain` defaults to
 * `AUTH_ZENDESK_SUBDOMAIN`.
 *
 * @see https://developer.zendesk.com/api-reference/ticketing/users/users/
 * @see https://support.zendesk.com/hc/en-us/articles/4408845965210
 */
export default function Zendesk(options: ZendeskOptions = {}): OAuth2Config<ZendeskProfile> {
  return {
    id: 'zendesk',
    name: 'Zendesk',
    type: 'oauth',
    variables: { subdomain: undefined },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://{subdomain}.zendesk.com/oauth/authorizations/new',
      params: { scope: 'users:read' },
    },
    token: 'https://{subdomain}.zendesk.com/oauth/tokens',
    userinfo: 'https://{subdomain}.zendesk.com/api/v2/users/me.json',
    profile: ({ user }) => ({
      id: user.id,
      name: user.name,
      email: user.email,
      image: user.photo?.content_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#03363D', icon },
    options,
  }
}

const icon =
  'M12.914 2.904V16.29L24 2.905H12.914zM0 2.906C0 5.966 2.483 8.45 5.543 8.45s5.542-2.484 5.543-5.544H0zm11.086 4.807L0 21.096h11.086V7.713zm7.37 7.84c-3.063 0-5.542 2.48-5.542 5.543H24c0-3.06-2.48-5.543-5.543-5.543z'

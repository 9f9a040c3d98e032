import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that ORCID sends about a user. */
export interface ORCIDProfile extends Profile {
  /** The ORCID iD, such as `0000-0001-2345-6789`. */
  sub: string
}

/** The options of the `ORCID` provider. */
export interface ORCIDOptions extends OIDCUserConfig<ORCIDProfile> {
  /** `orcid.org`, or `sandbox.orcid.org` for testing. Default `orcid.org`. */
  environment?: string | undefined
}

/**
 * Signs in with ORCID. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/orcid` as the redirect URI. Set `AUTH_ORCID_ID` and `AUTH_ORCID_SECRET`.
 * `environment` defaults to `AUTH_ORCID_ENVIRONMENT`.
 *
 * @see https://info.orcid.org/documentation/integration-guide/getting-started-with-your-orcid-integration/
 * @see https://orcid.org/developer-tools
 */
export default function ORCID(options: ORCIDOptions = {}): OIDCConfig<ORCIDProfile> {
  return {
    id: 'orcid',
    name: 'ORCID',
    type: 'oidc',
    variables: { environment: 'orcid.org' },
    issuer: 'https://{environment}',
    checks: ['state', 'nonce'],
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: { params: { scope: 'openid' } },
    profile: ({ sub, given_name, family_name }, { name }) => ({
      id: sub,
      // The name under which the user publishes is in the token response.
      name:
        typeof name === 'string' && name !== ''
          ? name
          : [given_name, family_name].filter(Boolean).join(' '),
    }),
    style: { brandColor: '#A6CE39', icon },
    options,
  }
}

const icon =
  'M12 0C5.372 0 0 5.372 0 12s5.372 12 12 12 12-5.372 12-12S18.628 0 12 0zM7.369 4.378c.525 0 .947.431.947.947s-.422.947-.947.947a.95.95 0 0 1-.947-.947c0-.525.422-.947.947-.947zm-.722 3.038h1.444v10.041H6.647V7.416zm3.562 0h3.9c3.712 0 5.344 2.653 5.344 5.025 0 2.578-2.016 5.025-5.325 5.025h-3.919V7.416zm1.444 1.303v7.444h2.297c3.272 0 4.022-2.484 4.022-3.722 0-2.016-1.284-3.722-4.097-3.722h-2.222z'

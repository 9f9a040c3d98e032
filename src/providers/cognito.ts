import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import { isTrue } from './quirks/is-true.js'

/** The claims of a person at Amazon Cognito. */
export interface CognitoProfile {
  sub: string
  name?: string
  given_name?: string
  family_name?: string
  email?: string
  /** A text in what user info answers. */
  email_verified?: boolean | 'true' | 'false'
  picture?: string
  'cognito:username'?: string
  'cognito:groups'?: string[]
}

/** What `Cognito` is given. */
export interface CognitoOptions extends OIDCUserConfig<CognitoProfile> {
  /** Region of the user pool, such as `eu-west-1`. */
  region?: string | undefined
  /** Id of the user pool, such as `eu-west-1_AbCdEfGhI`. */
  userPoolId?: string | undefined
}

/**
 * Signs in with Amazon Cognito.
 *
 * Callback URL `/auth/callback/cognito`; client `AUTH_COGNITO_ID`, `AUTH_COGNITO_SECRET`; `region`
 * and `userPoolId` are by default `AUTH_COGNITO_REGION` and `AUTH_COGNITO_USER_POOL_ID`, and
 * `issuer` (`AUTH_COGNITO_ISSUER`) takes their place.
 *
 * @see https://docs.aws.amazon.com/cognito/latest/developerguide/cognito-userpools-server-contract-reference.html
 * @see https://console.aws.amazon.com/cognito
 */
export default function Cognito(options: CognitoOptions = {}): OIDCConfig<CognitoProfile> {
  return {
    id: 'cognito',
    name: 'Amazon Cognito',
    type: 'oidc',
    variables: {
      region: undefined,
      userPoolId: undefined,
      issuer: 'https://cognito-idp.{region}.amazonaws.com/{userPoolId}',
    },
    profile: (claims) => ({
      id: claims.sub,
      name:
        claims.name ||
        [claims.given_name, claims.family_name].filter(Boolean).join(' ') ||
        claims['cognito:username'],
      email: claims.email,
      image: claims.picture,
      emailVerified: isTrue(claims.email_verified),
    }),
    style: { brandColor: '#C17B9E' },
    options,
  }
}

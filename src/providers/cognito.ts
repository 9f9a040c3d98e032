import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import { readFlag } from './quirks/read-flag.js'

/** The claims that Amazon Cognito sends about a user. */
export interface CognitoProfile {
  sub: string
  name?: string
  given_name?: string
  family_name?: string
  email?: string
  /** A string in the user info response. */
  email_verified?: boolean | 'true' | 'false'
  picture?: string
  'cognito:username'?: string
  'cognito:groups'?: string[]
}

/** The options of the `Cognito` provider. */
export interface CognitoOptions extends OIDCUserConfig<CognitoProfile> {
  /** The region of the user pool, such as `eu-west-1`. */
  region?: string | undefined
  /** The id of the user pool, such as `eu-west-1_AbCdEfGhI`. */
  userPoolId?: string | undefined
}

/**
 * Signs in with Amazon Cognito.
 *
 * Register `/auth/callback/cognito` as the callback URL. Set `AUTH_COGNITO_ID` and
 * `AUTH_COGNITO_SECRET`. `region` and `userPoolId` default to `AUTH_COGNITO_REGION` and
 * `AUTH_COGNITO_USER_POOL_ID`. You can set `issuer` (`AUTH_COGNITO_ISSUER`) instead.
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
      emailVerified: readFlag(claims.email_verified),
    }),
    vouchesForEmail: false,
    style: { brandColor: '#C17B9E' },
    options,
  }
}

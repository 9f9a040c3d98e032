import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { CallbackParamsType } from '../model/oauth-parameters.js'
import { readFlag } from './quirks/read-flag.js'
import { signClientSecret, type ClientSecretKey } from './quirks/sign-client-secret.js'

/** The claims that Apple sends about a user. */
export interface AppleProfile {
  sub: string
  email?: string
  email_verified?: boolean | 'true' | 'false'
  /** Whether the address is a relay that hides the user's real address. */
  is_private_email?: boolean | 'true' | 'false'
}

/** The options of the `Apple` provider. */
export interface AppleOptions extends OIDCUserConfig<AppleProfile> {
  /**
   * The key that signs a new client secret for every request. Without it, set `clientSecret` to a
   * secret that you signed.
   */
  key?: ClientSecretKey | undefined
}

const issuer = 'https://appleid.apple.com'

/**
 * Signs in with Apple. `clientId` is a Services ID. Apple does not accept redirect URIs on
 * localhost.
 *
 * Register `/auth/callback/apple` as the redirect URI. Set `AUTH_APPLE_ID` and either
 * `AUTH_APPLE_SECRET` or `key`. Apple sends the name only at the first sign-in.
 *
 * @see https://developer.apple.com/documentation/signinwithapplerestapi
 * @see https://developer.apple.com/account/resources/identifiers/list/serviceId
 */
export default function Apple(options: AppleOptions = {}): OIDCConfig<AppleProfile> {
  const { key } = options
  return {
    id: 'apple',
    name: 'Apple',
    type: 'oidc',
    issuer,
    checks: ['state', 'nonce'],
    client: { token_endpoint_auth_method: key ? 'none' : 'client_secret_post' },
    authorization: { params: { scope: 'openid name email', response_mode: 'form_post' } },
    token: key && {
      prepare: async ({ body }, { clientId }) => {
        body.set('client_secret', await signClientSecret(key, { sub: clientId, aud: issuer }))
        return { body }
      },
    },
    expectedIssuer: ({ iss }, announced) => (iss === 'https://account.apple.com' ? iss : announced),
    profile: ({ sub, email, email_verified }, _tokens, { params }) => ({
      id: sub,
      name: readName(params) ?? email,
      email,
      emailVerified: readFlag(email_verified),
    }),
    style: { brandColor: '#000000', icon },
    options,
  }
}

/** The name arrives through the browser, so the user can change it. Use it for display only. */
function readName({ user }: CallbackParamsType): string | undefined {
  try {
    const { name } = JSON.parse(user ?? '{}') as { name?: Record<string, unknown> }
    const parts = [name?.['firstName'], name?.['lastName']].filter(
      (part) => typeof part === 'string',
    )
    return parts.join(' ').trim().slice(0, 100) || undefined
  } catch {
    return undefined
  }
}

const icon =
  'M12.152 6.896c-.948 0-2.415-1.078-3.96-1.04-2.04.027-3.91 1.183-4.961 3.014-2.117 3.675-.546 9.103 1.519 12.09 1.013 1.454 2.208 3.09 3.792 3.039 1.52-.065 2.09-.987 3.935-.987 1.831 0 2.35.987 3.96.948 1.637-.026 2.676-1.48 3.676-2.948 1.156-1.688 1.636-3.325 1.662-3.415-.039-.013-3.182-1.221-3.22-4.857-.026-3.04 2.48-4.494 2.597-4.559-1.429-2.09-3.623-2.324-4.39-2.376-2-.156-3.675 1.09-4.61 1.09zM15.53 3.83c.843-1.012 1.4-2.427 1.245-3.83-1.207.052-2.662.805-3.532 1.818-.78.896-1.454 2.338-1.273 3.714 1.338.104 2.715-.688 3.559-1.701'

import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { renameAuthorization } from './quirks/rename-authorization.js'

/** The user profile that Mercado Libre returns. */
export interface MercadoLibreProfile {
  id: number
  nickname: string
  first_name?: string
  last_name?: string
  email?: string
  thumbnail?: { picture_url?: string } | null
}

/** The options of the `MercadoLibre` provider. */
export interface MercadoLibreOptions extends OAuthUserConfig<MercadoLibreProfile> {
  /** The domain ending of the country: `com.ar`, `com.br`, `com.mx`, `cl`, … Default `com.ar`. */
  country?: string | undefined
}

/**
 * Signs in with Mercado Libre on the site of one country.
 *
 * Register `/auth/callback/mercadolibre` as the redirect URI. Set `AUTH_MERCADOLIBRE_ID` and
 * `AUTH_MERCADOLIBRE_SECRET`. `country` defaults to `AUTH_MERCADOLIBRE_COUNTRY`.
 *
 * @see https://developers.mercadolibre.com.ar/en_us/authentication-and-authorization
 * @see https://developers.mercadolibre.com.ar/devcenter
 */
export default function MercadoLibre(
  options: MercadoLibreOptions = {},
): OAuth2Config<MercadoLibreProfile> {
  return {
    id: 'mercadolibre',
    name: 'Mercado Libre',
    type: 'oauth',
    variables: { country: 'com.ar' },
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://auth.mercadolibre.{country}/authorization',
      params: { scope: 'read offline_access' },
      async request(context) {
        const url = new URL(await writeAuthorization(context))
        // In Brazil, the domain uses the Portuguese name.
        url.hostname = url.hostname.replace('mercadolibre.com.br', 'mercadolivre.com.br')
        return url
      },
    },
    token: 'https://api.mercadolibre.com/oauth/token',
    userinfo: 'https://api.mercadolibre.com/users/me',
    profile: ({ id, nickname, first_name, last_name, email, thumbnail }) => ({
      id,
      name: [first_name, last_name].filter(Boolean).join(' ') || nickname,
      email,
      image: thumbnail?.picture_url,
    }),
    vouchesForEmail: false,
    style: { brandColor: '#FFE600' },
    options,
  }
}

const writeAuthorization = renameAuthorization({})

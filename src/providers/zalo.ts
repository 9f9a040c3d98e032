import type { OAuth2Config, OAuthUserConfig } from '../model/oauth.js'
import { renameAuthorization } from './quirks/rename-authorization.js'
import { renameParams } from './quirks/rename-params.js'
import { reshapeAnswer } from './quirks/reshape-answer.js'

/** The user profile that Zalo returns. */
export interface ZaloProfile {
  /** The user's id in this app. */
  id: string
  name: string
  picture?: { data: { url: string } }
}

/**
 * Signs in with Zalo. It does not provide e-mail addresses.
 *
 * Register `/auth/callback/zalo` as the callback URL. Set the app id as `AUTH_ZALO_ID` and the
 * secret key as `AUTH_ZALO_SECRET`.
 *
 * @see https://developers.zalo.me/docs/social-api/tham-khao/user-access-token-v4
 * @see https://developers.zalo.me/apps
 */
export default function Zalo(
  options: OAuthUserConfig<ZaloProfile> = {},
): OAuth2Config<ZaloProfile> {
  return {
    id: 'zalo',
    name: 'Zalo',
    type: 'oauth',
    client: { token_endpoint_auth_method: 'client_secret_post' },
    authorization: {
      url: 'https://oauth.zaloapp.com/v4/permission',
      params: { scope: '' },
      request: renameAuthorization({ client_id: 'app_id' }),
    },
    token: {
      url: 'https://oauth.zaloapp.com/v4/access_token',
      prepare: ({ body }, { clientSecret }) => ({
        headers: { secret_key: clientSecret },
        body: renameParams(body, {
          client_id: 'app_id',
          client_secret: undefined,
          redirect_uri: undefined,
        }),
      }),
      conform: reshapeAnswer(({ error, error_name, error_description, ...tokens }) =>
        error
          ? { error: `${error as number}`, error_description: error_description ?? error_name }
          : tokens,
      ),
    },
    userinfo: {
      url: 'https://graph.zalo.me/v2.0/me',
      params: { fields: 'id,name,picture' },
      prepare: (_request, { tokens }) => ({
        headers: { authorization: undefined, access_token: tokens.access_token },
      }),
    },
    profile: ({ id, name, picture }) => ({ id, name, image: picture?.data.url }),
    style: { brandColor: '#0068FF', icon },
    options,
  }
}

const icon =
  'M12.49 10.2722v-.4496h1.3467v6.3218h-.7704a.576.576 0 01-.5763-.5729l-.0006.0005a3.273 3.273 0 01-1.9372.6321c-1.8138 0-3.2844-1.4697-3.2844-3.2823 0-1.8125 1.4706-3.2822 3.2844-3.2822a3.273 3.273 0 011.9372.6321l.0006.0005zM6.9188 7.7896v.205c0 .3823-.051.6944-.2995 1.0605l-.03.0343c-.0542.0615-.1815.206-.2421.2843L2.024 14.8h4.8948v.7682a.5764.5764 0 01-.5767.5761H0v-.3622c0-.4436.1102-.6414.2495-.8476L4.8582 9.23H.1922V7.7896h6.7266zm8.5513 8.3548a.4805.4805 0 01-.4803-.4798v-7.875h1.4416v8.3548H15.47zM20.6934 9.6C22.52 9.6 24 11.0807 24 12.9044c0 1.8252-1.4801 3.306-3.3066 3.306-1.8264 0-3.3066-1.4808-3.3066-3.306 0-1.8237 1.4802-3.3044 3.3066-3.3044zm-10.1412 5.253c1.0675 0 1.9324-.8645 1.9324-1.9312 0-1.065-.865-1.9295-1.9324-1.9295s-1.9324.8644-1.9324 1.9295c0 1.0667.865 1.9312 1.9324 1.9312zm10.1412-.0033c1.0737 0 1.945-.8707 1.945-1.9453 0-1.073-.8713-1.9436-1.945-1.9436-1.0753 0-1.945.8706-1.945 1.9436 0 1.0746.8697 1.9453 1.945 1.9453z'

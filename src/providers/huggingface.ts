import type { OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Hugging Face sends about a user. */
export interface HuggingFaceProfile extends Profile {
  sub: string
  preferred_username: string
  isPro?: boolean
}

/**
 * Signs in with Hugging Face.
 *
 * Register `/auth/callback/huggingface` as the redirect URI. Set `AUTH_HUGGINGFACE_ID` and
 * `AUTH_HUGGINGFACE_SECRET`.
 *
 * @see https://huggingface.co/docs/hub/oauth
 * @see https://huggingface.co/settings/applications/new
 */
export default function HuggingFace(
  options: OIDCUserConfig<HuggingFaceProfile> = {},
): OIDCConfig<HuggingFaceProfile> {
  return {
    id: 'huggingface',
    name: 'Hugging Face',
    type: 'oidc',
    issuer: 'https://huggingface.co',
    vouchesForEmail: false,
    style: { brandColor: '#FFD21E' },
    options,
  }
}

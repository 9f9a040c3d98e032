import type { LogoPart, OIDCConfig, OIDCUserConfig } from '../model/oauth.js'
import type { Profile } from '../model/records.js'

/** The claims that Google sends about a user. */
export interface GoogleProfile extends Profile {
  sub: string
  picture?: string
  /** The domain of the user's Google Workspace. */
  hd?: string
}

/**
 * Signs in with Google.
 *
 * Register `/auth/callback/google` as the redirect URI. Set `AUTH_GOOGLE_ID` and
 * `AUTH_GOOGLE_SECRET`.
 *
 * @see https://developers.google.com/identity/openid-connect/openid-connect
 * @see https://console.cloud.google.com/apis/credentials
 */
export default function Google(
  options: OIDCUserConfig<GoogleProfile> = {},
): OIDCConfig<GoogleProfile> {
  return {
    id: 'google',
    name: 'Google',
    type: 'oidc',
    issuer: 'https://accounts.google.com',
    offlineParams: { access_type: 'offline', prompt: 'consent' },
    style: { brandColor: '#4285F4', icon },
    options,
  }
}

/** The mark in its four colours, as Google's rules for sign-in buttons require. */
const icon: readonly LogoPart[] = [
  {
    color: '#4285F4',
    path: 'M22.56 12.25c0-.78-.07-1.53-.2-2.25H12v4.26h5.92c-.26 1.37-1.04 2.53-2.21 3.31v2.77h3.57c2.08-1.92 3.28-4.74 3.28-8.09z',
  },
  {
    color: '#34A853',
    path: 'M12 23c2.97 0 5.46-.98 7.28-2.66l-3.57-2.77c-.98.66-2.23 1.06-3.71 1.06-2.86 0-5.29-1.93-6.16-4.53H2.18v2.84C3.99 20.53 7.7 23 12 23z',
  },
  {
    color: '#FBBC05',
    path: 'M5.84 14.09c-.22-.66-.35-1.36-.35-2.09s.13-1.43.35-2.09V7.07H2.18C1.43 8.55 1 10.22 1 12s.43 3.45 1.18 4.93l2.85-2.22.81-.62z',
  },
  {
    color: '#EA4335',
    path: 'M12 5.38c1.62 0 3.06.56 4.21 1.64l3.15-3.15C17.45 2.09 14.97 1 12 1 7.7 1 3.99 3.47 2.18 7.07l3.66 2.84c.87-2.6 3.3-4.53 6.16-4.53z',
  },
]

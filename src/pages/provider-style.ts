import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import { acceptColor, writeColor } from '../http/accept-color.js'
import { acceptImage } from '../http/accept-url.js'
import { chooseInk } from './contrast.js'
import { drawLogo } from './provider-badge.js'

/** The brand style of a service. All values are validated, so your page can use them directly. */
export interface ProviderStyle {
  /** The brand colour, as hex. */
  readonly background: string | undefined
  /** A readable text colour for that background, as hex. */
  readonly text: string | undefined
  /** A path, an http(s) URL, or an image in a `data:` URL, such as the logo of a built-in provider. */
  readonly logo: string | undefined
}

/** Describes the brand style of a service. Invalid colours and images are left out. */
export function describeStyle(style: Readonly<OAuthProviderButtonStyles> = {}): ProviderStyle {
  const paint = acceptColor(style.brandColor) ?? acceptColor(style.bg)
  return {
    background: paint && writeColor(paint),
    text: paint && writeColor(chooseInk(paint, acceptColor(style.text))),
    logo: acceptImage(style.logo) ?? drawLogo(style),
  }
}

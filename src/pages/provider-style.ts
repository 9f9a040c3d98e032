import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import { acceptColor, writeColor } from './accept-color.js'
import { acceptImage } from './accept-url.js'
import { chooseInk } from './contrast.js'

/** The look of a service, with nothing in it that a page could not use as it is. */
export interface ProviderStyle {
  /** Colour of the brand, as hex. */
  readonly background: string | undefined
  /** A colour that can be read upon it, as hex. */
  readonly text: string | undefined
  /** A path, an http(s) URL, or a picture in a `data:` URL. */
  readonly logo: string | undefined
}

/** Describes the look of a service; what is no colour or no picture is left out. */
export function describeStyle(style: Readonly<OAuthProviderButtonStyles> = {}): ProviderStyle {
  const paint = acceptColor(style.brandColor) ?? acceptColor(style.bg)
  return {
    background: paint && writeColor(paint),
    text: paint && writeColor(chooseInk(paint, acceptColor(style.text))),
    logo: acceptImage(style.logo),
  }
}

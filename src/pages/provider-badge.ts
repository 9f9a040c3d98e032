import { html, type Html } from '../http/html.js'
import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import type { Theme } from '../model/options.js'
import { acceptColor } from './accept-color.js'
import { acceptImage, originOf } from './accept-url.js'
import { writePaint } from './style.js'

/** A service as its badge shows it. */
export interface Branded {
  readonly name: string
  readonly style?: Readonly<OAuthProviderButtonStyles> | undefined
}

/**
 * Renders the logo of a service, or its icon or initial on the colour of its brand; `index` tells its colours
 * from those of the others. `origins` are those that the page may load pictures from, besides its own paths.
 */
export function renderBadge(
  { name, style }: Branded,
  index: number,
  origins: readonly (string | undefined)[],
): Html {
  const initial = [...name.trim()][0]?.toUpperCase()
  const logo = acceptImage(style?.logo)
  const origin = originOf(logo)
  if (logo !== undefined && (origin === undefined || origins.includes(origin))) {
    return html`<span class="badge"><img alt="" src="${logo}" data-initial="${initial}" /></span>`
  }
  const icon = acceptPath(style?.icon)
  return icon === undefined
    ? html`<span class="badge painted provider-${index}" data-initial="${initial}"></span>`
    : html`<span class="badge painted provider-${index}">${renderIcon(icon)}</span>`
}

function renderIcon(path: string): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${path}" /></svg>`
}

/** Gives back the path of a picture; nothing that is not one, or that would make a page heavy. */
function acceptPath(value: unknown): string | undefined {
  const isPath =
    typeof value === 'string' && value.length <= 2048 && /^M[-\s\d.,a-z]+$/i.test(value)
  return isPath ? value : undefined
}

/** Writes the colours of a badge; nothing when the service brings none that we accept. */
export function writeBadgePaint(
  { style }: Branded,
  index: number,
  theme: Theme,
): string | undefined {
  const paint = acceptColor(style?.brandColor) ?? acceptColor(style?.bg)
  return paint && writePaint(`.provider-${index}`, theme, paint)
}

import { html, type Html } from '../http/html.js'
import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import type { Theme } from '../model/options.js'
import { acceptColor } from './accept-color.js'
import { acceptImage, originOf } from '../http/accept-url.js'
import { writePaint } from './style.js'

/** The name and brand style of a service. */
export interface Branded {
  readonly name: string
  readonly style?: Readonly<OAuthProviderButtonStyles> | undefined
}

/**
 * Renders a service's logo, or its icon or initial on its brand colour. `index` distinguishes the
 * CSS rules of the badges. The page may load images from `origins` and from its own site.
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

/** Returns a valid SVG path. Undefined if the value is not a path or is too long. */
function acceptPath(value: unknown): string | undefined {
  const isPath =
    typeof value === 'string' && value.length <= 2048 && /^M[-\s\d.,a-z]+$/i.test(value)
  return isPath ? value : undefined
}

/** Writes the CSS rule for a badge's colours. Empty if the service has no valid colours. */
export function writeBadgePaint(
  { style }: Branded,
  index: number,
  theme: Theme,
): string | undefined {
  const paint = acceptColor(style?.brandColor) ?? acceptColor(style?.bg)
  return paint && writePaint(`.provider-${index}`, theme, paint)
}

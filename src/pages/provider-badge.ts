import { html, type Html } from '../http/html.js'
import type { LogoPart, OAuthProviderButtonStyles } from '../model/oauth.js'
import type { Theme } from '../model/options.js'
import { acceptColor, writeColor, type Color } from '../http/accept-color.js'
import { measureContrast } from './contrast.js'
import { acceptImage, originOf } from '../http/accept-url.js'
import { writePaint } from './style.js'

/** The name and brand style of a service. */
export interface Branded {
  readonly name: string
  readonly style?: Readonly<OAuthProviderButtonStyles> | undefined
}

/**
 * Renders a service's logo, its icon, or its initial on its brand colour. `index` distinguishes the
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
  const parts = chooseParts(style)
  if (parts !== undefined) {
    return html`<span class="badge colored">${renderIcon(parts.map(renderPart))}</span>`
  }
  const icon = acceptPath(style?.icon)
  return icon === undefined
    ? html`<span class="badge painted provider-${index}" data-initial="${initial}"></span>`
    : html`<span class="badge painted provider-${index}"
        >${renderIcon(html`<path d="${icon}" />`)}</span
      >`
}

function renderIcon(paths: Html | readonly Html[]): Html {
  return html`<svg viewBox="0 0 24 24" aria-hidden="true">${paths}</svg>`
}

function renderPart({ path, color }: LogoPart): Html {
  return html`<path fill="${color}" d="${path}" />`
}

/** Draws a service's icon as an image in a `data:` URL. Undefined if it has none. */
export function drawLogo(style: Branded['style']): string | undefined {
  const path = acceptPath(style?.icon)
  const parts =
    chooseParts(style) ?? (path === undefined ? undefined : [{ path, color: '#000000' }])
  if (parts === undefined) return undefined
  const paths = parts.map((part) => `<path fill='${part.color}' d='${part.path}'/>`).join('')
  const svg = `<svg xmlns='http://www.w3.org/2000/svg' viewBox='0 0 24 24'>${paths}</svg>`
  return `data:image/svg+xml,${svg.replace(/[<>#]/g, encodeURIComponent)}`
}

/** Undefined if the service has no icon, or one whose colour can hardly be seen on white. */
function chooseParts(style: Branded['style']): readonly LogoPart[] | undefined {
  const path = acceptPath(style?.icon)
  if (path === undefined) return acceptParts(style?.icon)
  const paint = acceptColor(style?.brandColor)
  return paint === undefined || measureContrast(paint, white) < leastContrast
    ? undefined
    : [{ path, color: writeColor(paint) }]
}

const white: Color = [255, 255, 255]

/** Brands choose colours with less contrast than texts need. @see WCAG 2.2, 1.4.11: logotypes */
const leastContrast = 1.5

/** Undefined unless every part has a valid path and a valid colour. */
function acceptParts(value: unknown): readonly LogoPart[] | undefined {
  if (!Array.isArray(value) || value.length === 0 || value.length > mostParts) return undefined
  const parts = value.flatMap((part: Partial<LogoPart> | null | undefined) => {
    const path = acceptPath(part?.path)
    const color = acceptColor(part?.color)
    return path === undefined || color === undefined ? [] : [{ path, color: writeColor(color) }]
  })
  return parts.length === value.length ? parts : undefined
}

const mostParts = 8

const longestPath = 2200

/** Returns a valid SVG path. Undefined if the value is not a path or is too long. */
function acceptPath(value: unknown): string | undefined {
  const isPath =
    typeof value === 'string' && value.length <= longestPath && /^M[-\s\d.,a-z]+$/i.test(value)
  return isPath ? value : undefined
}

/** Writes the CSS rule for a badge's colours. Empty if the service has no valid colours. */
export function writeBadgePaint(
  { style }: Branded,
  index: number,
  theme: Theme,
): string | undefined {
  if (chooseParts(style) !== undefined) return undefined
  const paint = acceptColor(style?.brandColor) ?? acceptColor(style?.bg)
  return paint && writePaint(`.provider-${index}`, theme, paint)
}

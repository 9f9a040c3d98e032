import { html, trustedHtml, type Html } from '../http/html.js'
import type { Theme } from '../model/options.js'
import { acceptImage, acceptLink, originOf } from '../http/accept-url.js'
import { renderGlyph, type Glyph } from './glyphs.js'
import { renderRevealButton } from './reveal-button.js'
import { colorSchemes } from './palettes.js'
import { writeStylesheet } from './style.js'
import type { Language } from '../model/page-texts.js'

/** What every page needs. */
export interface PageShell {
  readonly theme: Theme
  /** The nonce of the Content-Security-Policy header, for the stylesheet. */
  readonly nonce: string
  /** The site's origin. The page shows its host and links to it. */
  readonly siteUrl: string
  /** The URL of the account page. Undefined if the app has none. */
  readonly accountUrl?: string | undefined
  readonly language: Language
}

/** The content of one page. */
export interface DocumentContent {
  readonly heading: string
  /** The same heading with markup, if a part of it has to be isolated. */
  readonly headingMarkup?: Html | undefined
  /** Comes before the heading in the page title, because the visitor should read it first. */
  readonly notice?: string | undefined
  /** Shown above the heading if the theme has no logo. */
  readonly glyph: Glyph | Html
  /** Comes before everything else: a link back to where the visitor came from. */
  readonly above?: Html | undefined
  /** Follows the heading inside the header. */
  readonly lead?: Html
  /** Follows the header. */
  readonly body: Html
  /** A URL that the browser opens at once. */
  readonly refreshTo?: string | undefined
  /** Extra CSS rules for this page, from `writePaint`. */
  readonly rules?: readonly string[]
}

/** Renders a whole document with one stylesheet, one card and one heading. */
export function renderDocument(shell: PageShell, content: DocumentContent): Html {
  const { theme, language } = shell
  const reveal = renderRevealButton(shell, content.body)
  const css = [writeStylesheet(theme), ...(content.rules ?? []), ...(reveal?.rules ?? [])].join(
    '\n',
  )
  const site = theme.name ?? describeSite(shell.siteUrl)?.host
  const isNamed = site !== undefined && content.heading.includes(site)
  const title = [content.notice, content.heading, isNamed ? undefined : site]
  return html`<!doctype html>
    <html lang="${language.code}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${colorSchemes(theme).join(' ')}" />
        <meta name="robots" content="noindex" />
        ${
          content.refreshTo !== undefined &&
          html`<meta http-equiv="refresh" content="0; url=${content.refreshTo}" />`
        }
        <title>${title.filter((part) => part !== undefined).join(' · ')}</title>
        <style nonce="${shell.nonce}">
          ${trustedHtml(css)}
        </style>
        ${renderStylesheet(shell)}
      </head>
      <body>
        <main>
          ${content.above && html`<p class="above">${content.above}</p>`}
          <header>
            ${renderMark(theme, content.glyph)}
            <h1>${content.headingMarkup ?? content.heading}</h1>
            ${content.lead}
          </header>
          ${content.body}
        </main>
        ${reveal?.markup}
      </body>
    </html> `
}

/**
 * Returns the logo's origin for `img-src`. Undefined if the theme has no logo or the logo is on
 * this site.
 */
export function logoOrigin(theme: Theme): string | undefined {
  return originOf(theme.logo)
}

function renderStylesheet({ theme, nonce }: PageShell): Html | undefined {
  const href = acceptLink(theme.stylesheet)
  return href === undefined
    ? undefined
    : html`<link rel="stylesheet" nonce="${nonce}" href="${href}" />`
}

/** Returns the site's URL and host. Undefined if `siteUrl` is not an http(s) URL. */
export function describeSite(siteUrl: string): { href: string; host: string } | undefined {
  const origin = originOf(siteUrl)
  return origin === undefined ? undefined : { href: origin, host: new URL(origin).host }
}

function renderMark(theme: Theme, glyph: Glyph | Html): Html {
  const logo = acceptImage(theme.logo)
  const icon = typeof glyph === 'string' ? renderGlyph(glyph) : glyph
  return logo === undefined
    ? html`<span class="mark brand painted">${icon}</span>`
    : html`<img class="logo" alt="" src="${logo}" />`
}

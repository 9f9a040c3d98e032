import { html, trustedHtml, type Html } from '../http/html.js'
import type { Theme } from '../model/options.js'
import { acceptImage, originOf } from './accept-url.js'
import { renderGlyph, type Glyph } from './glyphs.js'
import { colorSchemes } from './palettes.js'
import { writeStylesheet } from './style.js'
import type { Language } from '../model/page-texts.js'

/** What every page needs to know. */
export interface PageShell {
  readonly theme: Theme
  /** The nonce of this response's Content-Security-Policy; the stylesheet carries it. */
  readonly nonce: string
  /** The origin of the site, shown as its host and linked to. */
  readonly siteUrl: string
  readonly language: Language
}

/** What one page puts into the shell. */
export interface DocumentContent {
  readonly heading: string
  /** Stands in the title before the heading: what a visitor has to know first. */
  readonly notice?: string | undefined
  /** Stands above the heading when the theme has no logo. */
  readonly glyph: Glyph
  /** What follows the heading inside the header. */
  readonly lead?: Html
  /** What follows the header. */
  readonly body: Html
  /** Rules of this page only, from `writePaint`. */
  readonly rules?: readonly string[]
}

/** Renders a whole document: one stylesheet, one card, one heading. */
export function renderDocument(shell: PageShell, content: DocumentContent): Html {
  const { theme, language } = shell
  const css = [writeStylesheet(theme), ...(content.rules ?? [])].join('\n')
  const title = [content.notice, content.heading, describeSite(shell.siteUrl)?.host]
  return html`<!doctype html>
    <html lang="${language.code}" dir="${language.direction}">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${colorSchemes(theme).join(' ')}" />
        <meta name="robots" content="noindex" />
        <title>${title.filter((part) => part !== undefined).join(' · ')}</title>
        <style nonce="${shell.nonce}">
          ${trustedHtml(css)}
        </style>
      </head>
      <body>
        <main>
          <header>
            ${renderMark(theme, content.glyph)}
            <h1>${content.heading}</h1>
            ${content.lead}
          </header>
          ${content.body}
        </main>
      </body>
    </html> `
}

/** Gives the origin that the logo is loaded from, for `img-src`; nothing when it is none or of this site. */
export function logoOrigin(theme: Theme): string | undefined {
  return originOf(theme.logo)
}

/** Gives the address and the host of the site, when it is a web address. */
export function describeSite(siteUrl: string): { href: string; host: string } | undefined {
  const origin = originOf(siteUrl)
  return origin === undefined ? undefined : { href: origin, host: new URL(origin).host }
}

function renderMark(theme: Theme, glyph: Glyph): Html {
  const logo = acceptImage(theme.logo)
  return logo === undefined
    ? html`<span class="mark brand painted">${renderGlyph(glyph)}</span>`
    : html`<img class="logo" alt="" src="${logo}" />`
}

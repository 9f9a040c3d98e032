import { attributes, html, trustedHtml, type Html } from '../http/html.js'
import type { Theme } from '../model/options.js'
import { acceptColor, writeColor } from '../http/accept-color.js'
import { chooseInk } from './contrast.js'
import { fillText } from './fill-text.js'
import { colorSchemes, findAccent, palettes, type Scheme } from './palettes.js'
import type { Language } from '../model/page-texts.js'

/** What every mail can have. */
interface MailContent {
  readonly subject: string
  /** `{site}` is replaced with the site, in bold. */
  readonly heading: string
  /** The app's name, or its host. */
  readonly site: string
  /** Mail programs show it next to the subject. */
  readonly preview: string
  /** Above the button. */
  readonly lead?: Html | undefined
  /** A code that the user enters, and the text above it if it replaces the link. */
  readonly code?: { readonly text?: string; readonly value: string } | undefined
  /** The lines at the end. */
  readonly notes: readonly string[]
  /** A link below the notes, which does not look like the point of the mail. */
  readonly quietLink?: { readonly text: string; readonly url: string } | undefined
}

/** The button that most mails are about. */
interface MailButton {
  readonly button: string
  readonly link: string
  /** Above the link below the button. */
  readonly linkInstead: string
}

/** The texts of a mail. A mail with a code may have no button. */
export type MailWords = MailContent & (MailButton | { readonly [Name in keyof MailButton]?: never })

/**
 * Renders a mail that also works in old mail programs: tables, inline colours, and no images to
 * load.
 */
export function renderMailDocument(words: MailWords, theme: Theme, language: Language): Html {
  const { heading, site, preview, lead, code, notes, quietLink } = words
  const schemes = colorSchemes(theme)
  const direct = theme.name === undefined ? 'ltr' : 'auto'
  const [first = 'light', second] = schemes
  const color = chooseColors(theme, first)
  const direction = { lang: language.code, dir: language.direction }
  const title = `margin:0 0 ${lead ? 12 : 28}px;font-size:22px;line-height:1.3;font-weight:600;text-wrap:balance`
  const small = writeSmall(color)
  return html`<!doctype html>
    <html ${attributes(direction)}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="${schemes.join(' ')}" />
        <meta name="supported-color-schemes" content="${schemes.join(' ')}" />
        <meta name="format-detection" content="telephone=no, date=no, address=no, email=no" />
        <title>${words.subject}</title>
        <style>
          ${trustedHtml(writeRules(theme, schemes.join(' '), second))}
        </style>
      </head>
      <body class="page" style="margin:0;padding:0;background-color:${color.page}">
        <div style="display:none;max-height:0;overflow:hidden;mso-hide:all">${preview}</div>
        <table
          ${attributes(direction)}
          class="page"
          role="presentation"
          width="100%"
          cellpadding="0"
          cellspacing="0"
          border="0"
          style="background-color:${color.page}"
        >
          <tbody>
            <tr>
              <td align="center" style="padding:32px 12px">
                <table
                  class="card"
                  role="presentation"
                  width="100%"
                  cellpadding="0"
                  cellspacing="0"
                  border="0"
                  style="max-width:480px;background-color:${color.card};border:1px solid ${color.line};border-radius:16px"
                >
                  <tbody>
                    <tr>
                      <td
                        class="text"
                        align="center"
                        style="padding:40px 28px;color:${color.text};font-family:${font};font-size:16px;line-height:1.5;text-align:center"
                      >
                        <h1 style="${title}">
                          ${fillText(heading, { site: html`<strong dir="${direct}">${site}</strong>` })}
                        </h1>
                        ${lead && renderLead(lead)}${words.button !== undefined && renderButton(words, color)}
                        ${code && renderCode(code, color)}${words.button !== undefined && renderLink(words, color)}
                        <p class="muted" style="${small};padding-top:28px">
                          ${notes.map((note, index) => html`${index > 0 && html`<br />`}${note}`)}
                        </p>
                        ${
                          quietLink &&
                          html`<p style="${small};padding-top:28px">
                            <a class="muted" href="${quietLink.url}" style="color:${color.muted}"
                              >${quietLink.text}</a
                            >
                          </p>`
                        }
                      </td>
                    </tr>
                  </tbody>
                </table>
              </td>
            </tr>
          </tbody>
        </table>
      </body>
    </html> `
}

function renderLead(lead: Html): Html {
  return html`<p style="margin:0;padding-bottom:28px">${lead}</p>`
}

function renderButton({ link, button }: MailButton, color: Colors): Html {
  return html`<table
    role="presentation"
    align="center"
    cellpadding="0"
    cellspacing="0"
    border="0"
    style="margin:0 auto"
  >
    <tbody>
      <tr>
        <td
          class="button"
          align="center"
          bgcolor="${color.paint}"
          style="background-color:${color.paint};border:1px solid ${color.accent};border-radius:12px"
        >
          <a
            class="ink"
            href="${link}"
            style="display:inline-block;padding:14px 32px;color:${color.ink};font-size:16px;font-weight:600;text-decoration:none"
            >${button}</a
          >
        </td>
      </tr>
    </tbody>
  </table>`
}

function renderCode({ text, value }: NonNullable<MailContent['code']>, color: Colors): Html {
  const above =
    text !== undefined &&
    html`<p class="muted" style="margin:0;padding-top:28px;color:${color.muted}">${text}</p>`
  return html`${above}
    <p
      dir="ltr"
      style="margin:0;padding-top:4px;font-family:ui-monospace,Menlo,Consolas,monospace;font-size:34px;line-height:1.3;font-weight:700;letter-spacing:8px;text-indent:8px"
    >
      ${value}
    </p>`
}

/** Renders the link of the button, for mail programs that do not show the button. */
function renderLink({ link, linkInstead }: MailButton, color: Colors): Html {
  return html`<p class="muted" style="${writeSmall(color)};padding-top:28px">${linkInstead}</p>
    <p dir="ltr" style="margin:0;padding-top:4px;font-size:13px;line-height:1.5">
      <a class="muted" href="${link}" style="color:${color.muted};word-break:break-all">${link}</a>
    </p>`
}

function writeSmall({ muted }: Colors): string {
  return `margin:0;color:${muted};font-size:14px;line-height:1.5`
}

type Colors = Readonly<
  Record<'page' | 'card' | 'line' | 'text' | 'muted' | 'paint' | 'ink' | 'accent', string>
>

const font = "system-ui,-apple-system,'Segoe UI',Roboto,'Helvetica Neue',Arial,sans-serif"

function chooseColors(theme: Theme, scheme: Scheme): Colors {
  const colors = palettes[scheme]
  const paint = acceptColor(theme.brandColor)
  if (!paint) return colors
  return {
    ...colors,
    paint: writeColor(paint),
    ink: writeColor(chooseInk(paint, acceptColor(theme.buttonText))),
    accent: writeColor(findAccent(paint, scheme)),
  }
}

/**
 * Rules for the other colour scheme, for mail programs that support stylesheets. The others use the
 * inline colours.
 */
function writeRules(theme: Theme, names: string, second: Scheme | undefined): string {
  const root = `:root{color-scheme:${names};supported-color-schemes:${names}}`
  if (second === undefined) return root
  const color = chooseColors(theme, second)
  return `${root}
@media (prefers-color-scheme:dark){
.page{background-color:${color.page}!important}
.card{background-color:${color.card}!important;border-color:${color.line}!important}
.text{color:${color.text}!important}
.muted{color:${color.muted}!important}
.button{background-color:${color.paint}!important;border-color:${color.accent}!important}
.ink{color:${color.ink}!important}
}`
}

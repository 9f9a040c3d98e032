import { attributes, html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { describeSite, renderDocument, type PageShell } from './document.js'
import { listGlyph } from './factor-glyphs.js'
import { fillPlainText } from './fill-text.js'
import { renderSiteLink } from './site-link.js'

/** The input of the page that shows new recovery codes, once. */
export interface RecoveryCodesPageProps extends PageShell {
  /** The codes as the user sees them. */
  readonly codes: readonly string[]
  /** Where the button leads. */
  readonly continueUrl: string
  /** The texts in the language of the page. */
  readonly texts: FactorTexts
}

/** Renders the page with the recovery codes. They can be downloaded as a text file. */
export function renderRecoveryCodesPage(props: RecoveryCodesPageProps): Html {
  const { codes, texts } = props
  const next = acceptLink(props.continueUrl)
  const file = { class: 'button', download: 'recovery-codes.txt', href: writeFile(props) }
  return renderDocument(props, {
    heading: texts.recoveryCodes.heading,
    glyph: listGlyph,
    lead: html`<p class="lead">${texts.recoveryCodes.lead}</p>`,
    body: html`<div class="content">
      <ul class="codes" dir="ltr">
        ${codes.map((code) => html`<li>${code}</li>`)}
      </ul>
      <a ${attributes(file)}>${texts.buttons.download}</a>
      ${
        next === undefined
          ? renderSiteLink(props)
          : html`<a class="button brand painted" href="${next}">${texts.buttons.continue}</a>`
      }
    </div>`,
    rules,
  })
}

/** The file is part of the page, so that the codes do not have to be stored for another request. */
function writeFile({ codes, texts, siteUrl }: RecoveryCodesPageProps): string {
  const { host = '' } = describeSite(siteUrl) ?? {}
  const title = fillPlainText(texts.recoveryCodes.fileTitle, { site: host })
  // Text editors on Windows need both characters.
  const text = [title, '', ...codes, ''].join('\r\n')
  return `data:text/plain;charset=utf-8,${encodeURIComponent(text)}`
}

const rules: readonly string[] = [
  '.codes{display:grid;grid-template-columns:repeat(auto-fit,minmax(11rem,1fr));gap:.5rem 1rem;margin:0;padding:1.25rem 1rem;border:1px solid var(--line);border-radius:min(var(--radius),1rem);background:var(--page);list-style:none;text-align:center;font:600 .9375rem/1.6 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:normal}',
  'main:has(.codes){max-inline-size:32rem}',
]

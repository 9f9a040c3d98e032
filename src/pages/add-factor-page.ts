import { html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import type { ErrorWords } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderAlert } from './alert.js'
import { describeSite, renderDocument } from './document.js'
import { phoneGlyph } from './factor-glyphs.js'
import { fillText, isolate } from './fill-text.js'
import { firstSentence } from './first-sentence.js'
import { renderPageForm, type PageFormProps } from './page-form.js'
import { renderCodeField } from './proof-field.js'
import { describeLimit, describeWrongProof, type ProofProblem } from './proof-way.js'

/** The input of the page that adds an authenticator app. */
export interface AddFactorPageProps extends PageFormProps {
  /** The QR code as SVG, from `renderQrCode`. */
  readonly qrCode: Html
  /** The same as a link, for apps on this device. It starts with `otpauth://totp/`. */
  readonly otpauthUrl: string
  /** The secret in base32. The page shows it in groups of four. */
  readonly key: string
  /** Whether the user must add an app to sign in. */
  readonly isRequired: boolean
  /** Where the user goes without an app: the list of factors, or the sign-in page. */
  readonly cancelUrl?: string | undefined
  /** Why the last code was refused. */
  readonly problem?: ProofProblem | undefined
  /** Why the last attempt failed for another reason. */
  readonly error?: ErrorWords | undefined
  /** The texts in the language of the page. */
  readonly texts: FactorTexts
}

/** Renders the page with the QR code, the key and a form for the first code. It posts `code`. */
export function renderAddFactorPage(props: AddFactorPageProps): Html {
  const { texts, problem, error, language, isRequired } = props
  const words = texts.addApp
  const wrong = describeWrongProof('code', problem, texts)
  const alert = error ?? describeLimit(problem, texts, language)
  const site = describeSite(props.siteUrl)
  const cancelUrl = acceptLink(props.cancelUrl)
  const wayOut = isRequired ? language.texts.links.toSignIn : texts.buttons.cancel
  // The focus would scroll a phone past the QR code.
  const field = { problem: wrong, describedBy: 'ask', autofocus: wrong !== undefined }
  return renderDocument(props, {
    heading: words.heading,
    notice: alert?.title ?? (wrong === undefined ? undefined : firstSentence(wrong)),
    glyph: phoneGlyph,
    lead: html`${
        isRequired &&
        site &&
        html`<p class="lead">${fillText(words.required, { site: isolate(site.host) })}</p>`
      }
      <p class="lead">${words.lead}</p>`,
    body: html`${alert && renderAlert(alert)}
      <div class="content">
        <div class="qr" role="img" aria-label="${words.qrCode}">${props.qrCode}</div>
        ${renderAppLink(props)}
        <div class="key">
          <span>${words.key}</span>
          <code dir="ltr">${renderGroups(props.key)}</code>
        </div>
        <p class="step" id="ask">${words.typeCode}</p>
        ${renderPageForm(props, texts.buttons.confirm, [renderCodeField(field, texts)])}
        ${cancelUrl !== undefined && html`<a class="quiet" href="${cancelUrl}">${wayOut}</a>`}
      </div>`,
    rules,
  })
}

/** Inline elements instead of spaces, so that a copied key has none. */
function renderGroups(key: string): readonly Html[] {
  return (key.match(/.{1,4}/g) ?? []).map((group) => html`<span>${group}</span><wbr />`)
}

/** A phone cannot scan its own screen, so the stylesheet shows this link on touch screens. */
function renderAppLink({ otpauthUrl: url, texts }: AddFactorPageProps): Html | undefined {
  if (!/^otpauth:\/\/totp\/[\w.~!*'()%?&=:-]+$/.test(url)) return undefined
  return html`<a class="button app-link" href="${url}">${texts.addApp.openApp}</a>`
}

const rules: readonly string[] = [
  '.qr{justify-self:center;inline-size:13rem;max-inline-size:100%;padding:.25rem;border:1px solid var(--line);border-radius:1rem;background:#fff}',
  '.qr svg{display:block;inline-size:100%;block-size:auto}',
  '.app-link{display:none}@media (pointer:coarse){.app-link{display:block}}',
  '.key{display:grid;gap:.375rem;margin-block-start:.25rem;text-align:center}',
  '.key>span{color:var(--muted);font-size:.875rem}',
  '.key code{inline-size:calc(16ch + 3.25rem);max-inline-size:100%;margin:0 auto;font:600 1rem/1.6 ui-monospace,"SF Mono",Menlo,Consolas,monospace;overflow-wrap:normal;user-select:all;-webkit-user-select:all}',
  '.key code span{padding-inline:.375rem}',
  '.step{margin-block:.75rem .25rem;padding-block-start:1.25rem;border-block-start:1px solid var(--line);color:var(--muted);text-align:center}',
]

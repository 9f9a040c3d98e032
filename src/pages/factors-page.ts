import { attributes, html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import type { ErrorWords } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderAlert } from './alert.js'
import { describeBrowser } from './describe-browser.js'
import { renderDocument, type PageShell } from './document.js'
import { shieldGlyph } from './factor-glyphs.js'
import { fillPlainText, isolate } from './fill-text.js'
import { formatDay } from './format-date.js'
import { renderFormWith } from './page-form.js'
import { listRules, renderSection } from './list-section.js'
import { renderSiteLink } from './site-link.js'

/** A row of the list. An `AdapterFactor` has these fields. */
export interface ListedFactor {
  readonly id: string
  /** The name of an app, or the `User-Agent` of a remembered browser. */
  readonly name: string | null
  readonly createdAt: Date | null
  readonly lastUsedAt: Date | null
  readonly expires?: Date | null | undefined
}

/** The input of the page that lists the second factors of a user. */
export interface FactorsPageProps extends PageShell {
  readonly apps: readonly ListedFactor[]
  /** Passkeys that are second factors. They are removed where the app lists passkeys. */
  readonly passkeys?: readonly ListedFactor[] | undefined
  /** How many recovery codes are left. */
  readonly recoveryCodes: number
  /** Browsers in which no code is asked for. */
  readonly devices: readonly ListedFactor[]
  /** Whether the app requires a second factor of this user. */
  readonly isRequired: boolean
  /** The page that adds an authenticator app. Undefined if the app does not offer it. */
  readonly addUrl: string | undefined
  /** Forms post `factor`, which is an id, here. */
  readonly removeUrl: string
  /** A form without fields posts here and makes new recovery codes. */
  readonly recoveryCodesUrl: string
  /** Undefined if the CSRF check is turned off. The forms then have no token field. */
  readonly csrfToken: string | undefined
  /** The URL to open afterwards. */
  readonly callbackUrl: string | undefined
  /** Why the last attempt failed. */
  readonly error?: ErrorWords | undefined
  /** The texts in the language of the page. */
  readonly texts: FactorTexts
}

/** So few recovery codes that the user should make new ones. */
const fewCodes = 2

/** Renders the page on which a user sees and removes second factors. */
export function renderFactorsPage(props: FactorsPageProps): Html {
  const { apps, passkeys = [], devices, texts, error, isRequired } = props
  const { names, overview } = texts
  const hasApps = apps.length > 0
  const isOn = hasApps || passkeys.length > 0
  // The words for "off" offer an authenticator app.
  const off = props.addUrl === undefined ? undefined : overview.off
  const status = isOn ? (isRequired ? overview.required : overview.on) : off
  return renderDocument(props, {
    heading: names.twoStep,
    notice: error?.title,
    glyph: shieldGlyph,
    ...(status !== undefined && { lead: html`<p class="lead">${status}</p>` }),
    body: html`${error && renderAlert(error)}
      <div class="content sections">
        ${
          passkeys.length > 0 &&
          renderSection(
            names.passkey,
            undefined,
            renderRows(
              { ...props, removeUrl: undefined },
              passkeys,
              (row) => row.name ?? names.passkey,
            ),
          )
        }
        ${isOn ? renderApps(props) : renderAddLink(props, 'button brand painted')}
        ${isOn && renderCodes(props)}
        ${
          devices.length > 0 &&
          renderSection(
            names.browsers,
            overview.aboutBrowsers,
            renderRows(props, devices, (row) => describeBrowser(row.name)),
          )
        }
        ${renderSiteLink(props, props.callbackUrl)}
      </div>`,
    rules: listRules,
  })
}

/** Renders the authenticator apps and the link that adds one. */
function renderApps(props: FactorsPageProps): Html | undefined {
  const { apps, texts } = props
  const addLink = renderAddLink(props, 'button')
  if (apps.length === 0 && addLink === undefined) return undefined
  const rows = apps.length > 0 && renderRows(props, apps, (row) => row.name)
  return renderSection(texts.names.app, undefined, html`${rows}${addLink}`)
}

function renderAddLink({ addUrl, texts }: FactorsPageProps, look: string): Html | undefined {
  const href = acceptLink(addUrl)
  return href === undefined
    ? undefined
    : html`<a class="${look}" href="${href}">${texts.buttons.addApp}</a>`
}

function renderCodes(props: FactorsPageProps): Html {
  const { recoveryCodes: count, texts } = props
  const { overview, names, buttons } = texts
  const form = { ...props, action: props.recoveryCodesUrl }
  const isLow = count <= fewCodes
  return renderSection(
    names.recoveryCodes,
    overview.aboutRecoveryCodes,
    html`<ul class="rows">
      <li>
        <div>
          <strong>${fillPlainText(overview.codesLeft, { count: String(count) })}</strong>
          ${isLow && html`<span class="low">${overview.fewCodes}</span>`}
        </div>
        ${renderFormWith(
          form,
          html`<button type="submit" class="small">${buttons.newCodes}</button>`,
        )}
      </li>
    </ul>`,
  )
}

/** A list without `removeUrl` has no buttons. */
type RowProps = Omit<FactorsPageProps, 'removeUrl'> & { readonly removeUrl: string | undefined }

function renderRows(
  props: RowProps,
  rows: readonly ListedFactor[],
  nameOf: (row: ListedFactor) => string | null | undefined,
): Html {
  const items = rows.map((row) => renderRow(props, row, nameOf(row)))
  return html`<ul class="rows">
    ${items}
  </ul>`
}

function renderRow(props: RowProps, row: ListedFactor, given: string | null | undefined): Html {
  const { texts, language, removeUrl } = props
  const { names, buttons, overview } = texts
  const isDevice = row.expires instanceof Date
  const name = given ?? (isDevice ? names.unknownBrowser : names.app)
  const { createdAt, lastUsedAt, expires } = row
  const write = (text: string, date: Date): string =>
    fillPlainText(text, { date: formatDay(date, language.code) })
  const facts = [
    expires ? write(overview.until, expires) : createdAt && write(overview.added, createdAt),
    lastUsedAt ? write(overview.lastUsed, lastUsedAt) : undefined,
  ].filter((fact) => typeof fact === 'string')
  const label = { 'aria-label': fillPlainText(buttons.removeNamed, { name }) }
  return html`<li>
    <div>
      <strong>${isolate(name)}</strong>
      <p>${facts.map((fact) => html`<span>${fact}</span> `)}</p>
    </div>
    ${
      removeUrl !== undefined &&
      renderFormWith(
        { ...props, action: removeUrl, hidden: { factor: row.id } },
        html`<button type="submit" class="small" ${attributes(label)}>${buttons.remove}</button>`,
      )
    }
  </li>`
}

import { attributes, html, trustedHtml, type Html } from '../http/html.js'
import type {
  AccountDescription,
  Activity,
  ConnectableProvider,
  ConnectedAccount,
  DeviceSession,
  Passkey,
} from '../model/account-description.js'
import type { AccountTexts } from '../model/account-texts.js'
import type { AuditEvent } from '../model/audit.js'
import type { ErrorWords } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { renderAlert } from './alert.js'
import { dangerRules } from './delete-account-page.js'
import { describeBrowser } from './describe-browser.js'
import { renderDocument, type PageShell } from './document.js'
import { fillPlainText, isolate } from './fill-text.js'
import { formatDay, formatMoment } from './format-date.js'
import { renderHiddenInputs } from './hidden-inputs.js'
import { listRules, renderSection } from './list-section.js'
import { renderFormWith } from './page-form.js'
import { renderSiteLink } from './site-link.js'

/** The input of the account page. */
export interface AccountPageProps extends PageShell {
  readonly account: AccountDescription
  /** Undefined if the CSRF check is turned off. The forms then have no token field. */
  readonly csrfToken: string | undefined
  /** The path of the auth routes, for the passkey script. */
  readonly basePath: string
  /** The URL of the auth routes, without a slash at the end. */
  readonly routesUrl: string
  /** The URL of this page, to come back to. */
  readonly accountUrl: string
  /** Undefined if the app has no passkeys. */
  readonly passkeyScriptUrl: string | undefined
  /** Whether the app leaves the section of the address out. */
  readonly hidesAddress: boolean
  /** What was wrong with the form for a new address. */
  readonly addressProblem: AddressProblem | undefined
  /** Why the last form was refused. */
  readonly error: ErrorWords | undefined
  /** The texts in the language of the page. */
  readonly texts: AccountTexts
}

/** What is wrong with a field of the form for a new address. */
export interface AddressProblem {
  readonly field: 'email' | 'currentPassword'
  readonly sentence: string
}

/** Renders the account page. Every form works without JavaScript, except that for a new passkey. */
export function renderAccountPage(props: AccountPageProps): Html {
  const { account, texts, error, passkeyScriptUrl } = props
  const { user } = account
  const script = acceptLink(passkeyScriptUrl)
  return renderDocument(props, {
    heading: texts.headings.account,
    notice: error?.title,
    glyph: personGlyph,
    lead: user.name === undefined ? html`` : html`<p class="lead">${isolate(user.name)}</p>`,
    body: html`${error && renderAlert(error)}
      <div class="content sections">
        ${renderAddress(props)} ${renderPassword(props)} ${renderAccounts(props)}
        ${renderPasskeys(props)} ${renderSecondFactor(props)} ${renderSessions(props)}
        ${renderActivity(props)} ${renderData(props)} ${renderSignOut(props)}
        ${renderSiteLink(props)}
      </div>
      ${
        script !== undefined &&
        html`<script type="module" nonce="${props.nonce}" src="${script}"></script>`
      }`,
    rules: [...listRules, ...dangerRules, ...rules],
  })
}

/** What a row of a list says, and what the user can do with it. */
interface Row {
  /** A name, in bold. */
  readonly title?: Html | string
  readonly facts?: readonly (string | undefined)[]
  readonly action?: Html | undefined
}

function renderRows(rows: readonly Row[]): Html {
  const items = rows.map(({ title, facts = [], action }) => {
    const known = facts.filter((fact) => fact !== undefined)
    return html`<li>
      <div>
        ${title !== undefined && html`<strong>${title}</strong>`}
        ${known.length > 0 && html`<p>${known.map((fact) => html`<span>${fact}</span> `)}</p>`}
      </div>
      ${action}
    </li>`
  })
  return html`<ul class="rows">
    ${items}
  </ul>`
}

function renderLink(url: string, text: string, look = 'small'): Html | undefined {
  const href = acceptLink(url)
  return href === undefined ? undefined : html`<a class="${look}" href="${href}">${text}</a>`
}

/** A button in a form of its own. */
interface ActionButton {
  readonly route: string
  readonly text: string
  readonly label?: string | undefined
  readonly hidden?: Readonly<Record<string, string | undefined>>
  readonly look?: string
}

function renderAction(
  { routesUrl, csrfToken }: AccountPageProps,
  { route, text, label, hidden, look = 'small' }: ActionButton,
): Html {
  const form = { action: `${routesUrl}/${route}`, csrfToken, callbackUrl: undefined, hidden }
  const own = attributes({ 'aria-label': label })
  return renderFormWith(form, html`<button type="submit" class="${look}" ${own}>${text}</button>`)
}

function renderAddress(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { user, address } = account
  if (props.hidesAddress || (user.email === undefined && !address)) return undefined
  const { confirmed, unconfirmed, missing } = texts.address
  const status = user.isEmailVerified ? confirmed : unconfirmed
  const row =
    user.email === undefined
      ? { facts: [missing] }
      : { title: isolate(user.email), facts: [status] }
  return renderSection(
    texts.headings.address,
    undefined,
    html`${renderRows([row])} ${address && renderAddressForm(props, address.needsPassword)}`,
  )
}

function renderAddressForm(props: AccountPageProps, needsPassword: boolean): Html {
  const { routesUrl, csrfToken, texts } = props
  const { change, newAddress, currentPassword, send, hint } = texts.address
  const problem = props.addressProblem
  const email = { id: 'new-email', name: 'email', type: 'email', autocomplete: 'email', dir: 'ltr' }
  const password = { id: 'current', name: 'currentPassword', type: 'password' }
  const content = html`<div class="fields">
      ${renderField(newAddress, { ...email, required: true }, findProblem(problem, 'email'))}
      ${
        needsPassword &&
        renderField(
          currentPassword,
          { ...password, autocomplete: 'current-password', required: true },
          findProblem(problem, 'currentPassword'),
        )
      }
    </div>
    <button type="submit" class="button">${send}</button>`
  const form = { action: `${routesUrl}/change-email`, csrfToken, callbackUrl: props.accountUrl }
  return html`<details ${attributes({ open: problem !== undefined })}>
    <summary>${change}</summary>
    ${renderFormWith(form, content)}
    <p class="about">${hint}</p>
  </details>`
}

function findProblem(
  problem: AddressProblem | undefined,
  field: AddressProblem['field'],
): string | undefined {
  return problem?.field === field ? problem.sentence : undefined
}

function renderField(
  label: string,
  own: Readonly<Record<string, string | boolean>>,
  problem?: string,
): Html {
  const problemId = `${own['id']}-error`
  const state =
    problem === undefined ? {} : { 'aria-invalid': 'true', 'aria-describedby': problemId }
  return html`<div class="field">
    <label for="${own['id']}">${label}</label> <input ${attributes({ ...own, ...state })} />
    ${problem !== undefined && html`<p id="${problemId}" class="problem" role="alert">${problem}</p>`}
  </div>`
}

function renderPassword({ account, texts }: AccountPageProps): Html | undefined {
  const { password } = account
  if (!password) return undefined
  const { isSet, notSet, change, add } = texts.password
  const action = renderLink(password.url, password.isSet ? change : add)
  const row = { facts: [password.isSet ? isSet : notSet], action }
  return renderSection(texts.headings.password, undefined, renderRows([row]))
}

function renderAccounts(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.accounts) return undefined
  const { connected, others } = account.accounts
  const rows = [
    ...connected.map((one) => connectedRow(props, one)),
    ...others.map((one) => otherRow(props, one)),
  ]
  return renderSection(texts.headings.accounts, texts.accounts.about, renderRows(rows))
}

function connectedRow(props: AccountPageProps, one: ConnectedAccount): Row {
  const { connected, ended, disconnect, disconnectNamed } = props.texts.accounts
  const { provider, providerAccountId, name, needsSignIn } = one
  return {
    title: isolate(name),
    facts: [needsSignIn ? ended : connected],
    action: renderAction(props, {
      route: 'unlink-account',
      text: disconnect,
      label: fillPlainText(disconnectNamed, { provider: name }),
      hidden: { provider, providerAccountId },
    }),
  }
}

function otherRow(props: AccountPageProps, { id, name }: ConnectableProvider): Row {
  const { connect, connectNamed } = props.texts.accounts
  return {
    title: isolate(name),
    action: renderAction(props, {
      route: `signin/${encodeURIComponent(id)}`,
      text: connect,
      label: fillPlainText(connectNamed, { provider: name }),
      hidden: { link: 'true', callbackUrl: props.accountUrl },
    }),
  }
}

function renderPasskeys(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.passkeys) return undefined
  const { provider, list } = account.passkeys
  const rows = list.map((passkey, index) => renderPasskey(props, passkey, index))
  return renderSection(
    texts.headings.passkeys,
    texts.passkeys.about,
    html`${
      rows.length > 0 &&
      html`<ul class="rows">
        ${rows}
      </ul>`
    }
    ${renderAddPasskey(props, provider)}`,
  )
}

function renderPasskey(props: AccountPageProps, passkey: Passkey, index: number): Html {
  const { texts, language, routesUrl, csrfToken } = props
  const {
    unnamed,
    added,
    lastUsed,
    rename,
    name: label,
    save,
    remove,
    removeNamed,
  } = texts.passkeys
  const name = passkey.name ?? unnamed
  const facts = [
    writeDay(added, passkey.createdAt, language.code),
    writeDay(lastUsed, passkey.lastUsedAt, language.code),
  ].filter((fact) => fact !== undefined)
  const hidden = { passkey: passkey.id }
  const form = { action: `${routesUrl}/rename-passkey`, csrfToken, callbackUrl: undefined, hidden }
  const field = { id: `name-${index}`, name: 'name', value: passkey.name ?? '', maxlength: '64' }
  return html`<li>
    <div>
      <strong>${isolate(name)}</strong>
      <p>${facts.map((fact) => html`<span>${fact}</span> `)}</p>
      <details>
        <summary>${rename}</summary>
        ${renderFormWith(
          form,
          html`${renderField(label, { ...field, required: true, autocomplete: 'off' })}
            <button type="submit" class="small">${save}</button>`,
        )}
      </details>
    </div>
    ${renderAction(props, {
      route: 'remove-passkey',
      text: remove,
      label: fillPlainText(removeNamed, { name }),
      hidden,
    })}
  </li>`
}

/** The script shows this form. Without it the user sees an explanation instead of a button. */
function renderAddPasskey(props: AccountPageProps, provider: string): Html {
  const { language, texts, csrfToken, accountUrl, basePath } = props
  const { signIn, errors } = language.texts
  const sentences = {
    general: errors.general.sentence,
    WebAuthnVerificationError: errors.WebAuthnVerificationError.sentence,
    TooManyRequests: errors.TooManyRequests.sentence,
    cancelled: signIn.passkeyCancelled,
    'already-registered': errors.AccountNotLinked.sentence,
    unsupported: signIn.passkeysUnavailable,
  }
  const words = {
    'data-passkey': provider,
    'data-base-path': basePath,
    'data-texts': JSON.stringify(sentences),
  }
  return html`<form method="post" hidden ${attributes(words)}>
      ${renderHiddenInputs({ csrfToken, callbackUrl: accountUrl })}
      <button type="submit" class="button" value="register">${texts.passkeys.add}</button>
    </form>
    <p class="alert" role="alert" hidden></p>
    <noscript><p class="about">${signIn.passkeysUnavailable}</p></noscript>`
}

function renderSecondFactor({ account, texts }: AccountPageProps): Html | undefined {
  const { secondFactor } = account
  if (!secondFactor) return undefined
  const { on, off, manage, setUp } = texts.twoStep
  const { isOn, url } = secondFactor
  const row = { facts: [isOn ? on : off], action: renderLink(url, isOn ? manage : setUp) }
  return renderSection(texts.headings.twoStep, undefined, renderRows([row]))
}

function renderSessions(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  const { sessions } = account
  if (!sessions) return undefined
  const rows = sessions.map((session) => sessionRow(props, session))
  const hasOthers = sessions.some(({ isCurrent }) => !isCurrent)
  return renderSection(
    texts.headings.sessions,
    texts.sessions.about,
    html`${renderRows(rows)}
    ${
      hasOthers &&
      renderAction(props, {
        route: 'end-session',
        text: texts.sessions.endOthers,
        hidden: { others: 'true' },
        look: 'button',
      })
    }`,
  )
}

function sessionRow(props: AccountPageProps, session: DeviceSession): Row {
  const { sessions } = props.texts
  const { id, isCurrent, createdAt, userAgent } = session
  const name = describeBrowser(userAgent) ?? sessions.unknownBrowser
  return {
    title: isolate(name),
    facts: [
      isCurrent ? sessions.thisBrowser : undefined,
      writeMoment(sessions.since, createdAt, props.language.code),
    ],
    action: isCurrent
      ? undefined
      : renderAction(props, {
          route: 'end-session',
          text: sessions.end,
          label: fillPlainText(sessions.endNamed, { name }),
          hidden: { session: id },
        }),
  }
}

function renderActivity(props: AccountPageProps): Html | undefined {
  const { account, texts } = props
  if (!account.activity) return undefined
  const rows = account.activity
    .map((record) => activityRow(props, record))
    .filter((row) => row !== undefined)
  return renderSection(
    texts.headings.activity,
    rows.length === 0 ? texts.activity.empty : undefined,
    html`${rows.length > 0 && renderRows(rows)}`,
  )
}

function activityRow({ texts, language }: AccountPageProps, record: Activity): Row | undefined {
  const name = activityNames[record.event]
  if (name === undefined) return undefined
  return {
    title: texts.activity[name],
    facts: [formatMoment(new Date(record.time), language.code), describeBrowser(record.userAgent)],
  }
}

/** Events that are not listed mean nothing to a user. */
const activityNames: Partial<Record<AuditEvent, keyof AccountTexts['activity']>> = {
  'signed-in': 'signedIn',
  'signed-out': 'signedOut',
  refused: 'refused',
  'session-revoked': 'sessionEnded',
  'user-created': 'accountCreated',
  linked: 'connected',
  unlinked: 'disconnected',
  'factor-added': 'factorAdded',
  'factor-removed': 'factorRemoved',
  'recovery-code-used': 'recoveryCodeUsed',
  'recovery-codes-made': 'recoveryCodesMade',
  'password-changed': 'passwordChanged',
  'password-removed': 'passwordRemoved',
  'address-verified': 'addressConfirmed',
  'address-changed': 'addressChanged',
  'address-restored': 'addressChanged',
}

function renderData(props: AccountPageProps): Html | undefined {
  const { account, texts, routesUrl } = props
  const { aboutDownload, download, aboutDelete, delete: deletion } = texts.data
  const rows = [
    account.canExport && {
      facts: [aboutDownload],
      action: renderAction(props, { route: 'export-account', text: download }),
    },
    account.canDelete && {
      facts: [aboutDelete],
      action: renderLink(`${routesUrl}/delete-account`, deletion, 'small danger'),
    },
  ].filter((row) => row !== false)
  return rows.length === 0
    ? undefined
    : renderSection(texts.headings.data, undefined, renderRows(rows))
}

function renderSignOut(props: AccountPageProps): Html {
  return renderAction(props, { route: 'signout', text: props.texts.signOut, look: 'button' })
}

function writeDay(text: string, date: Date | undefined, code: string): string | undefined {
  return date && fillPlainText(text, { date: formatDay(date, code) })
}

function writeMoment(text: string, date: Date | undefined, code: string): string | undefined {
  return date && fillPlainText(text, { date: formatMoment(date, code) })
}

const personGlyph: Html = trustedHtml(
  '<svg viewBox="0 0 24 24" aria-hidden="true"><circle cx="12" cy="8.25" r="3.75"/><path d="M4.75 20.25c.9-3.6 3.75-5.5 7.25-5.5s6.35 1.9 7.25 5.5"/></svg>',
)

const rules: readonly string[] = [
  'a.small{display:inline-grid;place-items:center;text-decoration:none}',
  'details{margin-block-start:.25rem}',
  'summary{inline-size:fit-content;min-block-size:2rem;padding-block:.25rem;color:var(--muted);font-size:.9375rem;cursor:pointer}',
  'details form{margin-block:.75rem!important}',
  'section>form{margin-block-start:.5rem!important}',
]

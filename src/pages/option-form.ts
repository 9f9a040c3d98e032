import { attributes, html, type Html } from '../http/html.js'
import type { CredentialInput } from '../model/credentials.js'
import type { EnteredNames } from '../model/entered-names.js'
import type { ErrorWords, PageTexts } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { alertId, renderAlert, renderFieldAlert } from './alert.js'
import type { ButtonOption, FormOption } from './arrange-options.js'
import { chevronRules } from './chevron.js'
import {
  emailInput,
  isPassword,
  isSeen,
  renderField,
  type FieldProblem,
} from './credential-field.js'
import { renderForgotLink, type PasswordLinks } from './password-links.js'
import { renderBadge } from './provider-badge.js'
import { isolate } from './fill-text.js'
import {
  isNamedByApp,
  labelOption,
  nameOption,
  type CredentialsOption,
  type EmailOption,
  type SignInOption,
} from './sign-in-option.js'

/** What all options of a page share. */
export interface OptionSurroundings {
  readonly texts: PageTexts['signIn']
  readonly errors: PageTexts['errors']
  /** The hidden inputs of every form. */
  readonly hidden: Html
  readonly email: string | undefined
  /** What the visitor entered in the form that failed. */
  readonly entered: EnteredNames | undefined
  /** The option that the visitor used last time. */
  readonly lastUsed: SignInOption | undefined
  /** The error of one option, if the page shows it there. */
  readonly error: OptionError | undefined
  /** The link next to the form of a provider that stores passwords. */
  readonly links: PasswordLinks | undefined
  /** Whether the browser offers passkeys in the autofill of the open form. */
  readonly offersPasskeys: boolean
  /** The origins that the page may load images from, besides its own site. */
  readonly imageOrigins: readonly (string | undefined)[]
}

/** An error that belongs to one option. */
export interface OptionError {
  readonly option: SignInOption
  readonly words: ErrorWords
}

/** How a button of the list is shown. */
export interface ButtonPlace {
  /** Distinguishes the CSS rules of the buttons. */
  readonly index: number
  /** Whether the button shows the name of its service only. Its accessible name says the rest. */
  readonly isShort: boolean
}

/** Renders an option that needs no more than a click. */
export function renderButtonOption(
  option: ButtonOption,
  { index, isShort }: ButtonPlace,
  around: OptionSurroundings,
): Html {
  const name = nameOption(option, around.texts)
  if (option.type === 'credentials') {
    return renderForm(option.callbackUrl, [
      around.hidden,
      renderCredentials(option, around),
      renderButton({ option, look: 'button' }, name, around),
    ])
  }
  const badge = renderBadge(option, index, around.imageOrigins)
  const content = html`${badge}<span>${isShort ? isolate(option.name) : name}</span>`
  const own = { 'aria-label': isShort && labelOption(option, around.texts) }
  return renderForm(option.signinUrl, [
    around.hidden,
    renderButton({ option, look: 'button with-badge', own }, content, around),
  ])
}

/** Renders the open form, which has the main button of the page. */
export function renderOpenForm(
  form: FormOption,
  mail: EmailOption | undefined,
  around: OptionSurroundings,
): Html {
  const main = { option: form, look: 'button brand painted' }
  return renderForm(addressOf(form), [
    around.hidden,
    renderInputs(form, around, mail),
    renderButton(main, labelSubmit(form, around), around),
    html`${mail && renderMailButton(mail, around)}`,
  ])
}

/** The CSS rules of a form behind a summary. */
export const foldedRules: readonly string[] = [
  'summary{padding:.5rem;border-radius:min(var(--radius),1rem);color:var(--muted);font-size:.9375rem;font-weight:600;text-align:center;cursor:pointer}',
  'summary:hover{background:var(--hover)}',
  'details[open]>summary{margin-block-end:.75rem}',
  ...chevronRules,
]

/** Renders a form behind a summary. It is open if it has an error. */
export function renderFoldedForm(form: FormOption, around: OptionSurroundings): Html {
  const open = attributes({ open: findError(form, around) !== undefined })
  return html`<details ${open}>
    <summary>${nameOption(form, around.texts)}</summary>
    ${renderForm(addressOf(form), [
      around.hidden,
      renderInputs(form, { ...around, offersPasskeys: false }),
      renderButton({ option: form, look: 'button' }, labelSubmit(form, around), around),
    ])}
  </details>`
}

/** Finds the error that the page shows at an option. */
export function findError(
  option: SignInOption | undefined,
  { error }: OptionSurroundings,
): ErrorWords | undefined {
  return option !== undefined && option === error?.option ? error.words : undefined
}

/** A submit button of an option. */
export interface OptionButton {
  readonly option: SignInOption
  readonly look: string
  /** The URL that the form is sent to, if it is not the form's own. Must be safe. */
  readonly action?: string
  /** Other attributes of the button. */
  readonly own?: Readonly<Record<string, unknown>>
}

/**
 * Renders a submit button. The tag of the last used option is next to it, because inside it would
 * become part of the button's accessible name.
 */
export function renderButton(
  { option, look, action, own = {} }: OptionButton,
  content: Html,
  { texts, lastUsed }: OptionSurroundings,
): Html {
  const isLastUsed = option === lastUsed
  const all = { class: look, ...own, 'aria-describedby': isLastUsed && 'last-used' }
  const elsewhere = action !== undefined && html`formaction="${action}"`
  const button = html`<button type="submit" ${elsewhere} ${attributes(all)}>${content}</button>`
  if (!isLastUsed) return button
  return html`<div class="last-used brand">
    ${button}
    <span class="tag painted" id="last-used">${texts.lastUsed}</span>
  </div>`
}

/** Renders the fields of a form that has no error. */
export function renderFields(
  providerId: string,
  inputs: Readonly<Record<string, Readonly<CredentialInput>>>,
): readonly Html[] {
  return Object.entries(inputs).map(([name, field]) => renderField({ providerId, name }, field))
}

function labelSubmit(form: FormOption, { texts }: OptionSurroundings): Html {
  return isNamedByApp(form) ? nameOption(form, texts) : html`${texts.continue}`
}

function addressOf(form: FormOption): string {
  return form.type === 'email' ? form.signinUrl : form.callbackUrl
}

function renderForm(action: string, content: readonly Html[]): Html {
  return html`<form method="post" ${attributes({ action: acceptLink(action) })}>${content}</form>`
}

/** The browser does not insist on a password, because the link replaces it. */
function renderMailButton(mail: EmailOption, around: OptionSurroundings): Html {
  // An unsafe address must not send the form, with its password, to the form's own address.
  const action = acceptLink(mail.signinUrl)
  if (action === undefined) return html``
  const button = { option: mail, look: 'button plain', action, own: { formnovalidate: true } }
  return renderButton(button, html`${around.texts.mailInstead}`, around)
}

function renderInputs(form: FormOption, around: OptionSurroundings, mail?: EmailOption): Html {
  return form.type === 'email'
    ? renderEmailField(form, around)
    : renderCredentials(form, around, mail)
}

function renderEmailField(option: EmailOption, around: OptionSurroundings): Html {
  const { texts, email } = around
  const value = findEntered(option, 'email', around) ?? email
  const field = offerPasskeys({ ...emailInput(texts.email), value }, around)
  const problem = problemBelow(findError(option, around))
  return renderField({ providerId: option.id, name: 'email', problem }, field)
}

function renderCredentials(
  option: CredentialsOption,
  around: OptionSurroundings,
  mail?: EmailOption,
): Html {
  const error = findError(option, around)
  const entries = Object.entries(option.credentials)
  const first = entries.find(([, field]) => isSeen(field))?.[0]
  const focused = findPasswordToRetype(option, around) ?? first
  const fields = entries.map(([name, field]) => {
    const mailed = name === 'email' ? mail : undefined
    const problem = problemBelow(findError(mailed, around)) ?? problemAbove(error, name === focused)
    const value = findEntered(option, name, around) ?? findEntered(mailed, name, around)
    const filled = value === undefined ? field : { ...field, value }
    const shown = name === first ? offerPasskeys(filled, around) : filled
    return renderField({ providerId: option.id, name, problem }, shown)
  })
  // After the fields, so that the tab key leads from one field to the next.
  const { links } = around
  const forgot = renderForgotLink(
    option.id === links?.providerId ? links.forgotPassword : undefined,
  )
  return html`${error && renderAlert(error)}
  ${first === undefined ? fields : html`<div class="fields">${fields}${forgot}</div>`}`
}

function findEntered(
  option: SignInOption | undefined,
  field: string,
  { entered }: OptionSurroundings,
): string | undefined {
  if (option === undefined || option.id !== entered?.providerId) return undefined
  return Object.hasOwn(entered.values, field) ? entered.values[field] : undefined
}

/** If the page still has the name, only the password has to be entered again. */
function findPasswordToRetype(
  { id, credentials }: CredentialsOption,
  { entered }: OptionSurroundings,
): string | undefined {
  if (id !== entered?.providerId) return undefined
  return Object.entries(credentials).find(([, field]) => isPassword(field))?.[0]
}

function problemAbove(error: ErrorWords | undefined, focus: boolean): FieldProblem | undefined {
  return error && { id: alertId, focus }
}

function problemBelow(error: ErrorWords | undefined): FieldProblem | undefined {
  return error && { id: alertId, alert: renderFieldAlert(error), focus: true }
}

/** Browsers offer passkeys at a field whose `autocomplete` ends with `webauthn`. */
function offerPasskeys(
  field: Readonly<CredentialInput>,
  { offersPasskeys }: OptionSurroundings,
): Readonly<CredentialInput> {
  return offersPasskeys ? { ...field, autocomplete: 'username webauthn' } : field
}

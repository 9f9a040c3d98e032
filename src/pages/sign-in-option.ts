import { attributes, html, type Html } from '../http/html.js'
import type { CredentialInput } from '../model/credentials.js'
import type { OAuthProviderButtonStyles } from '../model/oauth.js'
import { acceptLink } from './accept-url.js'
import { alertId, renderAlert, renderFieldAlert } from './alert.js'
import { emailInput, isSeen, renderField } from './credential-field.js'
import { fillText, isolate } from './fill-text.js'
import { renderForgotLink, renderSignUpLink, type PasswordLinks } from './password-links.js'
import { renderBadge } from './provider-badge.js'
import type { ErrorWords, PageTexts } from '../model/page-texts.js'

/** A way to sign in that the page offers. */
export type SignInOption = OAuthOption | EmailOption | CredentialsOption | PasskeyOption

/** A service that the visitor is redirected to. */
export interface OAuthOption extends OptionBase {
  readonly type: 'oauth' | 'oidc'
  readonly signinUrl: string
  /**
   * The logo is shown if it is a `data:` image or comes from an origin that the page may load
   * images from.
   */
  readonly style?: Readonly<OAuthProviderButtonStyles> | undefined
}

/** Sign-in with a link by mail. */
export interface EmailOption extends OptionBase {
  readonly type: 'email'
  readonly signinUrl: string
}

/** A form with the fields that the app defines. */
export interface CredentialsOption extends OptionBase {
  readonly type: 'credentials'
  readonly callbackUrl: string
  readonly credentials: Readonly<Record<string, Readonly<CredentialInput>>>
}

/** A passkey or another WebAuthn credential. */
export interface PasskeyOption extends OptionBase {
  readonly type: 'webauthn'
  readonly fields: Readonly<Record<string, Readonly<CredentialInput>>>
  /** Whether the browser offers passkeys in the autofill of the fields. */
  readonly autofill: boolean
  /** The path of the auth routes. */
  readonly basePath: string
}

interface OptionBase {
  readonly id: string
  readonly name: string
}

/** What all options of a page share. */
export interface OptionSurroundings {
  readonly texts: PageTexts['signIn']
  readonly errors: PageTexts['errors']
  /** The hidden inputs of every form. */
  readonly hidden: Html
  readonly email: string | undefined
  /** The origins that the page may load images from, besides its own site. */
  readonly imageOrigins: readonly (string | undefined)[]
}

/** The state of one option. */
export interface OptionState {
  /** Distinguishes the CSS rules of the options. */
  readonly index: number
  /** Whether the visitor used this option last time. */
  readonly lastUsed: boolean
  /** The error of this option, if the page shows it here. */
  readonly error: ErrorWords | undefined
  /** The links of this option, if it stores passwords. */
  readonly links?: PasswordLinks | undefined
}

/** Renders the form of an option. */
export function renderOption(
  option: SignInOption,
  around: OptionSurroundings,
  state: OptionState,
): Html {
  switch (option.type) {
    case 'oauth':
    case 'oidc':
      return renderForm(option.signinUrl, [
        around.hidden,
        renderServiceButton(option, around, state),
      ])
    case 'email':
      return renderForm(option.signinUrl, [
        around.hidden,
        renderEmailField(option, around, state.error),
        renderSubmit(option, around, state),
      ])
    case 'credentials':
      return html`${renderForm(option.callbackUrl, [
        around.hidden,
        html`${state.error && renderAlert(state.error)}`,
        renderFields(option.id, option.credentials, state),
        renderSubmit(option, around, state),
      ])}${renderSignUpLink(state.links?.signUp)}`
    case 'webauthn':
      return renderPasskeyForm(option, around, state)
  }
}

function renderForm(action: string, content: readonly Html[]): Html {
  return html`<form method="post" ${attributes({ action: acceptLink(action) })}>${content}</form>`
}

/**
 * The script shows this form, because the ceremony needs it. Without the script, or in a browser
 * without passkeys, the visitor sees an explanation instead of a button.
 */
function renderPasskeyForm(
  option: PasskeyOption,
  around: OptionSurroundings,
  state: OptionState,
): Html {
  const { texts, hidden } = around
  const words = {
    'data-passkey': option.id,
    'data-base-path': option.basePath,
    'data-autofill': option.autofill,
    'data-texts': JSON.stringify(scriptTexts(around)),
  }
  return html`<form method="post" hidden ${attributes(words)}>
      ${hidden} ${state.error && renderAlert(state.error)} ${renderFields(option.id, option.fields)}
      ${renderSubmit(option, around, state)}
      <button type="submit" class="button" value="register">${texts.createPasskey}</button>
    </form>
    <p class="alert" role="alert" hidden></p>
    <noscript><p class="hint">${texts.passkeysUnavailable}</p></noscript>`
}

/** The messages that the script may show, by error code. */
function scriptTexts({ texts, errors }: OptionSurroundings): Readonly<Record<string, string>> {
  const sentences = scriptErrors.map((name) => [name, errors[name].sentence])
  return {
    ...(Object.fromEntries(sentences) as Record<string, string>),
    cancelled: texts.passkeyCancelled,
    'already-registered': errors.AccountNotLinked.sentence,
    unsupported: texts.passkeysUnavailable,
  }
}

const scriptErrors = [
  'general',
  'WebAuthnVerificationError',
  'AccessDenied',
  'AccountNotLinked',
  'InvalidEmailAddress',
  'TooManyRequests',
] as const

function renderEmailField(
  option: EmailOption,
  { texts, email }: OptionSurroundings,
  error: ErrorWords | undefined,
): Html {
  const problem = error && { id: alertId, alert: renderFieldAlert(error), focus: true }
  return renderField(
    { providerId: option.id, name: 'email', problem },
    { ...emailInput(texts.email), value: email },
  )
}

function renderFields(
  providerId: string,
  inputs: CredentialsOption['credentials'],
  state?: OptionState,
): Html {
  const entries = Object.entries(inputs)
  const first = entries.find(([, field]) => isSeen(field))?.[0]
  const fields = entries.map(([name, field]) => {
    const problem = state?.error && { id: alertId, focus: name === first }
    return renderField({ providerId, name, problem }, field)
  })
  // After the fields, so that the tab key leads from one field to the next.
  const forgot = renderForgotLink(state?.links?.forgotPassword)
  return html`${fields.length > 0 && html`<div class="fields">${fields}${forgot}</div>`}`
}

function renderSubmit(option: SignInOption, around: OptionSurroundings, state: OptionState): Html {
  // A visitor with a passkey does not have to enter a user name.
  const button = { look: 'button brand painted', formnovalidate: option.type === 'webauthn' }
  return renderButton(button, nameOption(option, around), around, state)
}

function renderServiceButton(
  option: OAuthOption,
  around: OptionSurroundings,
  state: OptionState,
): Html {
  const badge = renderBadge(option, state.index, around.imageOrigins)
  const content = html`${badge}<span>${nameOption(option, around)}</span>`
  return renderButton({ look: 'button with-badge' }, content, around, state)
}

function nameOption({ name }: SignInOption, { texts }: OptionSurroundings): Html {
  return fillText(texts.withProvider, { provider: isolate(name) })
}

interface ButtonKind {
  readonly look: string
  /** Whether the form can be sent with empty required fields. */
  readonly formnovalidate?: boolean
}

// The tag is next to the button, because inside it would become part of the button's accessible
// name.
function renderButton(
  { look, formnovalidate }: ButtonKind,
  content: Html,
  { texts }: OptionSurroundings,
  { lastUsed }: OptionState,
): Html {
  const own = { class: look, formnovalidate, 'aria-describedby': lastUsed && 'last-used' }
  const button = html`<button type="submit" ${attributes(own)}>${content}</button>`
  if (!lastUsed) return button
  return html`<div class="last-used brand">
    ${button}
    <span class="tag painted" id="last-used">${texts.lastUsed}</span>
  </div>`
}

import { attributes, html, type Html } from '../http/html.js'
import type { ErrorWords } from '../model/page-texts.js'
import { acceptLink } from '../http/accept-url.js'
import { alertId, renderAlert, renderFieldAlert } from './alert.js'
import { renderDocument } from './document.js'
import { firstSentence } from './first-sentence.js'
import { renderLegalLinks } from './legal-links.js'
import { renderPageForm } from './page-form.js'
import {
  describeProblem,
  passwordFieldRules,
  renderNewPasswordField,
  type NewPasswordProblem,
} from './password-field.js'
import { passkeySignUpRules, renderPasskeySignUp, type PasskeySignUp } from './passkey-sign-up.js'
import type { PasswordFormProps } from './password-form.js'

const emailId = 'email'

/** The input of the pages that ask for an address and send a link to it. */
export interface AddressPageProps extends PasswordFormProps {
  readonly kind: 'sign-up' | 'forgot-password'
  /** The initial value of the field. */
  readonly email?: string | undefined
  /** Why the last attempt failed. Must be the same whether or not the address has an account. */
  readonly error?: ErrorWords | undefined
  /** Whether the error is about the address itself. It is then shown below the field. */
  readonly isEmailInvalid?: boolean | undefined
  readonly signinUrl: string
  /** Set if the visitor chooses the password on the same page. It then posts `password` too. */
  readonly newPassword?:
    { readonly minLength: number; readonly problem?: NewPasswordProblem | undefined } | undefined
  /** Set if visitors can sign up with a passkey instead. */
  readonly passkeys?: PasskeySignUp | undefined
}

/** Renders the page for a new account or for a forgotten password. It posts `email`. */
export function renderAddressPage(props: AddressPageProps): Html {
  const { kind, error, texts, language, newPassword, passkeys } = props
  const words = kind === 'sign-up' ? texts.signUp : texts.forgotPassword
  const signinUrl = acceptLink(props.signinUrl)
  const toSignIn =
    kind === 'sign-up' ? language.texts.links.haveAccount : language.texts.links.toSignIn
  const problem = newPassword?.problem && describeProblem(newPassword.problem, texts)
  const fields = [
    renderEmailField(props),
    newPassword &&
      renderNewPasswordField(
        { problem: undefined, ...newPassword, label: texts.fields.password, autofocus: false },
        texts,
      ),
  ]
  const legal = kind === 'sign-up' ? renderLegalLinks(props) : undefined
  return renderDocument(props, {
    heading: words.heading,
    notice: error?.title ?? (problem && firstSentence(problem)),
    glyph: kind === 'sign-up' ? 'envelope' : 'key',
    lead: html`<p class="lead">${newPassword ? texts.signUp.leadWithPassword : words.lead}</p>`,
    body: html`${error && props.isEmailInvalid !== true && renderAlert(error)}
      <div class="content">
        ${renderPageForm(props, newPassword ? texts.signUp.heading : texts.buttons.sendLink, fields)}
        ${passkeys && renderPasskeySignUp(passkeys, props, emailId)}
        ${signinUrl !== undefined && html`<a class="quiet" href="${signinUrl}">${toSignIn}</a>`}
      </div>
      ${legal?.markup}`,
    rules: [
      ...(newPassword ? passwordFieldRules : []),
      ...(passkeys ? passkeySignUpRules : []),
      ...(legal?.rules ?? []),
    ],
  })
}

function renderEmailField(props: AddressPageProps): Html {
  const { kind, email, error, isEmailInvalid = false, language } = props
  const input = attributes({
    id: emailId,
    name: 'email',
    type: 'email',
    // A password manager knows the user name of an account, but not of one that is new.
    autocomplete: kind === 'sign-up' ? 'email' : 'username',
    value: email,
    dir: 'ltr',
    required: true,
    autofocus: true,
    'aria-describedby': error && alertId,
    'aria-invalid': isEmailInvalid && 'true',
  })
  return html`<div class="field">
    <label for="${emailId}">${language.texts.signIn.email}</label> <input ${input} />
    ${error && isEmailInvalid && renderFieldAlert(error)}
  </div>`
}

import { html, type Html } from '../http/html.js'
import type { ErrorWords } from '../model/page-texts.js'
import { renderAlert } from './alert.js'
import { describeSite, renderDocument } from './document.js'
import { fillText, isolate } from './fill-text.js'
import { firstSentence } from './first-sentence.js'
import {
  describeProblem,
  passwordFieldRules,
  renderAccountField,
  renderNewPasswordField,
  type NewPasswordProblem,
} from './password-field.js'
import { renderPageForm } from './page-form.js'
import type { PasswordFormProps } from './password-form.js'

/** The input of the page where a user chooses a password after opening a link. */
export interface NewPasswordPageProps extends PasswordFormProps {
  /** `first` if the user has no password yet. */
  readonly kind: 'first' | 'new'
  /** The account's address. The page names it, because another user may be signed in. */
  readonly email: string
  /** The fewest characters of a password. */
  readonly minLength: number
  /** What is wrong with the last input. */
  readonly problem?: NewPasswordProblem | undefined
  /** Why the last attempt failed, if not because of the input. */
  readonly error?: ErrorWords | undefined
  /** Whether the new password ends the other sessions. */
  readonly endsSessions: boolean
}

/** Renders the page where a user chooses a password. It posts `password`. */
export function renderNewPasswordPage(props: NewPasswordPageProps): Html {
  const { kind, email, minLength, problem, error, texts, language } = props
  const words = texts.choosePassword
  const site = describeSite(props.siteUrl)
  const isNew = kind === 'new'
  const fields = [
    renderAccountField(email, language.texts.signIn.email),
    renderNewPasswordField(
      {
        label: isNew ? texts.fields.newPassword : texts.fields.password,
        minLength,
        problem,
        autofocus: true,
      },
      texts,
    ),
  ]
  return renderDocument(props, {
    heading: isNew ? words.newHeading : words.firstHeading,
    notice: error?.title ?? (problem && firstSentence(describeProblem(problem, texts))),
    glyph: 'key',
    lead: html`${
      site && html`<p class="lead">${fillText(words.lead, { site: isolate(site.host) })}</p>`
    }`,
    body: html`${error && renderAlert(error)}
      <div class="content">
        ${renderPageForm(props, texts.buttons.savePassword, fields)}
        ${isNew && props.endsSessions && html`<p class="hint">${words.signsOut}</p>`}
      </div>`,
    rules: passwordFieldRules,
  })
}

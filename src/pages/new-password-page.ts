import { html, type Html } from '../http/html.js'
import type { ErrorWords } from '../model/page-texts.js'
import type { UserNameProblem } from '../model/password.js'
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
import { describeNameProblem, renderUserNameField } from './user-name-field.js'

/** The input of the page where a user chooses a password after opening a link. */
export interface NewPasswordPageProps extends PasswordFormProps {
  /** `first` if the user has no password yet. */
  readonly kind: 'first' | 'new'
  /** The account's address. The page names it, because another user may be signed in. */
  readonly email: string
  /** The name that the user signs in with instead of the address. */
  readonly userName?: string | undefined
  /** The fewest characters of a password. */
  readonly minLength: number
  /** What is wrong with the last input. */
  readonly problem?: NewPasswordProblem | undefined
  /** Whether the user chooses a user name too. */
  readonly nameField?: 'required' | 'optional' | 'none' | undefined
  /** What is wrong with the user name that was typed before. */
  readonly nameProblem?: UserNameProblem | undefined
  /** Why the last attempt failed, if not because of the input. */
  readonly error?: ErrorWords | undefined
  /** Whether the new password ends the other sessions. */
  readonly endsSessions: boolean
}

/** Renders the page where a user chooses a password. It posts `password`, and maybe `username`. */
export function renderNewPasswordPage(props: NewPasswordPageProps): Html {
  const { kind, email, minLength, problem, error, texts, language } = props
  const { nameField = 'none', nameProblem } = props
  const words = texts.choosePassword
  const site = describeSite(props.siteUrl)
  const isNew = kind === 'new'
  const fields = [
    renderAccountField(
      { email, userName: props.userName, asksForName: nameField === 'required' },
      {
        email: language.texts.signIn.email,
        username: texts.fields.username,
      },
    ),
    nameField === 'none'
      ? undefined
      : renderUserNameField({ required: nameField === 'required', problem: nameProblem }, texts),
    renderNewPasswordField(
      {
        label: isNew ? texts.fields.newPassword : texts.fields.password,
        minLength,
        problem,
        autofocus: nameField === 'none',
      },
      texts,
    ),
  ]
  const mistake =
    (problem && describeProblem(problem, texts)) ??
    (nameProblem && describeNameProblem(nameProblem, texts))
  return renderDocument(props, {
    heading: isNew ? words.newHeading : words.firstHeading,
    notice: error?.title ?? (mistake && firstSentence(mistake)),
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

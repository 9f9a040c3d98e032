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
  renderPasswordField,
  type NewPasswordProblem,
} from './password-field.js'
import { renderPageForm } from './page-form.js'
import type { PasswordFormProps } from './password-form.js'
import { renderSiteLink } from './site-link.js'
import { passwordLinkRules, renderForgotLink } from './password-links.js'

/** The input of the page where a signed-in user changes the password. */
export interface ChangePasswordPageProps extends PasswordFormProps {
  /** The user's address. */
  readonly email: string
  /** The name that the user signs in with instead of the address. */
  readonly userName?: string | undefined
  /** The fewest characters of a password. */
  readonly minLength: number
  /** What is wrong with the new password. */
  readonly problem?: NewPasswordProblem | undefined
  /** Whether the current password was wrong. */
  readonly isCurrentWrong?: boolean | undefined
  /** Why the last attempt failed, if not because of the input. */
  readonly error?: ErrorWords | undefined
  /** For users who do not know their current password. */
  readonly forgotPasswordUrl?: string | undefined
  /** Whether the new password ends the other sessions. */
  readonly endsSessions: boolean
}

/** Renders the page that changes a password. It posts `currentPassword` and `password`. */
export function renderChangePasswordPage(props: ChangePasswordPageProps): Html {
  const { email, minLength, problem, isCurrentWrong = false, error, texts, language } = props
  const site = describeSite(props.siteUrl)
  const wrong = isCurrentWrong ? texts.problems.wrongCurrent : undefined
  const notice = wrong ?? (problem && describeProblem(problem, texts))
  const { forgotPasswordUrl: url } = props
  // The first field that needs attention. A browser forgets both passwords when a form is refused.
  const startsAtNew = problem !== undefined && !isCurrentWrong
  const fields = [
    renderAccountField(
      { email, userName: props.userName },
      {
        email: language.texts.signIn.email,
        username: texts.fields.username,
      },
    ),
    renderPasswordField({
      name: 'currentPassword',
      label: texts.fields.currentPassword,
      autocomplete: 'current-password',
      problem: wrong,
      autofocus: !startsAtNew,
    }),
    url === undefined ? undefined : renderForgotLink({ url, text: texts.links.forgotPassword }),
    renderNewPasswordField(
      { label: texts.fields.newPassword, minLength, problem, autofocus: startsAtNew },
      texts,
    ),
  ]
  return renderDocument(props, {
    heading: texts.changePassword.heading,
    notice: error?.title ?? (notice === undefined ? undefined : firstSentence(notice)),
    glyph: 'key',
    lead: html`${
      site &&
      html`<p class="lead">${fillText(texts.choosePassword.lead, { site: isolate(site.host) })}</p>`
    }`,
    body: html`${error && renderAlert(error)}
      <div class="content">
        ${renderPageForm(props, texts.buttons.changePassword, fields)}
        ${props.endsSessions && html`<p class="hint">${texts.choosePassword.signsOut}</p>`}
        ${renderSiteLink(props, props.callbackUrl)}
      </div>`,
    rules: [...passwordFieldRules, ...passwordLinkRules],
  })
}

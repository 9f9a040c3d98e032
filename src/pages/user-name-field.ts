import { attributes, html, type Html } from '../http/html.js'
import type { PasswordTexts } from '../model/password-texts.js'
import type { UserNameProblem } from '../model/password.js'
import { renderFieldAlert } from './alert.js'

/** What a page knows about the new user name. */
export interface NewUserName {
  readonly required: boolean
  readonly problem: UserNameProblem | undefined
}

/**
 * Renders the field for a new user name. It posts `username`. Its id differs from the one of the
 * address, which password managers read.
 */
export function renderUserNameField(
  { required, problem }: NewUserName,
  texts: PasswordTexts,
): Html {
  const described = problem && 'new-username-problem'
  const input = attributes({
    id: 'new-username',
    name: 'username',
    type: 'text',
    // If the name is optional, password managers save the address beside it.
    autocomplete: required ? 'username' : 'off',
    autocapitalize: 'none',
    spellcheck: 'false',
    dir: 'ltr',
    required,
    autofocus: true,
    'aria-describedby': described ?? 'new-username-hint',
    'aria-invalid': problem !== undefined && 'true',
  })
  return html`<div class="field">
    <label for="new-username">${texts.fields.username}</label> <input ${input} />
    ${
      problem
        ? renderFieldAlert(
            { sentence: describeNameProblem(problem, texts) },
            'new-username-problem',
          )
        : html`<p class="note" id="new-username-hint">${texts.fields.usernameHint}</p>`
    }
  </div>`
}

/** Says what is wrong with a new user name. */
export function describeNameProblem(problem: UserNameProblem, { problems }: PasswordTexts): string {
  return problem === 'taken' ? problems.usernameTaken : problems.usernameNotAllowed
}

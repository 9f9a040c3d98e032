import { attributes, html, type Html } from '../http/html.js'
import type { PasswordTexts } from '../model/password-texts.js'
import type { PasswordProblem } from '../model/password.js'
import { renderFieldAlert } from './alert.js'
import { fillPlainText } from './fill-text.js'

/** Why a page refuses a new password. */
export type NewPasswordProblem = PasswordProblem | { readonly type: 'same' }

/** CSS rules for the fields. They are not part of the common rules, which every app loads. */
export const passwordFieldRules: readonly string[] = [
  '.field .note{color:var(--muted);font-size:.875rem}',
  '.field input:read-only{border-color:var(--line);background:var(--hover);color:var(--muted)}',
]

/** A field of type `password`. */
export interface PasswordField {
  /** The name that the form posts, also the field's id. */
  readonly name: string
  readonly label: string
  readonly autocomplete: 'current-password' | 'new-password'
  /** Shown below the field. */
  readonly hint?: string | undefined
  /** What is wrong with the last input. Shown below the field. */
  readonly problem?: string | undefined
  /** The fewest characters of a new password. */
  readonly minLength?: number | undefined
  readonly autofocus: boolean
}

/**
 * Renders a password field with its label. The browser keeps the input if it is too short, which
 * the server could not do. There is no `maxlength`, because browsers would cut a pasted password.
 */
export function renderPasswordField(field: PasswordField): Html {
  const { name, label, autocomplete, hint, problem, minLength, autofocus } = field
  const hintId = `${name}-hint`
  const problemId = `${name}-problem`
  const described = [problem !== undefined && problemId, hint !== undefined && hintId]
  const input = attributes({
    id: name,
    name,
    type: 'password',
    autocomplete,
    minlength: minLength,
    passwordrules: minLength !== undefined && `minlength: ${minLength};`,
    required: true,
    autofocus,
    'aria-describedby': described.filter(Boolean).join(' ') || undefined,
    'aria-invalid': problem !== undefined && 'true',
  })
  return html`<div class="field">
    <label for="${name}">${label}</label> <input ${input} />
    ${problem !== undefined && renderFieldAlert({ sentence: problem }, problemId)}
    ${hint !== undefined && html`<p class="note" id="${hintId}">${hint}</p>`}
  </div>`
}

/** What a page knows about the new password. */
export interface NewPassword {
  readonly label: string
  readonly minLength: number
  readonly problem: NewPasswordProblem | undefined
  readonly autofocus: boolean
}

/** Renders the field for a new password. It posts `password`. */
export function renderNewPasswordField(
  { label, minLength, problem, autofocus }: NewPassword,
  texts: PasswordTexts,
): Html {
  return renderPasswordField({
    name: 'password',
    label,
    autocomplete: 'new-password',
    // The problem says the same as the hint.
    hint:
      problem?.type === 'too-short'
        ? undefined
        : fillPlainText(texts.fields.hint, { length: String(minLength) }),
    problem: problem && describeProblem(problem, texts),
    minLength,
    autofocus,
  })
}

/** The account whose password a page is about. */
export interface ShownAccount {
  readonly email: string
  /** The name that the user signs in with instead of the address. */
  readonly userName?: string | undefined
  /** Whether the form has a field for a user name, which password managers are to save. */
  readonly asksForName?: boolean | undefined
}

/**
 * Renders what the user signs in with, so that password managers know which password they save. The
 * field has no name, because the server must not read the account from the form.
 */
export function renderAccountField(
  { email, userName, asksForName = false }: ShownAccount,
  labels: { readonly email: string; readonly username: string },
): Html {
  const label = userName === undefined ? labels.email : labels.username
  const input = attributes({
    id: 'username',
    type: userName === undefined ? 'email' : 'text',
    autocomplete: asksForName ? 'email' : 'username',
    value: userName ?? email,
    dir: 'ltr',
    readonly: true,
  })
  return html`<div class="field"><label for="username">${label}</label> <input ${input} /></div>`
}

/** Says what is wrong with a new password. */
export function describeProblem(problem: NewPasswordProblem, { problems }: PasswordTexts): string {
  switch (problem.type) {
    case 'too-short':
      return fillPlainText(problems.tooShort, { length: String(problem.length) })
    case 'too-long':
      return fillPlainText(problems.tooLong, { length: String(problem.length) })
    case 'known':
      return problems.known
    case 'guessable':
      return problems.guessable
    case 'not-text':
      return problems.notText
    case 'same':
      return problems.same
  }
}

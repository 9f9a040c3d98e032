import { attributes, html, type Html } from '../http/html.js'
import type { FactorTexts } from '../model/factor-texts.js'
import { renderFieldAlert } from './alert.js'

/** The field in which a user types a proof. */
export interface ProofField {
  /** What is wrong with the last input. Shown below the field. */
  readonly problem?: string | undefined
  /** The id of the element that says what to type. */
  readonly describedBy?: string | undefined
  /** Default: true. */
  readonly autofocus?: boolean | undefined
}

/** Renders the field for the code of an authenticator app or a mail. It posts `code`. */
export function renderCodeField(field: ProofField, { fields }: FactorTexts): Html {
  return renderField('code', fields.code, field, {
    class: 'code',
    type: 'text',
    inputmode: 'numeric',
    autocomplete: 'one-time-code',
    // Users paste codes with white space in and around them, and type digits of their language.
    pattern: String.raw`\s*(?:\p{Nd}\s*){6}`,
    maxlength: 20,
    title: fields.codeHint,
    dir: 'ltr',
  })
}

/** Renders the field for a recovery code. It posts `recoveryCode`. */
export function renderRecoveryCodeField(field: ProofField, { fields }: FactorTexts): Html {
  return renderField('recoveryCode', fields.recoveryCode, field, {
    class: 'recovery',
    type: 'text',
    autocomplete: 'off',
    autocapitalize: 'characters',
    spellcheck: 'false',
    maxlength: 64,
    dir: 'ltr',
  })
}

/** Renders the field for the password that the user has. It posts `password`. */
export function renderCurrentPasswordField(field: ProofField, { fields }: FactorTexts): Html {
  return renderField('password', fields.password, field, {
    type: 'password',
    autocomplete: 'current-password',
  })
}

function renderField(
  name: string,
  label: string,
  { problem, describedBy, autofocus = true }: ProofField,
  own: Readonly<Record<string, string | number>>,
): Html {
  const problemId = `${name}-problem`
  const input = attributes({
    id: name,
    name,
    ...own,
    required: true,
    autofocus,
    'aria-describedby': problem === undefined ? describedBy : problemId,
    'aria-invalid': problem !== undefined && 'true',
  })
  return html`<div class="field">
    <label for="${name}">${label}</label> <input ${input} />
    ${problem !== undefined && renderFieldAlert({ sentence: problem }, problemId)}
  </div>`
}

import { attributes, html, pickAttributes, type Attributes, type Html } from '../http/html.js'
import type { CredentialInput } from '../model/credentials.js'

/** A form field as plain data. Your own page can render it in any way. */
export interface FormField {
  readonly name: string
  readonly label: string
  /** The type of the `input` element. A `hidden` field has no visible label. */
  readonly type: string
  /** Other attributes, such as `required` and `autocomplete`. */
  readonly attributes: Attributes
}

/** Where a field is on the page. */
export interface FieldPlace {
  readonly providerId: string
  readonly name: string
  /** The field's error, if it has one. */
  readonly problem?: FieldProblem | undefined
}

/** The error of a field, and where the page shows it. */
export interface FieldProblem {
  /** The id of the element that describes the error. */
  readonly id: string
  /** That element, if it is shown below the field. */
  readonly alert?: Html | undefined
  /** Whether this field gets the focus. */
  readonly focus: boolean
}

/** Renders an input with its label. */
export function renderField(place: FieldPlace, field: Readonly<CredentialInput>): Html {
  const { problem } = place
  const { name, label: words, type, attributes: others } = describeField(place.name, field)
  const own = { id: fieldId(place), name, type }
  if (type === 'hidden') return html`<input ${attributes({ ...own, ...others })} />`

  const input = html`<input
    ${attributes({
      ...own,
      ...others,
      ...(problem && {
        'aria-describedby': problem.id,
        'aria-invalid': 'true',
        autofocus: problem.focus,
      }),
    })}
  />`
  const label = html`<label for="${own.id}">${words}</label>`
  return type === 'checkbox' || type === 'radio'
    ? html`<div class="field check">${input} ${label}</div>`
    : html`<div class="field">${label} ${input} ${problem?.alert}</div>`
}

/** Describes a field, with the attributes that browsers expect for its name and type. */
export function describeField(name: string, field: Readonly<CredentialInput>): FormField {
  const given = lowerNames(field)
  const type = typeof given['type'] === 'string' ? given['type'].toLowerCase() : 'text'
  return {
    name,
    label: field.label ?? name,
    type,
    attributes: pickAttributes({ ...suggestAttributes(name, type), ...pickFree(given) }),
  }
}

/** The input for an e-mail address. */
export function emailInput(label: string): CredentialInput {
  return { label, type: 'email', autocomplete: 'email', dir: 'ltr', required: true }
}

/** Whether the visitor sees a field. */
export function isSeen(field: Readonly<CredentialInput>): boolean {
  return describeField('', field).type !== 'hidden'
}

/** Whether a field is for a password. */
export function isPassword(field: Readonly<CredentialInput>): boolean {
  return describeField('', field).type === 'password'
}

// An id must not contain white space.
function fieldId({ name, providerId }: FieldPlace): string {
  return `input-${name}-for-${providerId}-provider`.replace(/\s+/g, '-')
}

// HTML attribute names ignore case. If both `autoComplete` and `autocomplete` were written, the
// first would win.
function lowerNames(field: Readonly<CredentialInput>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(field).map(([name, value]) => [name.toLowerCase(), value]),
  )
}

function pickFree(given: Readonly<Record<string, unknown>>): Record<string, unknown> {
  const { label: _label, type: _type, id: _id, name: _name, ...free } = given
  return free
}

function suggestAttributes(name: string, type: string): Record<string, unknown> {
  if (type === 'password') return { autocomplete: 'current-password' }
  if (type !== 'text' && type !== 'email' && type !== 'tel') return {}
  if (/^(?:otp|totp|code|pin|token)$/i.test(name)) return { autocomplete: 'one-time-code' }
  if (type === 'email' || /user|login|e-?mail|identifier/i.test(name)) {
    return { autocomplete: 'username', autocapitalize: 'none', spellcheck: 'false' }
  }
  return {}
}

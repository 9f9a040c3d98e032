import { attributes, html, type Html } from '../http/html.js'
import type { CredentialInput } from '../model/credentials.js'

/** Where a field stands. */
export interface FieldPlace {
  readonly providerId: string
  readonly name: string
  /** What is wrong with the field. */
  readonly problem?: FieldProblem | undefined
}

/** What is wrong with a field, and where that is said. */
export interface FieldProblem {
  /** The id of the element that describes it. */
  readonly id: string
  /** That element, when it is to stand under the field. */
  readonly alert?: Html | undefined
  /** Whether this is the field to begin with. */
  readonly focus: boolean
}

/** Renders a labelled input. */
export function renderField(place: FieldPlace, field: Readonly<CredentialInput>): Html {
  const { problem } = place
  const given = lowerNames(field)
  const type = typeof given['type'] === 'string' ? given['type'].toLowerCase() : 'text'
  const own = { id: fieldId(place), name: place.name, type }
  if (type === 'hidden') return html`<input ${attributes({ ...own, ...pickFree(given) })} />`

  const input = html`<input
    ${attributes({
      ...own,
      ...suggestAttributes(place.name, type),
      ...pickFree(given),
      ...(problem && {
        'aria-describedby': problem.id,
        'aria-invalid': 'true',
        autofocus: problem.focus,
      }),
    })}
  />`
  const label = html`<label for="${own.id}">${field.label ?? place.name}</label>`
  return type === 'checkbox' || type === 'radio'
    ? html`<div class="field check">${input} ${label}</div>`
    : html`<div class="field">${label} ${input} ${problem?.alert}</div>`
}

/** Whether a field is seen by the visitor. */
export function isSeen(field: Readonly<CredentialInput>): boolean {
  return String(lowerNames(field)['type']).toLowerCase() !== 'hidden'
}

// White space may not stand in an id.
function fieldId({ name, providerId }: FieldPlace): string {
  return `input-${name}-for-${providerId}-provider`.replace(/\s+/g, '-')
}

// HTML knows no case in names: `autoComplete` and `autocomplete` are one attribute, and the first would win.
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

import type { JSXChildren, JSXOutput } from '@builder.io/qwik'
import type { AccountDescription } from '../../core.js'
import type { AccountPartTexts } from './account-texts.js'

/** What every part of the account page needs. */
export interface AccountView {
  readonly account: AccountDescription
  readonly texts: AccountPartTexts
  /** BCP 47 tag of the language of the texts. */
  readonly language: string
  readonly csrfToken: string | undefined
  /** The path of the auth routes. */
  readonly basePath: string
  /** URL of the page itself. */
  readonly accountUrl: string
}

interface SectionProps {
  readonly name: string
  readonly heading: string
  readonly children?: JSXChildren
}

/** A part of the page with its heading. */
export function Section({ name, heading, children }: SectionProps): JSXOutput {
  return (
    <section data-latchkey-part="account-section" data-latchkey-section={name}>
      <h2>{heading}</h2>
      {children}
    </section>
  )
}

interface RouteFormProps {
  readonly view: AccountView
  /** The auth route that the form posts to. */
  readonly route: string
  /** The text of the button. */
  readonly text: string
  readonly hidden?: Readonly<Record<string, string>>
  readonly children?: JSXChildren
}

/** An HTML form that posts to an auth route. */
export function RouteForm({ view, route, text, hidden, children }: RouteFormProps): JSXOutput {
  const values = Object.entries({ csrfToken: view.csrfToken, ...hidden })
  return (
    <form method="post" action={`${view.basePath}/${route}`} data-latchkey-part="account-form">
      {values.map(([name, value]) =>
        value === undefined ? null : <input key={name} type="hidden" name={name} value={value} />,
      )}
      {children}
      <button data-latchkey-part="account-button">{text}</button>
    </form>
  )
}

interface FieldProps {
  readonly label: string
  readonly name: string
  readonly type: 'text' | 'email' | 'password'
  readonly autocomplete: 'name' | 'email' | 'current-password' | 'off'
  readonly value?: string | undefined
  readonly maxLength?: number
  readonly isRequired?: boolean
}

/** A field with its label. */
export function Field({ label, isRequired, ...field }: FieldProps): JSXOutput {
  return (
    <label data-latchkey-part="account-field">
      {label} <input {...field} required={isRequired === true} />
    </label>
  )
}

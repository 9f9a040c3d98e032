import type { JSXOutput } from '@builder.io/qwik'
import { Form } from '@builder.io/qwik-city'
import type { FormField, SignInProvider } from '../../core.js'
import type { SignInAction, SignInState } from './sign-in-state.js'

interface SignInFormProps {
  readonly provider: SignInProvider
  readonly signIn: SignInAction
  readonly state: SignInState
  /** Name of the field in whose autofill the browser offers passkeys. */
  readonly autofilled: string | undefined
}

/** The form of one way to sign in. That of a service is a single button. */
export function SignInForm(props: SignInFormProps): JSXOutput {
  const { provider, signIn, state, autofilled } = props
  const { id, label, fields, style } = provider
  return (
    <Form
      action={signIn}
      data-latchkey-part="sign-in-form"
      data-latchkey-provider={id}
      data-latchkey-last-used={provider.isLastUsed ? '' : undefined}
    >
      <input type="hidden" name="providerId" value={id} />
      <input type="hidden" name="redirectTo" value={state.redirectTo} />
      {fields.map((field) => (
        <SignInField
          key={field.name}
          providerId={id}
          field={field}
          state={state}
          offersPasskeys={field.name === autofilled}
        />
      ))}
      <button data-latchkey-part="sign-in-button">
        {style.logo ? <img src={style.logo} alt="" data-latchkey-part="sign-in-logo" /> : null}
        {label}
      </button>
    </Form>
  )
}

interface SignInFieldProps {
  readonly providerId: string
  readonly field: FormField
  readonly state: SignInState
  readonly offersPasskeys: boolean
}

function SignInField(props: SignInFieldProps): JSXOutput {
  const { providerId, field, state, offersPasskeys } = props
  const { name, label, type, attributes } = field
  if (type === 'hidden') return <input {...attributes} type="hidden" name={name} />
  const isSent = providerId === state.sentId
  const errors = isSent ? (state.fieldErrors[name] ?? []) : []
  // An id must not contain white space.
  const id = `latchkey-${providerId}-${name}`.replace(/\s+/g, '-')
  const isSecret = type === 'password'
  // The value of a checkbox is the app's, whether the visitor ticked it or not.
  const isText = type !== 'password' && type !== 'checkbox' && type !== 'radio'
  const entered = isText ? state.entered[name] : undefined
  // The visitor corrects the password, or the field that has an error.
  const takesFocus = isSent && (errors.length > 0 || isSecret)
  return (
    <div data-latchkey-part="sign-in-field">
      <label for={id}>{label}</label>
      <input
        {...attributes}
        {...(offersPasskeys && { autocomplete: 'username webauthn' })}
        {...(isSent && entered !== undefined && { value: entered })}
        id={id}
        name={name}
        type={type}
        autoFocus={takesFocus}
        aria-invalid={errors.length > 0 ? 'true' : undefined}
        aria-describedby={describedBy(id, errors, isSent && state.problems.length > 0)}
      />
      {errors.length > 0 ? (
        <p id={`${id}-error`} data-latchkey-part="sign-in-field-error">
          {errors.join(' ')}
        </p>
      ) : null}
    </div>
  )
}

/** The id of the element with the problems of the last attempt. */
export const problemsId = 'latchkey-sign-in-problems'

function describedBy(
  id: string,
  errors: readonly string[],
  hasProblems: boolean,
): string | undefined {
  if (errors.length > 0) return `${id}-error`
  return hasProblems ? problemsId : undefined
}

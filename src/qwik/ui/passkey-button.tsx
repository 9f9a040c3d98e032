import {
  component$,
  useSignal,
  useVisibleTask$,
  type Component,
  type JSXOutput,
} from '@builder.io/qwik'
import type { FormField } from '../../core.js'
import type { PasskeyCall } from '../../passkeys/call.js'
import { hasPasskeys, offerInAutofill, runCeremony } from './passkey-ceremony.js'

interface PasskeyButtonProps {
  readonly ceremony: 'authenticate' | 'register'
  /** Where the ceremony takes place, and where it leads. */
  readonly call: PasskeyCall
  readonly text: string
  /** What the user is told, by the code of the error. */
  readonly messages: Readonly<Record<string, string>>
  readonly fields?: readonly FormField[]
  /** Whether a field of the page has passkeys in its autofill. */
  readonly autofill?: boolean
  /** Whether to explain why there is no button. */
  readonly explains: boolean
  readonly isLastUsed?: boolean
}

/**
 * The button of a ceremony. It appears if the browser has passkeys. The code of the ceremony is
 * loaded when the user presses it, or for the autofill.
 */
export const PasskeyButton: Component<PasskeyButtonProps> = component$<PasskeyButtonProps>(
  (props) => {
    const isShown = useSignal(false)
    const isBusy = useSignal(false)
    const problem = useSignal<string>()
    /** A ceremony ends the autofill, so it starts again after each failure. */
    const failures = useSignal(0)

    // Only a script knows what the browser supports, and can wait for the autofill.
    useVisibleTask$(
      (task) => {
        task.track(failures)
        isShown.value = hasPasskeys()
        if (!isShown.value && props.explains) problem.value = 'unsupported'
        if (!props.autofill) return
        const end = new AbortController()
        task.cleanup(() => {
          end.abort()
        })
        // Qwik would render nothing else before the visitor picks a passkey, if the task waited for it.
        void offerInAutofill(props.call, end.signal).then((refusal) => {
          if (refusal !== undefined) problem.value = refusal
        })
      },
      { strategy: 'document-idle' },
    )

    return (
      <>
        <form
          method="post"
          hidden={!isShown.value}
          preventdefault:submit
          onSubmit$={async (_, form) => {
            isBusy.value = true
            problem.value = undefined
            const fields = readFields(form)
            problem.value = await runCeremony(props.ceremony, { ...props.call, fields })
            isBusy.value = false
            if (problem.value !== undefined) failures.value += 1
          }}
          data-latchkey-part="passkey-form"
          data-latchkey-provider={props.call.provider}
          data-latchkey-last-used={props.isLastUsed ? '' : undefined}
        >
          {props.fields?.map((field) => (
            <PasskeyField key={field.name} field={field} provider={props.call.provider} />
          ))}
          <button disabled={isBusy.value} data-latchkey-part="passkey-button">
            {props.text}
          </button>
        </form>
        {problem.value === undefined ? null : (
          <p role="alert" data-latchkey-part="passkey-problem">
            {props.messages[problem.value] ?? props.messages['general']}
          </p>
        )}
      </>
    )
  },
)

interface PasskeyFieldProps {
  readonly field: FormField
  readonly provider: string | undefined
}

function PasskeyField({ field, provider }: PasskeyFieldProps): JSXOutput {
  const { name, label, type, attributes } = field
  if (type === 'hidden') return <input {...attributes} type="hidden" name={name} />
  // An id must not contain white space.
  const id = `latchkey-${provider ?? 'passkey'}-${name}`.replace(/\s+/g, '-')
  return (
    <div data-latchkey-part="sign-in-field">
      <label for={id}>{label}</label>
      <input {...attributes} id={id} name={name} type={type} />
    </div>
  )
}

/** The values of the fields, by name. */
function readFields(form: HTMLFormElement): Readonly<Record<string, string>> {
  const entries = [...new FormData(form)]
  return Object.fromEntries(
    entries.filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
  )
}

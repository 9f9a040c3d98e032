import { $, component$, useSignal, useVisibleTask$ } from '@builder.io/qwik'
import type { SignInProvider } from 'latchkey/core'
import {
  offerPasskeys,
  registerPasskey,
  signInWithPasskey,
  type PasskeyCall,
  type PasskeyDone,
} from 'latchkey/passkeys'
import { explainPasskey } from '../explain-passkey'

interface PasskeyWayProps {
  readonly provider: SignInProvider
  readonly redirectTo: string
}

/** Signs in with a passkey, or up with a new one. Autofill offers those that the browser knows. */
export const PasskeyWay = component$<PasskeyWayProps>(({ provider, redirectTo }) => {
  const problem = useSignal<string>()
  const email = useSignal('')

  const follow = $(async (begin: (call: PasskeyCall) => Promise<PasskeyDone>) => {
    problem.value = undefined
    try {
      const fields = { email: email.value }
      location.assign((await begin({ provider: provider.id, fields, redirectTo })).url)
    } catch (error) {
      problem.value = explainPasskey(error)
    }
  })

  // Only a script in the browser can wait for autofill.
  useVisibleTask$((task) => {
    const enough = new AbortController()
    task.cleanup(() => enough.abort())
    offerPasskeys({ provider: provider.id, redirectTo }, enough.signal).then(
      ({ url }) => location.assign(url),
      () => undefined,
    )
  })

  return (
    <div class="stack">
      {problem.value && (
        <p class="alert" role="alert">
          {problem.value}
        </p>
      )}
      {provider.fields.map((field) => (
        <div key={field.name} class="field">
          <label for={`${provider.id}-${field.name}`}>{field.label}</label>
          <input
            {...field.attributes}
            id={`${provider.id}-${field.name}`}
            name={field.name}
            type={field.type}
            bind:value={email}
          />
        </div>
      ))}
      <button type="button" class="button" onClick$={() => follow(signInWithPasskey)}>
        {provider.label}
      </button>
      <button type="button" class="button" onClick$={() => follow(registerPasskey)}>
        Create a passkey
      </button>
      <noscript class="hint">Passkeys need JavaScript.</noscript>
    </div>
  )
})

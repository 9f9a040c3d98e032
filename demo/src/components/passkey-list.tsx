import { $, component$, useSignal } from '@builder.io/qwik'
import { Form, type ActionStore } from '@builder.io/qwik-city'
import { registerPasskey } from 'latchkey/passkeys'
import type { PasskeyRow } from '../account'
import { explainPasskey } from '../explain-passkey'
import { Moment } from './moment'

interface PasskeyListProps {
  readonly passkeys: readonly PasskeyRow[]
  /** Takes `id` and `name`. */
  readonly rename: ActionStore<unknown, Record<string, unknown>>
  /** Takes `id`. */
  readonly remove: ActionStore<unknown, Record<string, unknown>>
}

/** The current user's passkeys, to rename, remove and add. */
export const PasskeyList = component$<PasskeyListProps>(({ passkeys, rename, remove }) => {
  const problem = useSignal<string>()
  const add = $(async () => {
    problem.value = undefined
    try {
      location.assign((await registerPasskey({ redirectTo: '/account/' })).url)
    } catch (error) {
      problem.value = explainPasskey(error)
    }
  })
  return (
    <>
      {problem.value && (
        <p class="alert" role="alert">
          {problem.value}
        </p>
      )}
      <ul class="rows">
        {passkeys.map(({ id, name, createdAt, isSynced }) => (
          <li key={id}>
            <div>
              <strong>{name}</strong>
              <p class="muted">
                {isSynced ? 'On all your devices' : 'On one device'}
                {createdAt && (
                  <>
                    {' · since '}
                    <Moment at={createdAt} />
                  </>
                )}
              </p>
            </div>
            <Form action={rename} class="inline">
              <input type="hidden" name="id" value={id} />
              <input
                name="name"
                value={name}
                aria-label={`Name of ${name}`}
                maxLength={64}
                required
              />
              <button class="button compact">Rename</button>
            </Form>
            <Form action={remove}>
              <input type="hidden" name="id" value={id} />
              <button class="button compact" aria-label={`Remove ${name}`}>
                Remove
              </button>
            </Form>
          </li>
        ))}
      </ul>
      <button type="button" class="button" onClick$={add}>
        Add a passkey
      </button>
      <noscript class="hint">Passkeys need JavaScript.</noscript>
    </>
  )
})

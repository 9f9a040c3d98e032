import { component$ } from '@builder.io/qwik'
import { Form, type ActionStore } from '@builder.io/qwik-city'
import type { Method } from '../account'

interface MethodListProps {
  readonly methods: readonly Method[]
  /** Takes `provider` and `providerAccountId` of an account. */
  readonly remove: ActionStore<unknown, Record<string, unknown>>
}

export const MethodList = component$<MethodListProps>(({ methods, remove }) => (
  <ul class="rows">
    {methods.map(({ name, detail, account }) => (
      <li key={`${name} ${detail}`}>
        <div>
          <strong>{name}</strong>
          <p class="muted">{detail}</p>
        </div>
        {account && (
          <Form action={remove}>
            <input type="hidden" name="provider" value={account.provider} />
            <input type="hidden" name="providerAccountId" value={account.providerAccountId} />
            <button class="button compact" aria-label={`Remove ${name}, ${detail}`}>
              Remove
            </button>
          </Form>
        )}
      </li>
    ))}
  </ul>
))

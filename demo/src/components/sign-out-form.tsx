import { component$ } from '@builder.io/qwik'
import { Form } from '@builder.io/qwik-city'
import { useSignOut } from '../routes/plugin@auth'

interface SignOutFormProps {
  readonly class?: string
  /** Whether the sessions on all other devices end, too. */
  readonly everywhere?: boolean
}

/** The button that ends the session and leads home. */
export const SignOutForm = component$<SignOutFormProps>(
  ({ class: look = 'button', everywhere = false }) => {
    const signOut = useSignOut()
    return (
      <Form action={signOut}>
        <input type="hidden" name="redirectTo" value="/" />
        {everywhere && <input type="hidden" name="everywhere" value="true" />}
        <button class={look}>{everywhere ? 'Sign out everywhere' : 'Sign out'}</button>
      </Form>
    )
  },
)

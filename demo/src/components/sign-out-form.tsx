import { component$ } from '@builder.io/qwik'
import { Form } from '@builder.io/qwik-city'
import { useSignOut } from '../routes/plugin@auth'

interface SignOutFormProps {
  readonly class?: string
}

/** The button that ends the session and leads home. */
export const SignOutForm = component$<SignOutFormProps>(({ class: look = 'button' }) => {
  const signOut = useSignOut()
  return (
    <Form action={signOut}>
      <input type="hidden" name="redirectTo" value="/" />
      <button class={look}>Sign out</button>
    </Form>
  )
})

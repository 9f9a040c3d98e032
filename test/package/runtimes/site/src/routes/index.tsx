import { component$ } from '@builder.io/qwik'
import { Form, routeAction$ } from '@builder.io/qwik-city'
import { updateSession } from 'latchkey'
import { useSession, useSignIn, useSignOut } from './plugin@auth'

export const useNote = routeAction$(async ({ note }, event) => {
  await updateSession(event, { note }, { useSession })
})

export default component$(() => {
  const session = useSession()
  const signIn = useSignIn()
  const signOut = useSignOut()
  const note = useNote()
  return (
    <>
      <p>{session.value ? `${session.value.user?.name}: ${session.value.note}` : 'Nobody'}</p>
      <Form action={signIn}>
        <input type="hidden" name="providerId" value="credentials" />
        <input name="username" />
        <input name="password" type="password" />
      </Form>
      <Form action={note}>
        <input name="note" />
      </Form>
      <Form action={signOut}>
        <button>Sign out</button>
      </Form>
    </>
  )
})

import { component$ } from '@builder.io/qwik'
import { Form } from '@builder.io/qwik-city'
import { useSession, useSignIn, useSignOut } from './plugin@auth.js'

export default component$(() => {
  const session = useSession()
  const signIn = useSignIn()
  const signOut = useSignOut()
  return (
    <main>
      <p id="who">{session.value?.user?.name ?? 'nobody'}</p>
      <img alt="" src={session.value?.user?.image ?? '/nobody.png'} width={1} height={1} />
      <Form action={signIn}>
        <input name="providerId" value="credentials" />
        <input name="options.username" />
        <p id="errors">{signIn.value?.formErrors?.join(' ')}</p>
      </Form>
      <Form action={signOut} />
    </main>
  )
})

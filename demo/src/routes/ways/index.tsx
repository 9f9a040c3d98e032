import { component$ } from '@builder.io/qwik'
import { Link, type DocumentHead } from '@builder.io/qwik-city'
import { nameOf } from '../../name-of'
import { useSession, useSignIn, useSignOut } from '../plugin@auth'

export const head: DocumentHead = { title: 'Ways to sign in' }

/** The actions without Qwik's `Form`, which the rest of the demo uses. */
export default component$(() => {
  const session = useSession()
  return (
    <div class="sheets">
      <h1>Without Qwik's form</h1>
      <p class="lead">
        {session.value
          ? `You are signed in as ${nameOf(session.value.user)}`
          : 'Nobody is signed in'}
      </p>
      <PlainForms />
      <FromCode />
      <section class="card sheet" aria-labelledby="link">
        <h2 id="link">A router link</h2>
        <Link prefetch="js" href="/auth/signin">
          The standard sign-in page
        </Link>
      </section>
    </div>
  )
})

/** Loads the next page as a document, with JavaScript and without. */
const PlainForms = component$(() => {
  const signIn = useSignIn()
  const signOut = useSignOut()
  return (
    <section class="card sheet" aria-labelledby="plain">
      <h2 id="plain">An HTML form</h2>
      <form method="post" action={signIn.actionPath}>
        <input type="hidden" name="providerId" value="credentials" />
        <input type="hidden" name="username" value="ada" />
        <input type="hidden" name="password" value="lovelace" />
        <input type="hidden" name="redirectTo" value="/ways/?by=form" />
        <button class="button">Enter as Ada</button>
      </form>
      <form method="post" action={signOut.actionPath}>
        <button class="button">Leave</button>
      </form>
    </section>
  )
})

/** Stays in the page. */
const FromCode = component$(() => {
  const signIn = useSignIn()
  const signOut = useSignOut()
  const ada = { providerId: 'credentials', username: 'ada' }
  return (
    <section class="card sheet" aria-labelledby="code">
      <h2 id="code">A call from code</h2>
      {signIn.value?.failed && (
        <p class="alert" role="alert">
          {signIn.value.formErrors.join(' ')}
        </p>
      )}
      <button class="button" onClick$={() => signIn.submit({ ...ada, password: 'byron' })}>
        Call with a wrong password
      </button>
      <button
        class="button"
        onClick$={() => signIn.submit({ ...ada, password: 'lovelace', redirectTo: '/about/' })}
      >
        Call with the right one
      </button>
      <button class="button" onClick$={() => signOut.submit({})}>
        Call to leave
      </button>
    </section>
  )
})

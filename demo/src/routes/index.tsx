import { component$ } from '@builder.io/qwik'
import { Link, routeLoader$, type DocumentHead } from '@builder.io/qwik-city'
import { Glyph } from '../components/glyph'
import { Portrait } from '../components/portrait'
import { SignOutForm } from '../components/sign-out-form'
import { nameOf } from '../name-of'
import { useSession } from './plugin@auth'

export const head: DocumentHead = {
  meta: [{ name: 'description', content: 'Sign-in, sign-out and sessions in a Qwik City app.' }],
}

/** Where mails of the demo are delivered, when there is such a place. */
export const useInbox = routeLoader$(({ env }) => env.get('AUTH_DEMO_INBOX') ?? null)

export default component$(() => (
  <>
    <div class="hero">
      <h1>A key to your Qwik City app</h1>
      <p class="lead">
        Sign-in, sign-out and sessions from one config function. This app uses all of it, with
        JavaScript and without.
      </p>
    </div>
    <Visitor />
    <h2>Look around</h2>
    <ul class="tiles">
      <li>
        <Link prefetch="js" class="tile" href="/account/">
          <Glyph shape="lock" />
          <strong>A page behind the door</strong>
          <span>Asks you to sign in, then brings you back.</span>
        </Link>
      </li>
      <li>
        <Link prefetch="js" class="tile" href="/login/">
          <Glyph shape="form" />
          <strong>A form of the app</strong>
          <span>Says what is wrong right where you are.</span>
        </Link>
      </li>
      <li>
        <a class="tile" href="/auth/signin">
          <Glyph shape="key" />
          <strong>The built-in page</strong>
          <span>Comes with the library, needs no code.</span>
        </a>
      </li>
      <InboxTile />
    </ul>
  </>
))

const InboxTile = component$(() => {
  const inbox = useInbox()
  if (!inbox.value) return null
  return (
    <li>
      <a class="tile" href={inbox.value}>
        <Glyph shape="envelope" />
        <strong>The inbox of the demo</strong>
        <span>Gets every mail, whoever it is for.</span>
      </a>
    </li>
  )
})

const Visitor = component$(() => {
  const session = useSession()
  if (!session.value) {
    return (
      <section class="card visitor-card" aria-labelledby="visitor">
        <div>
          <h2 id="visitor">You are not signed in</h2>
          <p class="muted">
            Try it as <code>ada</code> with the password <code>lovelace</code>.
          </p>
        </div>
        <Link prefetch="js" class="button painted" href="/login/">
          Sign in
        </Link>
      </section>
    )
  }
  const { user } = session.value
  return (
    <section class="card visitor-card" aria-labelledby="visitor">
      <Portrait user={user} size="medium" />
      <div>
        <h2 id="visitor">You are signed in as {nameOf(user)}</h2>
        {user.name && <p class="muted">{user.email}</p>}
      </div>
      <Link prefetch="js" class="button painted" href="/account/">
        Your account
      </Link>
      <SignOutForm />
    </section>
  )
})

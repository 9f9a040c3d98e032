import { component$ } from '@builder.io/qwik'
import { Link, routeLoader$, type DocumentHead } from '@builder.io/qwik-city'
import { SignedOut } from 'latchkey/qwik/ui'
import { boats } from '../boats'
import { Glyph } from '../components/glyph'
import { Portrait } from '../components/portrait'
import { nameOf } from '../name-of'
import { useSession } from './plugin@auth'

export const head: DocumentHead = {
  meta: [{ name: 'description', content: 'The boats of the Kingfisher rowing club.' }],
}

/** Where mails of the demo are delivered, when there is such a place. */
export const useInbox = routeLoader$(({ env }) => env.get('AUTH_DEMO_INBOX') ?? null)

export default component$(() => (
  <>
    <div class="hero">
      <h1>Four boats, one club</h1>
      <p class="lead">
        Members of Kingfisher share a small fleet on the river. Book a boat for a day, and find it
        at the jetty.
      </p>
    </div>
    <Visitor />
    <h2>The fleet</h2>
    <ul class="tiles">
      {boats.map(({ id, name, kind, seats }) => (
        <li key={id} class="tile">
          <Glyph shape="boat" />
          <strong>{name}</strong>
          <span>
            {kind}, {seats === 1 ? 'one seat' : `${seats} seats`}
          </span>
        </li>
      ))}
    </ul>
    <h2>Look around</h2>
    <ul class="tiles">
      <li>
        <Link prefetch="js" class="tile" href="/login/">
          <Glyph shape="form" />
          <strong>The club's sign-in page</strong>
          <span>Looks like the rest of this site.</span>
        </Link>
      </li>
      <li>
        <a class="tile" href="/auth/signin">
          <Glyph shape="key" />
          <strong>The standard sign-in page</strong>
          <span>The same ways in, on a page of its own.</span>
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
        <strong>The inbox</strong>
        <span>Every mail of this site arrives here, for any address.</span>
      </a>
    </li>
  )
})

const Visitor = component$(() => {
  const session = useSession()
  const user = session.value?.user
  return (
    <section class="card visitor-card" aria-labelledby="visitor">
      <SignedOut session={session}>
        <div>
          <h2 id="visitor">You are not signed in</h2>
          <p class="muted">
            Try it as <code>ada</code> with the password <code>lovelace</code>, who runs the harbour
            office, or as <code>charles</code> with <code>babbage</code>, who is a member.
          </p>
        </div>
        <Link prefetch="js" class="button painted" href="/login/">
          Sign in
        </Link>
      </SignedOut>
      {user && (
        <>
          <Portrait user={user} size="medium" />
          <div>
            <h2 id="visitor">You are signed in as {nameOf(user)}</h2>
            {user.name && <p class="muted">{user.email}</p>}
          </div>
          <Link prefetch="js" class="button painted" href="/bookings/">
            Book a boat
          </Link>
        </>
      )}
    </section>
  )
})

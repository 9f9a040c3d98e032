import { component$ } from '@builder.io/qwik'
import { Link, type DocumentHead } from '@builder.io/qwik-city'

export const head: DocumentHead = { title: 'About' }

export default component$(() => (
  <article class="prose">
    <h1>About Kingfisher</h1>
    <p class="lead">
      A club with four boats, and the demo of a library. Everyone may read this page. The header
      still knows who you are.
    </p>
    <h2>Who may do what</h2>
    <p>
      Visitors see the fleet. Members book boats and cancel their own bookings. Admins also run the
      harbour office, where they see and cancel every booking. The papers of the boats are in the
      vault, which asks for two factors.
    </p>
    <h2>What happens when you sign in</h2>
    <p>
      The server checks the password, the mailed link, or what the identity provider says, writes a
      session into the database, and gives your browser its key, in a cookie that scripts cannot
      read. The database has only a hash of the key. No cookie is set before that, unless you open a
      built-in page.
    </p>
    <h2>What happens on every page</h2>
    <p>
      The session is read once, on the server: one query. Pages that depend on it are never cached,
      so the next person at this computer does not find them.
    </p>
    <h2>What happens when you sign out</h2>
    <p>
      The session is deleted, here or on all of your devices. A copy of the cookie is worth nothing
      from then on.
    </p>
    <h2>What happens without JavaScript</h2>
    <p>
      The same. Switch it off and{' '}
      <Link prefetch="js" href="/login/">
        sign in
      </Link>{' '}
      or visit{' '}
      <Link prefetch="js" href="/account/">
        your account
      </Link>
      .
    </p>
  </article>
))

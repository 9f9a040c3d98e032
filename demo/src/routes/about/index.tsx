import { component$ } from '@builder.io/qwik'
import { Link, type DocumentHead } from '@builder.io/qwik-city'

export const head: DocumentHead = { title: 'About' }

export default component$(() => (
  <article class="prose">
    <h1>About Kingfisher</h1>
    <p class="lead">
      A rowing club with four boats. Everyone may read this page, and the header still shows your
      name.
    </p>
    <h2>Who may do what</h2>
    <p>
      Visitors see the fleet. Members book boats and cancel their own bookings. Admins also run the
      harbour office, where they see and cancel every booking. The papers of the boats are in the
      vault, which asks for a second step.
    </p>
    <h2>What happens when you sign in</h2>
    <p>
      We check your password, the link in your mail, or the answer of the service that you chose.
      Then we give your browser a key, in a cookie that scripts cannot read. We keep no copy of the
      key, only a fingerprint of it.
    </p>
    <h2>What happens on every page</h2>
    <p>
      We look up once who you are. Browsers do not keep pages about you, so the next person at this
      computer does not find them.
    </p>
    <h2>What happens when you sign out</h2>
    <p>
      The key stops working, on this device or on all of them. A copy of the cookie is worth nothing
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

import { component$ } from '@builder.io/qwik'
import { Link, type DocumentHead } from '@builder.io/qwik-city'

export const head: DocumentHead = { title: 'About' }

export default component$(() => (
  <article class="prose">
    <h1>About this demo</h1>
    <p class="lead">A page that everyone may read. The header still knows who you are.</p>
    <h2>What happens when you sign in</h2>
    <p>
      The server checks the password, seals the session into an encrypted cookie that scripts cannot
      read, and sends you on. No cookie is set before that, unless you open a built-in page.
    </p>
    <h2>What happens on every page</h2>
    <p>
      The session is opened once, on the server. Pages that depend on it are never cached, so the
      next person at this computer does not find them.
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

import { component$ } from '@builder.io/qwik'
import { Link, useLocation } from '@builder.io/qwik-city'
import { nameOf } from '../name-of'
import { useSession } from '../routes/plugin@auth'
import { Glyph } from './glyph'
import { Portrait } from './portrait'
import { SignOutForm } from './sign-out-form'

const places = [
  { href: '/', text: 'Home' },
  { href: '/account/', text: 'Account' },
  { href: '/about/', text: 'About' },
]

export const Header = component$(() => {
  const session = useSession()
  const location = useLocation()
  return (
    <header class="bar">
      <Link prefetch="js" class="brand" href="/">
        <span class="mark small">
          <Glyph shape="key" />
        </span>
        Latchkey
      </Link>
      <nav aria-label="Main">
        {places.map(({ href, text }) => (
          <Link
            key={href}
            href={href}
            prefetch="js"
            aria-current={location.url.pathname === href ? 'page' : undefined}
          >
            {text}
          </Link>
        ))}
      </nav>
      <div class="visitor">
        {session.value ? (
          <>
            <span class="who">
              <Portrait user={session.value.user} size="small" />
              <span>{nameOf(session.value.user)}</span>
            </span>
            <SignOutForm class="button compact" />
          </>
        ) : (
          location.url.pathname !== '/login/' && (
            <Link prefetch="js" class="button compact painted" href="/login/">
              Sign in
            </Link>
          )
        )}
      </div>
    </header>
  )
})

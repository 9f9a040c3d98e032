import { component$ } from '@builder.io/qwik'
import { Link, useLocation } from '@builder.io/qwik-city'
import { SignedIn, SignedOut, UserButton } from 'latchkey/qwik/ui'
import { useSession, useSignOut } from '../routes/plugin@auth'
import { Glyph } from './glyph'
import { NavLink } from './nav-link'

export const Header = component$(() => {
  const session = useSession()
  const signOut = useSignOut()
  const location = useLocation()
  const isAdmin = session.value?.user.role === 'admin'
  return (
    <header class="bar">
      <Link prefetch="js" class="brand" href="/">
        <span class="mark small">
          <Glyph shape="boat" />
        </span>
        Kingfisher
      </Link>
      <nav aria-label="Main">
        <NavLink href="/" text="Home" />
        <SignedIn session={session}>
          <NavLink href="/bookings/" text="Bookings" />
          {isAdmin && <NavLink href="/harbour/" text="Harbour" />}
        </SignedIn>
        <NavLink href="/account/" text="Account" />
        <NavLink href="/about/" text="About" />
      </nav>
      <div class="visitor">
        <UserButton
          session={session}
          signOut={signOut}
          accountUrl="/account/"
          redirectTo="/"
          class="menu"
        />
        <SignedOut session={session}>
          {location.url.pathname !== '/login/' && (
            <Link prefetch="js" class="button compact painted" href="/login/">
              Sign in
            </Link>
          )}
        </SignedOut>
      </div>
    </header>
  )
})

import { component$ } from '@builder.io/qwik'
import { Link, useLocation } from '@builder.io/qwik-city'

interface NavLinkProps {
  readonly href: string
  readonly text: string
}

export const NavLink = component$<NavLinkProps>(({ href, text }) => {
  const location = useLocation()
  return (
    <Link
      href={href}
      prefetch="js"
      aria-current={location.url.pathname === href ? 'page' : undefined}
    >
      {text}
    </Link>
  )
})

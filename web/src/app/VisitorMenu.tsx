import { Menu } from 'lucide-react'
import { useLocation } from 'react-router'
import { Link } from '../ui/Link.tsx'

/** The links of a visitor on a phone. The browser itself opens and closes it, without a script. */
export function VisitorMenu({ pages }: { pages: readonly { to: string; label: string }[] }) {
  const { pathname } = useLocation()
  return (
    // Another page closes it.
    <details key={pathname} className="relative in-data-session:hidden md:hidden">
      <summary className="flex size-11 cursor-pointer list-none items-center justify-center rounded-control hover:bg-sunken [&::-webkit-details-marker]:hidden">
        <Menu aria-hidden size={22} />
        <span className="sr-only">Menu</span>
      </summary>
      <nav
        aria-label="Main"
        className="absolute top-full right-0 z-10 mt-1 flex min-w-44 flex-col rounded-card border border-line bg-surface p-1 shadow-float"
      >
        {pages.map(({ to, label }) => (
          <Link
            key={to}
            to={to}
            aria-current={pathname === to ? 'page' : undefined}
            className="flex min-h-11 items-center rounded-control px-3 font-semibold hover:bg-sunken aria-[current=page]:text-accent"
          >
            {label}
          </Link>
        ))}
      </nav>
    </details>
  )
}

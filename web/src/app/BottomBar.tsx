import { Bell, UserRound } from 'lucide-react'
import { useLocation } from 'react-router'
import { UnreadBadge } from '../notifications/UnreadBadge.tsx'
import { isPublicPath } from '../session/public-paths.ts'
import { Link } from '../ui/Link.tsx'
import { isWithin, PAGES } from '../ui/navigation.ts'

const LINKS = [
  PAGES[0],
  PAGES[1],
  { to: '/notifications', label: 'Alerts', icon: Bell },
  { to: '/settings', label: 'You', icon: UserRound },
] as const

/** The main links on a phone, at the bottom of the screen. */
export function BottomBar() {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="sticky bottom-0 z-20 grid grid-cols-4 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)] md:hidden"
    >
      {LINKS.map(({ to, label, icon: Icon }) => (
        <Link
          key={to}
          to={to}
          aria-current={isWithin(pathname, to) ? 'page' : undefined}
          className="relative flex min-h-14 flex-col items-center justify-center gap-0.5 border-t-3 text-label font-semibold border-transparent text-ink-2 aria-[current=page]:border-accent aria-[current=page]:text-accent"
        >
          <Icon aria-hidden size={20} />
          {label}
          {to === '/notifications' && !isPublicPath(pathname) && (
            <UnreadBadge className="absolute top-1 left-1/2 ml-1" />
          )}
        </Link>
      ))}
    </nav>
  )
}

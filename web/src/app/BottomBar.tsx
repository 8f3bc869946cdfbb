import { messages } from '@bidwell/contract'
import type { ReactNode } from 'react'
import { useLocation } from 'react-router'
import { Bell, UserRound } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { AUCTIONS, HISTORY, isWithin, TO_PAY } from '../ui/navigation.ts'

const ALERTS = { to: '/notifications', label: messages.unread.name, icon: Bell } as const
const LINKS = [AUCTIONS, TO_PAY, HISTORY, ALERTS, { to: '/settings', label: 'You', icon: UserRound }] as const

/** The room of the bar below a page: an element of its own would be one more that moves while the page fills. */
export const BOTTOM_BAR_ROOM = 'max-md:pb-[calc(3.5rem+1px+env(safe-area-inset-bottom))]'

/** The main links on a phone, at the bottom of the screen; `unread` is the mark on the alerts, `owed` that on what is to be paid. */
export function BottomBar({ unread, owed }: { unread: ReactNode; owed: ReactNode }) {
  const { pathname } = useLocation()
  return (
    <nav
      aria-label="Main"
      className="fixed inset-x-0 bottom-0 z-20 grid md:hidden grid-cols-5 border-t border-line bg-surface pb-[env(safe-area-inset-bottom)]"
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
          {to === ALERTS.to && unread}
          {to === TO_PAY.to && owed}
        </Link>
      ))}
    </nav>
  )
}

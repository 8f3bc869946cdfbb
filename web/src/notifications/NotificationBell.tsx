import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { buttonClass } from '../ui/Button.tsx'
import { Link } from '../ui/Link.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { unreadQuery } from './notification-queries.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

/**
 * The way to the notifications, with the number of unread ones. A screen reader is told when the number grows. In a narrow
 * window, which has its link in the bottom bar, only the sentence is there.
 */
export function NotificationBell() {
  const { data: unread } = useQuery(unreadQuery)
  const { pathname } = useLocation()
  const spoken = useGrowth(unread)
  return (
    <>
      <Link
        to="/notifications"
        aria-current={pathname === '/notifications' ? 'page' : undefined}
        className={buttonClass(
          { variant: 'quiet', size: 'icon' },
          'relative aria-[current=page]:text-accent max-md:hidden',
        )}
      >
        <Bell aria-hidden size={22} />
        <VisuallyHidden>Notifications</VisuallyHidden>
        <UnreadBadge unread={unread ?? 0} className="absolute top-0.5 left-1/2" />
      </Link>
      {/* A live region of its own: the page's region may be telling the result of a bid at the same moment. */}
      <output className="sr-only">{spoken}</output>
    </>
  )
}

/** The sentence about the number of unread notifications, once it has grown; empty after it has fallen. */
function useGrowth(unread: number | undefined): string {
  const before = useRef(unread)
  const [text, setText] = useState('')
  useEffect(() => {
    if (unread !== undefined && before.current !== undefined && unread !== before.current) {
      setText(unread > before.current ? messages.unread.sentence(unread) : '')
    }
    before.current = unread
  }, [unread])
  return text
}

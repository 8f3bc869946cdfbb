import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { type MouseEvent, useCallback, useEffect, useRef, useState } from 'react'
import { useHref, useLocation } from 'react-router'
import { skipsSignInCheck } from '../session/pages.ts'
import { buttonClass } from '../ui/Button.tsx'
import { Bell } from '../ui/icons.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { unreadQuery } from './notification-queries.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

const LatestAlerts = lazyDialog(async () => (await import('./LatestAlerts.tsx')).LatestAlerts)

/**
 * The way to the notifications, with the number of unread ones where the page asks for it. A plain click opens the latest in
 * place. A screen reader is told when the number grows. In a narrow window, which has a link to all of them in the bottom bar, only
 * the sentence is there.
 */
export function NotificationBell() {
  const { pathname } = useLocation()
  const enabled = !skipsSignInCheck(pathname)
  const { data } = useQuery({ ...unreadQuery, enabled })
  const unread = enabled ? data : undefined
  const [within, setWithin] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setWithin(null), [])
  const link = useRef<HTMLAnchorElement>(null)
  const spoken = useGrowth(unread)
  const openInPlace = (event: MouseEvent<HTMLAnchorElement>) => {
    if (event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    // Rendered inside the link's landmark, as menus are.
    setWithin(event.currentTarget.closest<HTMLElement>('header') ?? document.body)
  }
  return (
    <>
      <a
        ref={link}
        href={useHref('/notifications')}
        aria-haspopup="dialog"
        aria-expanded={within !== null}
        className={buttonClass({ variant: 'quiet', size: 'icon' }, 'relative aria-expanded:text-accent max-md:hidden')}
        onPointerEnter={LatestAlerts.preload}
        onFocus={LatestAlerts.preload}
        onClick={openInPlace}
      >
        <Bell aria-hidden size={22} />
        <VisuallyHidden>{messages.unread.name}</VisuallyHidden>
        <UnreadBadge unread={unread ?? 0} className="absolute top-0.5 left-1/2" />
      </a>
      {within && <LatestAlerts anchor={link} within={within} byKey={false} onClose={close} />}
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

import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { Bell } from 'lucide-react'
import { useCallback, useEffect, useRef, useState } from 'react'
import { Button } from '../ui/Button.tsx'
import { lazyDialog } from '../ui/overlays/lazy-dialog.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { unreadQuery } from './notification-queries.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

const LatestAlerts = lazyDialog(async () => (await import('./LatestAlerts.tsx')).LatestAlerts)

/**
 * Opens the latest notifications in place, and counts the unread ones. A screen reader is told when the number grows. In a narrow
 * window, which has a link to all of them in the bottom bar, only the sentence is there.
 */
export function NotificationBell() {
  const { data: unread } = useQuery(unreadQuery)
  const [within, setWithin] = useState<HTMLElement | null>(null)
  const close = useCallback(() => setWithin(null), [])
  const button = useRef<HTMLButtonElement>(null)
  const spoken = useGrowth(unread)
  return (
    <>
      <Button
        ref={button}
        variant="quiet"
        size="icon"
        aria-haspopup="dialog"
        aria-expanded={within !== null}
        className="relative aria-expanded:text-accent max-md:hidden"
        onPointerEnter={LatestAlerts.preload}
        onFocus={LatestAlerts.preload}
        // Rendered inside the button's landmark, as menus are.
        onClick={({ currentTarget }) => setWithin(currentTarget.closest<HTMLElement>('header') ?? document.body)}
      >
        <Bell aria-hidden size={22} />
        <VisuallyHidden>{messages.unread.name}</VisuallyHidden>
        <UnreadBadge unread={unread ?? 0} className="absolute top-0.5 left-1/2" />
      </Button>
      {within && <LatestAlerts anchor={button} within={within} byKey={false} onClose={close} />}
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

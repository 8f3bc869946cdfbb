import { Popover } from '@base-ui/react/popover'
import { messages } from '@bidwell/contract'
import { useInfiniteQuery } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useSiteName } from '../api/installation-queries.ts'
import { MINUTE_MS } from '../time/units.ts'
import { useNow } from '../time/use-now.ts'
import { buttonClass } from '../ui/Button.tsx'
import { KeepFocus } from '../ui/KeepFocus.tsx'
import { Link } from '../ui/Link.tsx'
import { LoadingList, QueryFailure } from '../ui/loading/LoadState.tsx'
import type { MenuPlacement } from '../ui/overlays/MenuButton.tsx'
import { MarkAllRead } from './MarkAllRead.tsx'
import { ALL, notificationsQuery } from './notification-queries.ts'
import { NotificationItem } from './NotificationItem.tsx'

const MOST = 6

/** The latest alerts below the bell, with the way to all of them. */
export function LatestAlerts({ anchor, within, onClose }: MenuPlacement) {
  const list = useInfiniteQuery(notificationsQuery(ALL))
  const siteName = useSiteName()
  const now = useNow(MINUTE_MS)
  const { key } = useLocation()
  const openedAt = useRef(key)
  useEffect(() => {
    // What an alert is about was opened.
    if (openedAt.current !== key) onClose()
  }, [key, onClose])
  const alerts = list.data?.pages[0]?.notifications.slice(0, MOST)

  return (
    <Popover.Root open onOpenChange={(open) => !open && onClose()}>
      <Popover.Portal container={within}>
        <Popover.Positioner anchor={anchor} sideOffset={6} align="end" collisionPadding={8} className="z-40">
          <Popover.Popup
            finalFocus={anchor}
            className="flex max-h-[min(38rem,var(--available-height))] w-[min(26rem,calc(100vw-1rem))] flex-col gap-3 rounded-card border border-line bg-surface p-3 text-ink shadow-float outline-none"
          >
            <div className="flex flex-wrap items-center justify-between gap-2">
              <Popover.Title className="text-lead font-semibold">{messages.unread.name}</Popover.Title>
              <MarkAllRead />
            </div>
            <div className="-mx-1 min-h-0 overflow-y-auto px-1">
              <QueryFailure query={list} />
              {list.isPending && <LoadingList rows={3} skeleton="h-24 w-full" />}
              {alerts && (
                <KeepFocus label="Latest alerts">
                  {alerts.length === 0 && <p className="py-3 text-ink-2">{messages.unread.nothingYet}</p>}
                  <ul className="flex flex-col gap-2">
                    {alerts.map((notification) => (
                      <NotificationItem
                        key={notification.id}
                        notification={notification}
                        siteName={siteName}
                        now={now}
                      />
                    ))}
                  </ul>
                </KeepFocus>
              )}
            </div>
            <Link to="/notifications" className={buttonClass({ size: 'dense' })}>
              {messages.unread.all}
            </Link>
          </Popover.Popup>
        </Popover.Positioner>
      </Popover.Portal>
    </Popover.Root>
  )
}

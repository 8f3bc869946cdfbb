import { messages } from '@bidwell/contract'
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query'
import { Button } from '../ui/Button.tsx'
import { CheckCheck } from '../ui/icons.tsx'
import { ALL, markAllReadMutation, notificationsQuery, unreadQuery } from './notification-queries.ts'

/** Marks everything that has arrived by now as read, also what a filter hides. */
export function MarkAllRead() {
  const { data: unread = 0 } = useQuery(unreadQuery)
  const latest = useInfiniteQuery(notificationsQuery(ALL)).data?.pages[0]?.notifications[0]?.id
  const markAll = useMutation(markAllReadMutation)
  const whyNot = unread === 0 || latest === undefined ? 'Nothing is unread.' : null
  return (
    <>
      <Button
        size="dense"
        busy={markAll.isPending}
        whyNot={whyNot}
        onClick={() => latest !== undefined && markAll.mutate(latest)}
      >
        <CheckCheck aria-hidden size={18} />
        Mark all as read
      </Button>
      <output className="sr-only">{markAll.isSuccess && unread === 0 ? messages.unread.sentence(0) : ''}</output>
    </>
  )
}

import { useQuery } from '@tanstack/react-query'
import { unreadQuery } from './notification-queries.ts'
import { UnreadBadge } from './UnreadBadge.tsx'

/** The number of unread notifications, as it is now. */
export function UnreadCount({ className }: { className: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  return <UnreadBadge unread={unread} className={className} />
}

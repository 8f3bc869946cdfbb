import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { classNames } from '../ui/class-names.ts'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { unreadQuery } from './notification-queries.ts'

/** The number of unread notifications in a pill; nothing where there are none. */
export const UnreadBadge = ({ unread, className }: { unread: number; className: string }) =>
  unread > 0 && (
    <span
      className={classNames(
        'min-w-5 rounded-full border border-surface bg-accent px-1 text-center text-label leading-5 font-semibold text-on-accent tabular',
        className,
      )}
    >
      {messages.unread.badge(unread)}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )

/** The number of unread notifications, as it is now. */
export function UnreadCount({ className }: { className: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  return <UnreadBadge unread={unread} className={className} />
}

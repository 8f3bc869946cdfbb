import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { classNames } from '../ui/class-names.ts'
import { VisuallyHidden } from '../ui/VisuallyHidden.tsx'
import { unreadQuery } from './notification-queries.ts'

/** The number of unread notifications in a pill; nothing where there are none. */
export function UnreadBadge({ className }: { className?: string }) {
  const { data: unread = 0 } = useQuery(unreadQuery)
  if (unread === 0) return null
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full border border-surface bg-accent px-1 text-center text-label leading-5 font-semibold text-on-accent tabular',
        className,
      )}
    >
      <VisuallyHidden>, </VisuallyHidden>
      {messages.unread.badge(unread)}
      <VisuallyHidden> unread</VisuallyHidden>
    </span>
  )
}

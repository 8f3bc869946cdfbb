import { messages } from '@bidwell/contract'
import { classNames } from '../ui/class-names.ts'

/** The number of unread notifications in a pill; nothing where there are none. The link around it says it in words. */
export const UnreadBadge = ({ unread, className }: { unread: number; className: string }) =>
  unread > 0 && (
    <span
      aria-hidden
      className={classNames(
        'min-w-5 rounded-full border border-surface bg-accent px-1 text-center text-label leading-5 font-semibold text-on-accent tabular',
        className,
      )}
    >
      {messages.unread.badge(unread)}
    </span>
  )

/** The accessible name of a link to the notifications, which begins with its visible label. */
export const nameWithUnread = (label: string, unread: number) =>
  unread > 0 ? `${label}, ${messages.unread.badge(unread)} unread` : label

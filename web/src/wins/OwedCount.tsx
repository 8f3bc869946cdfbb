import { useQuery } from '@tanstack/react-query'
import { classNames } from '../ui/class-names.ts'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { winsQuery } from './win-queries.ts'

/** How many won items are to be paid, in a pill; nothing where there are none. */
export function OwedCount({ className }: { className: string }) {
  const { data } = useQuery(winsQuery)
  const owed = data?.wins.filter(({ is_owed }) => is_owed) ?? []
  if (owed.length === 0) return null
  const isOverdue = owed.some(({ is_overdue }) => is_overdue)
  return (
    <span
      className={classNames(
        'min-w-5 rounded-full border border-surface px-1 text-center text-label leading-5 font-semibold tabular',
        isOverdue ? 'bg-danger text-on-danger' : 'bg-accent text-on-accent',
        className,
      )}
    >
      {owed.length > 99 ? '99+' : owed.length}
      <VisuallyHidden>{isOverdue ? ' to pay, some overdue' : ' to pay'}</VisuallyHidden>
    </span>
  )
}

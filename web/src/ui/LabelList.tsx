import { classNames } from './class-names.ts'
import { Tag } from './icons.tsx'

type LabelListProps = {
  labels: readonly string[]
  /** How many are shown by name; the others by their number. */ most: number
  className?: string
}

/** Labels that a user has given, as small chips; nothing without any. */
export function LabelList({ labels, most, className }: LabelListProps) {
  if (labels.length === 0) return null
  const others = labels.slice(most)
  return (
    <ul
      aria-label="Labels"
      title={labels.join(', ')}
      className={classNames('flex min-w-0 items-center gap-1', className)}
    >
      {labels.slice(0, most).map((label) => (
        <li
          key={label}
          className="inline-flex min-w-0 items-center gap-1 rounded-full border border-edge px-2 py-px text-label text-ink-2"
        >
          <Tag aria-hidden size={12} className="shrink-0" />
          <span className="max-w-32 truncate">{label}</span>
        </li>
      ))}
      {others.length > 0 && (
        <li aria-label={others.join(', ')} className="shrink-0 text-label text-ink-2">
          +{others.length}
        </li>
      )}
    </ul>
  )
}

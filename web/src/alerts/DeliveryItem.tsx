import { messages, type WireDelivery } from '@bidwell/contract'
import { Check, Clock, type LucideIcon, Minus, TriangleAlert, X } from 'lucide-react'
import { viewerTimes } from '../time/zoned-times.ts'
import { classNames } from '../ui/class-names.ts'
import { type Tone, TONE_CLASS } from '../ui/tone.ts'

const ICONS = {
  success: Check,
  info: Clock,
  warning: TriangleAlert,
  danger: X,
  neutral: Minus,
} as const satisfies Partial<Record<Tone, LucideIcon>>

const PROMPT_MS = 10_000

/** Whether it was sent at once: then its line has the only time that matters. */
const wasPrompt = ({ outcome, queued_at: queuedAt, ended_at: endedAt }: WireDelivery) =>
  outcome === 'sent' && endedAt !== null && Date.parse(endedAt) - Date.parse(queuedAt) < PROMPT_MS

type DeliveryItemProps = { delivery: WireDelivery; siteName: string; now: number }

/** One line of the log: what it told, where it is, and since when. */
export function DeliveryItem({ delivery, siteName, now }: DeliveryItemProps) {
  const viewer = viewerTimes()
  const time = (at: number) => (viewer.isSameDay(at, now) ? viewer.clock(at) : viewer.full(at))
  const context = { site: siteName, time }
  const { text, tone } = messages.delivery.state(delivery, context)
  const Icon = ICONS[tone]
  return (
    <li className="flex items-start gap-3 rounded-card border border-line bg-surface p-3">
      <span className={classNames('grid size-8 shrink-0 place-items-center rounded-control', TONE_CLASS[tone])}>
        <Icon aria-hidden size={18} />
      </span>
      <div className="min-w-0 flex-1">
        <h2 className="font-semibold wrap-anywhere">{messages.delivery.subject(delivery, context)}</h2>
        <p className="text-small wrap-anywhere tabular">{text}.</p>
        {!wasPrompt(delivery) && (
          <p className="text-label text-ink-2 tabular">
            Queued <time dateTime={delivery.queued_at}>{time(Date.parse(delivery.queued_at))}</time>
          </p>
        )}
      </div>
    </li>
  )
}

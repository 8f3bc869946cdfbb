import { messages, type WireNotification } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import { inBothZones } from '../time/zoned-times.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { ArrowUp, Ban, Check, Info, type LucideIcon, Minus, TriangleAlert } from '../ui/icons.tsx'
import { Link } from '../ui/Link.tsx'
import { Picture } from '../ui/Picture.tsx'
import { Tag } from '../ui/Tag.tsx'
import { type Tone, TONE_CLASS } from '../ui/tone.ts'
import { markReadMutation } from './notification-queries.ts'

const ICONS = {
  success: Check,
  neutral: Minus,
  outbid: ArrowUp,
  danger: Ban,
  warning: TriangleAlert,
  info: Info,
} as const satisfies Partial<Record<Tone, LucideIcon>>

type ItemProps = { notification: WireNotification; siteName: string; now: number }

/** One notification: the auction with its picture where there is one, what happened, when, and the way to it. */
export function NotificationItem({ notification, siteName, now }: ItemProps) {
  const { id, kind, values, at, read_at: readAt, auction } = notification
  const markRead = useMutation(markReadMutation)
  const time = (instant: number) => inBothZones(instant, now).join(' / ')
  const said = messages.notification.describe(kind, values, { site: siteName, time })
  const Icon = ICONS[said.tone]
  const name = auction?.title ?? said.title
  const isNew = readAt === null
  return (
    <li
      data-unread={isNew || undefined}
      className={classNames(
        'flex items-start gap-3 rounded-card border p-3',
        isNew ? 'border-edge bg-surface' : 'border-line bg-sunken',
      )}
    >
      {auction ? (
        <Picture url={auction.image_url ?? undefined} px={48} />
      ) : (
        <span className={classNames('grid size-12 shrink-0 place-items-center rounded-control', TONE_CLASS[said.tone])}>
          <Icon aria-hidden size={20} />
        </span>
      )}
      <div className="min-w-0 flex-1">
        {(auction !== null || isNew) && (
          <p className="flex flex-wrap items-center gap-2">
            {auction && (
              <Tag tone={said.tone} icon={Icon}>
                {said.title}
              </Tag>
            )}
            {isNew && (
              <span className="flex items-center gap-1.5 text-label font-semibold text-accent">
                <span aria-hidden className="size-2 rounded-full bg-accent" />
                New
              </span>
            )}
          </p>
        )}
        <h3 className={classNames('mt-1 break-words', isNew && 'font-semibold')}>
          <Way notification={notification} path={said.path} onFollow={() => isNew && markRead.mutate(id)}>
            {name}
          </Way>
        </h3>
        {said.text !== '' && <p className="text-small break-words text-ink-2">{said.text}</p>}
        <p className="text-label text-ink-2 tabular">
          <time dateTime={at}>{time(Date.parse(at))}</time>
        </p>
      </div>
      {isNew && (
        <Button
          variant="quiet"
          size="icon"
          busy={markRead.isPending}
          aria-label={`Mark as read: ${name}`}
          title="Mark as read"
          onClick={() => markRead.mutate(id)}
        >
          <Check aria-hidden size={20} />
        </Button>
      )}
    </li>
  )
}

type WayProps = { notification: WireNotification; path: string | null; onFollow: () => void; children: string }

/** The link to what a notification is about: a page of the app, or the auction at the site when the user tracks it no more. */
function Way({ notification: { kind, bid_id: bidId, auction }, path, onFollow, children }: WayProps) {
  const className = 'underline decoration-edge underline-offset-4 hover:decoration-current'
  const isResult = kind.startsWith('bid_') && !['bid_over_maximum', 'bid_at_risk', 'bid_lowered'].includes(kind)
  const tracked = auction?.tracked_auction_id ?? null
  const to =
    path ??
    (isResult && bidId !== null ? `/bid-history/${bidId}` : tracked === null ? null : `/dashboard?item=${tracked}`)
  if (to !== null) {
    return (
      <span onClickCapture={onFollow}>
        <Link to={to} className={className}>
          {children}
        </Link>
      </span>
    )
  }
  if (auction === null) return children
  return (
    <a href={auction.item_url} target="_blank" rel="noreferrer" className={className} onClick={onFollow}>
      {children}
    </a>
  )
}

import { type FoundItem, messages, type SearchHit, type Span } from '@bidwell/contract'
import { useMutation } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { messageOf } from '../api/api-error.ts'
import { useOnline } from '../api/use-online.ts'
import { bidsText } from '../auctions/price/price-text.ts'
import { trackMutation } from '../auctions/tracked/track-queries.ts'
import { useRefusalToast } from '../plans/limits/use-refusal-toast.ts'
import { siteClock } from '../time/site-clock.ts'
import { briefInBothZones } from '../time/zoned-times.ts'
import { Button } from '../ui/Button.tsx'
import { Check, Star } from '../ui/icons.tsx'
import { centsOf, formatDollars } from '../ui/money.ts'
import { Picture } from '../ui/Picture.tsx'
import { VisuallyHidden } from '../ui/screen-readers.tsx'
import { Tag } from '../ui/Tag.tsx'

type Item = (FoundItem | SearchHit) & { spans: readonly Span[] }

/** Items at the site, each with the parts of its title that a search matches, and with what tracks it. */
export const ItemRows = ({ label, items }: { label: string; items: readonly Item[] }) => (
  <ul aria-label={label} className="divide-y divide-line">
    {items.map((item) => (
      <ItemRow key={item.auction_id} item={item} />
    ))}
  </ul>
)

function ItemRow({ item }: { item: Item }) {
  const { title, spans, item_url, image_url, price, bid_count, ends_at } = item
  const hit = 'is_tracked' in item ? item : null
  return (
    <li className="flex items-start gap-3 py-3">
      <Picture url={image_url ?? undefined} px={48} />
      <div className="min-w-0 flex-1 text-small">
        <p className="flex flex-wrap items-center gap-x-2 text-body">
          <a
            href={item_url}
            target="_blank"
            rel="noreferrer"
            className="font-semibold wrap-anywhere underline-offset-4 hover:underline"
          >
            {markedTitle(title, spans)}
          </a>
          {hit !== null && hit.new_since !== null && (
            <Tag tone="info" icon={Star}>
              {messages.search.page.isNew}
            </Tag>
          )}
        </p>
        <p className="text-ink-2 tabular">
          {formatDollars(price)} · {bidsText(bid_count)} · ends {briefInBothZones(Date.parse(ends_at), siteClock.now())}{' '}
          · {item.seller.name}
        </p>
        {hit?.listed_before && (
          <p className="text-ink-2 first-letter:uppercase">
            {messages.search.listedAgain({
              priceCents: centsOf(hit.listed_before.price),
              bidCount: hit.listed_before.bid_count,
              day: DAY.format(Date.parse(hit.listed_before.ended_at)),
            })}
          </p>
        )}
      </div>
      {hit !== null && <TrackButton hit={hit} />}
    </li>
  )
}

const DAY = new Intl.DateTimeFormat('en-US', { month: 'short', day: 'numeric' })

/** The title, with the parts that match marked: they are why it was found. */
function markedTitle(title: string, spans: readonly Span[]): ReactNode[] {
  const parts: ReactNode[] = []
  let at = 0
  for (const [from, to] of spans) {
    // Two terms may match the same words.
    if (from < at) continue
    parts.push(
      title.slice(at, from),
      <mark key={from} className="rounded-tag bg-accent-tint text-accent">
        {title.slice(from, to)}
      </mark>,
    )
    at = to
  }
  return [...parts, title.slice(at)]
}

/** Tracks the item with one tap. */
function TrackButton({ hit }: { hit: SearchHit }) {
  const online = useOnline()
  const toastRefusal = useRefusalToast()
  const track = useMutation({
    ...trackMutation,
    onError: (error) =>
      toastRefusal({
        error,
        reason: messageOf(error),
        state: messages.auction.notTracked(hit.title),
        endsOn: Date.parse(hit.ends_at),
      }),
  })
  if (hit.is_tracked || track.isSuccess) {
    return (
      <Tag tone="success" icon={Check}>
        {messages.search.page.isTracked}
      </Tag>
    )
  }
  return (
    <Button
      size="dense"
      busy={track.isPending}
      whyNot={online ? null : messages.search.page.offline}
      onClick={() => track.mutate({ auction_id: hit.auction_id })}
    >
      {messages.search.page.add}
      <VisuallyHidden> {hit.title}</VisuallyHidden>
    </Button>
  )
}

import { type api, type Data, describeSold, messages } from '@bidwell/contract'
import { useState } from 'react'
import { siteTimes } from '../../time/zoned-times.ts'
import { Rows } from '../../ui/cards/Rows.tsx'
import { Checkbox } from '../../ui/fields/Checkbox.tsx'
import { ExternalLink } from '../../ui/icons.tsx'
import { centsOf, formatDollars } from '../../ui/money.ts'

type SoldListProps = { sold: Data<typeof api.findSold>; maxCents: number | null; siteName: string }

/** What sold, and what the prices of the ticked rows say together. */
export function SoldList({ sold, maxCents, siteName }: SoldListProps) {
  const [unticked, setUnticked] = useState<readonly string[]>([])
  const counted = sold.items.filter((item) => !unticked.includes(item.auction_id))
  const described = describeSold(
    counted.map(({ price }) => centsOf(price)),
    maxCents,
  )
  return (
    <>
      {described !== null && (
        <output className="font-semibold tabular">{messages.sold.summary(described, maxCents)}</output>
      )}
      <Rows label={messages.sold.show} empty={messages.sold.none}>
        {sold.items.map(({ auction_id: id, title, item_url: url, price, ended_at: endedAt }) => (
          <li key={id} className="flex items-start gap-2">
            <div className="min-w-0 flex-1">
              <Checkbox
                label={
                  <>
                    {title}{' '}
                    <span className="block text-small text-ink-2 tabular">
                      {formatDollars(price)} on {siteTimes.day(Date.parse(endedAt))}
                    </span>
                  </>
                }
                checked={!unticked.includes(id)}
                onChange={({ target }) =>
                  setUnticked((before) => (target.checked ? before.filter((other) => other !== id) : [...before, id]))
                }
              />
            </div>
            <a
              href={url}
              target="_blank"
              rel="noopener noreferrer"
              aria-label={`View on ${siteName}: ${title}`}
              className="grid size-11 shrink-0 place-items-center text-link"
            >
              <ExternalLink aria-hidden size={16} />
            </a>
          </li>
        ))}
      </Rows>
      <p className="text-small text-ink-2">
        {messages.sold.readAt(siteName, siteTimes.dayAndMinute(Date.parse(sold.read_at)))}
        {sold.has_more && ` ${messages.sold.hasMore}`}
      </p>
    </>
  )
}

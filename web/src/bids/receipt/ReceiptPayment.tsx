import { messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { formatDollars } from '../../ui/money.ts'
import { Tag } from '../../ui/Tag.tsx'
import { winQuery, type Win } from '../wins/win-queries.ts'
import { winSentence, winTag } from '../wins/win-text.ts'
import { WinActions } from '../wins/WinActions.tsx'
import { ReceiptFacts } from './ReceiptFacts.tsx'

/** What the site's orders say of a won item: its payment, each part of its cost, and its parcel. Nothing until it is known. */
export function ReceiptPayment({ bidId, siteName }: { bidId: number; siteName: string }) {
  const { data: win } = useQuery(winQuery(bidId))
  if (!win) return null
  const tag = winTag(win)
  return (
    <section aria-label="Payment" className="flex flex-col gap-3 border-t border-line pt-3">
      {tag && (
        <div>
          <Tag tone={tag.tone} icon={tag.icon}>
            {tag.label}
          </Tag>
        </div>
      )}
      <p>{winSentence(win, siteName)}</p>
      <ReceiptFacts lines={orderLines(win)} />
      <WinActions win={win} siteName={siteName} />
    </section>
  )
}

/** What is not known has no line. */
const orderLines = ({ shipping, handling, tax, total, pay_by, shipper, tracking_number }: Win) =>
  [
    { name: 'Pay by', value: pay_by === null ? null : messages.payment.longDay(pay_by) },
    ...[
      ['Shipping', shipping] as const,
      ['Handling', handling] as const,
      ['Tax', tax] as const,
      ['In all', total] as const,
    ].map(([name, dollars]) => ({ name, value: dollars === null ? null : formatDollars(dollars) })),
    { name: 'Shipper', value: shipper },
    { name: 'Tracking number', value: tracking_number },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))

import { messages, type WireBid } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { ReceiptFacts } from '../bids/receipt/ReceiptFacts.tsx'
import { CostInAll } from '../bids/shipping/CostInAll.tsx'
import { centsOf, formatDollars } from '../ui/money.ts'
import { Tag } from '../ui/Tag.tsx'
import { winQuery, type Win } from '../wins/win-queries.ts'
import { costOf, saidAndPaid, winSentence, winTag } from '../wins/win-text.ts'
import { WinActions } from '../wins/WinActions.tsx'
import { OrderLine } from '../wins/WinRow.tsx'
import { ReceiptSale } from './books/ReceiptSale.tsx'

type ReceiptPaymentProps = { bid: Pick<WireBid, 'id' | 'auction_id' | 'final_price'>; siteName: string }

/** What a won item costs: the estimate until the site has told every part of it; then its payment and its parcel. */
export function ReceiptPayment({ bid, siteName }: ReceiptPaymentProps) {
  const { data: win } = useQuery(winQuery(bid.id))
  return (
    <div className="flex flex-col gap-3">
      {(win?.total ?? null) === null && bid.final_price !== null && (
        <CostInAll auctionId={bid.auction_id} priceCents={centsOf(bid.final_price)} isWon />
      )}
      {win && <Payment win={win} siteName={siteName} />}
      <ReceiptSale auctionId={bid.auction_id} />
    </div>
  )
}

function Payment({ win, siteName }: { win: Win; siteName: string }) {
  const tag = winTag(win)
  const comparison = saidAndPaid(win) ?? messages.payment.comparison(costOf(win))
  return (
    <section aria-label="Payment" className="flex flex-col gap-3 border-t border-line pt-3 print:border-0 print:pt-0">
      {win.state === 'shipped' && tag && (
        <div>
          <Tag tone={tag.tone} icon={tag.icon}>
            {tag.label}
          </Tag>
        </div>
      )}
      {win.state !== 'shipped' && <p>{winSentence(win, siteName)}</p>}
      <ReceiptFacts lines={orderLines(win)} />
      {comparison !== null && <p className="text-small text-ink-2 tabular">{comparison}</p>}
      <OrderLine win={win} />
      <WinActions win={win} siteName={siteName} />
    </section>
  )
}

/** What is not known has no line. */
const orderLines = ({ shipping, handling, tax, total, shipper, tracking_number }: Win) =>
  [
    ...(
      [
        ['Shipping', shipping],
        ['Handling', handling],
        ['Tax', tax],
        ['In all', total],
      ] as const
    ).map(([name, dollars]) => ({ name, value: dollars === null ? null : formatDollars(dollars) })),
    { name: 'Shipper', value: shipper },
    { name: 'Tracking number', value: tracking_number },
  ].flatMap(({ name, value }) => (value === null ? [] : [{ name, value }]))

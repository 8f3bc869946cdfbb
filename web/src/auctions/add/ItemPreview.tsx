import type { ScrapedAuction } from '@bidwell/contract'
import { Countdown } from '../../time/LiveTime.tsx'
import { siteClock } from '../../time/site-clock.ts'
import { inBothZones } from '../../time/zoned-times.ts'
import { formatDollars } from '../../ui/money.ts'
import { FactList } from '../price/FactList.tsx'
import { bidsText } from '../price/price-text.ts'

/** The item as it is at the site now. */
export function ItemPreview({ item }: { item: ScrapedAuction }) {
  const endsOn = Date.parse(item.end_time)
  const [photo] = item.image_urls
  const facts = [
    ['Price now', `${formatDollars(item.current_bid)} · ${bidsText(item.bid_count)}`],
    [item.bid_count === 0 ? 'Starting price' : 'Next bid', formatDollars(item.minimum_bid)],
    ['Ends', inBothZones(endsOn, siteClock.now()).join(' · ')],
    [
      'Shipping',
      item.shipping_cost === null ? 'Depends on your address; not included' : formatDollars(item.shipping_cost),
    ],
    ['Seller', item.seller],
  ] as const
  return (
    <div className="flex flex-col gap-3">
      {photo !== undefined && (
        <img src={photo} alt="" className="h-40 w-full rounded-control bg-sunken object-contain" />
      )}
      <h3 className="text-lead font-semibold text-balance break-words">{item.title}</h3>
      <Countdown endsOn={endsOn} />
      <FactList facts={facts} />
    </div>
  )
}

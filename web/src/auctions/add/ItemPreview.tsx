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
    // On a phone, the picture stands beside the title: the maximum and the buttons are in sight below.
    <div className="grid gap-x-3 gap-y-2 max-sm:grid-cols-[4.5rem_minmax(0,1fr)] max-sm:*:last:col-span-2 sm:gap-y-3">
      {photo !== undefined && (
        <img
          src={photo}
          alt=""
          className="w-full rounded-control bg-sunken object-contain max-sm:row-span-2 max-sm:size-18 sm:h-40"
        />
      )}
      <h3 className="text-lead font-semibold text-balance break-words max-sm:text-body max-sm:not-[img+*]:col-span-2">
        {item.title}
      </h3>
      <div className="min-w-0">
        <Countdown endsOn={endsOn} />
      </div>
      <FactList facts={facts} />
    </div>
  )
}

import type { Auction } from '@bidwell/contract'
import { Countdown } from '../../time/LiveTime.tsx'
import { inBothZones } from '../../time/zoned-times.ts'
import { classNames } from '../../ui/class-names.ts'
import { Price } from '../price/Price.tsx'
import { isOver, type AuctionState } from '../tracked/auction-state.ts'
import { PLACE } from './columns.ts'

type AuctionTimeProps = { auction: Auction; state: AuctionState; now: number; focused: boolean }

/** The states in which the price that was read last need not be the final one. */
const OPEN_STATES: readonly AuctionState[] = ['checking', 'result_pending']

/** The card's largest figure: the time left, or the final price of an ended auction, which a dense row has among the prices. */
export function AuctionTime({ auction, state, now, focused }: AuctionTimeProps) {
  const over = isOver(auction, now)
  const settled = over && !OPEN_STATES.includes(state)
  const times = inBothZones(auction.endsOn, now)
  return (
    <div
      title={times.join(' · ')}
      className={classNames(
        'min-w-0 phone:col-start-3 phone:row-start-1 phone:text-right phone:*:first:text-lead roomy:text-right dense:text-right dense:*:first:text-body',
        over ? PLACE.price : PLACE.time,
      )}
    >
      {settled ? (
        <Price dollars={auction.currentBid} className="text-timer" />
      ) : (
        <Countdown endsOn={auction.endsOn} focused={focused} />
      )}
      <div className="flex flex-wrap gap-x-2 text-label whitespace-nowrap text-ink-2 tabular roomy:justify-end dense:justify-end phone:hidden narrow:hidden">
        {/* A dense row has room for one time, the viewer's own. */}
        {times.map((time, index) => (
          <span key={time} className={classNames(index < times.length - 1 && 'dense:hidden')}>
            {settled && index === 0 && <span className="dense:hidden">Ended </span>}
            {time}
          </span>
        ))}
      </div>
    </div>
  )
}

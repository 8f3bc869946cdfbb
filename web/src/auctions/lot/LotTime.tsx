import type { Auction } from '@bidwell/contract'
import { isOver, type LotState } from './lot-state.ts'
import { Price } from '../price/Price.tsx'
import { Countdown } from '../../time/LiveTime.tsx'
import { inBothZones } from '../../time/zoned-times.ts'

type LotTimeProps = { auction: Auction; state: LotState; now: number; focused: boolean }

/** The states in which the price that was read last need not be the final one. */
const OPEN_STATES: readonly LotState[] = ['checking', 'result_pending']

/** The card's largest figure: the time left, or the final price of an ended auction. */
export function LotTime({ auction, state, now, focused }: LotTimeProps) {
  const settled = isOver(auction, now) && !OPEN_STATES.includes(state)
  return (
    <div className="min-w-0">
      {settled ? (
        <Price dollars={auction.currentBid} className="text-timer" />
      ) : (
        <Countdown endsOn={auction.endsOn} focused={focused} />
      )}
      <div className="flex flex-wrap gap-x-2 text-label whitespace-nowrap text-ink-2 tabular">
        {inBothZones(auction.endsOn, now).map((time, index) => (
          <span key={time}>
            {settled && index === 0 && 'Ended '}
            {time}
          </span>
        ))}
      </div>
    </div>
  )
}

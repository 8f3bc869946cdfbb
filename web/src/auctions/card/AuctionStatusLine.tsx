import { Age } from '../../time/LiveTime.tsx'
import { classNames } from '../../ui/class-names.ts'
import { Link } from '../../ui/Link.tsx'
import { mayBeUnpaid } from '../../wins/win-text.ts'
import { sentenceOf } from '../tracked/auction-sentence.ts'
import type { AuctionState } from '../tracked/auction-state.ts'
import type { TrackedAuction } from '../tracked/tracked-auction.ts'
import { faultOf, hasOwnLead, isClosing, isPlain, ownFindings, plannedBid, statusPlace } from './status-of.ts'

type AuctionStatusLineProps = {
  tracked: TrackedAuction
  state: AuctionState
  siteName: string
  canAct: boolean
}

/** The card's last line: what is wrong, what comes next in the last hour, and how the auction came out. */
export function AuctionStatusLine({ tracked, state, siteName, canAct }: AuctionStatusLineProps) {
  const planned = plannedBid(tracked, state)
  const preflight = planned ? planned.preflight : state === 'at_risk' ? (tracked.bid?.preflight ?? null) : null
  const [worst] = ownFindings(preflight && tracked.bid)
  const fault = faultOf(tracked.auction)
  const texts = [
    planned === null
      ? state !== 'watching' && state !== 'ending_soon' && sentenceOf(tracked, state, siteName)
      : hasOwnLead(planned, state) && `Bids with ${planned.secondsBeforeEnd} s left`,
    planned !== null && worst && <span className="text-warning">{worst.message}</span>,
    preflight && planned === null && <Age since={preflight.checkedAt} prefix="checked " suffix=" ago" />,
    // The row's button pays.
    canAct && state === 'won' && tracked.bid && mayBeUnpaid(tracked.win) && (
      <Link to={`/bid-history/${tracked.bid.id}`} className="relative z-1 font-semibold underline underline-offset-4">
        Receipt
      </Link>
    ),
    fault !== null && <span className="text-warning">{fault}</span>,
  ].filter((text) => text !== false && text !== null && text !== undefined)
  return (
    <p
      title={texts.find((text) => typeof text === 'string')}
      className={classNames(
        statusPlace(tracked, state),
        isPlain(tracked, state) && 'phone:hidden @max-[42rem]:dense:hidden',
        isClosing(state) && 'phone:flex',
        state === 'at_risk' ? 'font-semibold text-danger' : 'text-ink-2',
      )}
    >
      {texts.map((text, index) => (
        // The texts of a line have no other identity than their place.
        <span
          key={index}
          className={isClosing(state) ? (index === 0 ? 'phone:truncate' : 'phone:shrink-0 phone:pl-1') : ''}
        >
          {index > 0 && ' · '}
          {text}
        </span>
      ))}
    </p>
  )
}

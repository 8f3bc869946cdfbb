import { type Auction, type Bid, messages } from '@bidwell/contract'
import { useQuery } from '@tanstack/react-query'
import { useSiteName } from '../../api/installation-queries.ts'
import { useOnline } from '../../api/use-online.ts'
import { connectionQuery } from '../../connection/connection-query.ts'
import { useLimit } from '../../plans/limits/use-limit.ts'
import { siteClock } from '../../time/site-clock.ts'
import { useHasPassed } from '../../time/use-now-until.ts'
import { Button, buttonClass } from '../../ui/Button.tsx'
import { Link } from '../../ui/Link.tsx'
import { formatDollars } from '../../ui/money.ts'
import { whyOffline } from '../bid-rules.ts'
import { lastOfferAt, offerAgain } from '../fields/offer-again.ts'
import { whyNotBid } from '../fields/why-not-bid.ts'
import { useSaveBid } from './use-save-bid.ts'

type BidAgainProps = {
  auction: Auction
  /** The price has passed its maximum. */
  bid: Bid
  /** Where any other amount can be typed. */
  formUrl: string
}

/** Bids again by one tap, up to an amount that the button names. Whatever the server demands beyond it is said here. */
export function BidAgain({ auction, bid, formUrl }: BidAgainProps) {
  const pending = bid.status === 'pending' ? bid : null
  const { save, saving, refusal } = useSaveBid(auction, bid)
  const siteName = useSiteName()
  const online = useOnline()
  const noLogin = whyNotBid(useQuery(connectionQuery), siteName)
  const limit = useLimit('snipe')
  const hasPassed = useHasPassed(lastOfferAt(auction))
  // A bid that is on its way may still be in time.
  const isTooLate = hasPassed && !saving
  const offer = offerAgain(auction, bid, siteClock.now())
  // A change of a pending bid does not count.
  const whyNot = whyOffline(online) ?? (pending ? null : limit.why) ?? noLogin
  const said = isTooLate ? refusal : (whyNot ?? refusal)
  return (
    <div className="flex min-w-0 flex-col gap-1">
      {isTooLate ? (
        <p className="text-small font-semibold">{messages.lastMinute.tooLate}</p>
      ) : (
        <div className="flex flex-wrap gap-2">
          {offer !== null && (
            <Button
              variant="primary"
              className="flex-1 basis-auto"
              busy={saving}
              whyNot={whyNot}
              aria-label={`${labelOf(offer.maxBid)}: ${auction.title}`}
              onClick={() => save(offerAgain(auction, bid, siteClock.now()) ?? offer, () => {})}
            >
              {labelOf(offer.maxBid)}
            </Button>
          )}
          <Link
            to={formUrl}
            aria-label={`${messages.lastMinute.otherAmount}: ${auction.title}`}
            className={buttonClass({ variant: offer === null ? 'primary' : 'secondary' })}
          >
            {offer === null ? messages.lastMinute.otherAmount : messages.lastMinute.other}
          </Link>
        </div>
      )}
      {said !== null && (
        <p role="alert" className="text-small text-danger">
          {said}
        </p>
      )}
    </div>
  )

  function labelOf(dollars: number) {
    const amount = formatDollars(dollars)
    return pending && siteClock.now() < pending.fireAt
      ? messages.lastMinute.raiseTo(amount)
      : messages.lastMinute.bidAgain(amount)
  }
}

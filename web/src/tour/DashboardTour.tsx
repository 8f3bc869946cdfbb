import { messages } from '@bidwell/contract'
import { FlaskConical } from 'lucide-react'
import { useState } from 'react'
import { useSiteName } from '../api/installation-queries.ts'
import { AuctionCard } from '../auctions/card/AuctionCard.tsx'
import { stateOf } from '../auctions/tracked/auction-state.ts'
import { siteClock } from '../time/site-clock.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { LIST } from '../ui/screen-readers.tsx'
import { Tag } from '../ui/Tag.tsx'
import { demoTracked } from './demo-auction.ts'
import { useTour } from './tour.ts'
import { TourOffer } from './TourOffer.tsx'

/** Where the demo auction stands among the steps. */
const DEMO_STEP = 1

/**
 * The offer of the tour at the end of the dashboard, and the demo auction during its step. A new user who tracks nothing
 * sees the demo with the offer. Above a list of auctions, the demo comes first: the list may be long.
 */
export function DashboardTour({ isEmpty }: { isEmpty: boolean }) {
  const { isActive, currentStep, shouldShowTour } = useTour()
  const isDemoStep = isActive && currentStep === DEMO_STEP
  return (
    <>
      <TourOffer />
      {(isDemoStep || (isEmpty && shouldShowTour)) && <DemoAuction isFirst={!isEmpty} />}
    </>
  )
}

/** Looks like the card of an auction. Its bid can be scheduled and cancelled, on this page alone. */
function DemoAuction({ isFirst }: { isFirst: boolean }) {
  const siteName = useSiteName()
  const [now] = useState(siteClock.now)
  const [hasBid, setHasBid] = useState(false)
  const tracked = demoTracked(now, hasBid)
  const { demoAuction } = messages.tour
  const tag = (
    <span className="ml-2">
      <Tag tone="warning" icon={FlaskConical}>
        {demoAuction.mark}
      </Tag>
    </span>
  )
  const actions = (
    <div className="flex shrink-0 justify-end">
      <Button size="dense" className="roomy:px-2.5" onClick={() => setHasBid(!hasBid)}>
        {hasBid ? demoAuction.cancel : demoAuction.schedule}
      </Button>
    </div>
  )
  return (
    <section
      data-tour="demo-auction"
      data-density="comfortable"
      aria-label={demoAuction.label}
      className={classNames('@container rounded-card', isFirst && '-order-1')}
    >
      <div {...LIST}>
        <AuctionCard
          {...{ tracked, now, siteName }}
          state={stateOf(tracked, now)}
          open={false}
          checked={null}
          example={{ tag, actions }}
        />
      </div>
    </section>
  )
}

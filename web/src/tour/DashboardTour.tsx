import { messages, TOUR } from '@bidwell/contract'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { useSiteName } from '../api/installation-queries.ts'
import { AuctionCard } from '../auctions/card/AuctionCard.tsx'
import { stateOf } from '../auctions/tracked/auction-state.ts'
import { siteClock } from '../time/site-clock.ts'
import { Button } from '../ui/Button.tsx'
import { classNames } from '../ui/class-names.ts'
import { FlaskConical } from '../ui/icons.tsx'
import { LIST } from '../ui/screen-readers.tsx'
import { Tag } from '../ui/Tag.tsx'
import { demoTracked } from './demo-auction.ts'
import { resumeTour, startTour } from './tour-state.ts'
import { isAtPage, pageOfStep, tourSteps } from './tour-steps.ts'
import { endTour, updateTour, useTour } from './tour.ts'

/** Where the demo auction stands among the steps. */
const DEMO_STEP = 1

/**
 * The offer of the tour at the end of the dashboard, unless the first steps have it, and the demo auction during its step. A new user who tracks nothing
 * sees the demo with the offer, unless the first steps say already how to begin. Above a list of auctions, the demo comes first: the list may be long.
 */
export function DashboardTour({ isEmpty, hasSteps }: { isEmpty: boolean; hasSteps: boolean }) {
  const { isActive, currentStep, shouldShowTour } = useTour()
  const isDemoStep = isActive && currentStep === DEMO_STEP
  return (
    <>
      {!hasSteps && <TourOffer />}
      {(isDemoStep || (isEmpty && !hasSteps && shouldShowTour)) && <DemoAuction isFirst={!isEmpty} />}
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

const { offer, skip } = messages.tour

/** One line that offers the tour to a user who has neither finished nor skipped it, and a tour that was left, to continue. */
export function TourOffer() {
  const { isActive, currentStep, shouldShowTour } = useTour()
  const navigate = useNavigate()
  const steps = tourSteps(useSiteName())
  if (isActive || !shouldShowTour) return null
  const isUnfinished = currentStep > 0
  const resume = () => {
    updateTour(resumeTour)
    const page = pageOfStep(steps, currentStep)
    if (!isAtPage(page, window.location)) void navigate(page)
  }
  return (
    <div className="flex flex-wrap items-center gap-x-2 text-small text-ink-2">
      <span>{isUnfinished ? offer.unfinished(currentStep + 1, TOUR.steps) : offer.title}</span>
      {isUnfinished && (
        <Button variant="quiet" size="dense" onClick={resume}>
          {offer.resume}
        </Button>
      )}
      <Button variant="quiet" size="dense" onClick={() => updateTour(startTour)}>
        {isUnfinished ? offer.restart : offer.start}
      </Button>
      <Button variant="quiet" size="dense" onClick={() => endTour('skipped')}>
        {skip}
      </Button>
    </div>
  )
}

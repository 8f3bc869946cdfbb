import { messages, TOUR } from '@bidwell/contract'
import { useNavigate } from 'react-router'
import { useSiteName } from '../api/installation-queries.ts'
import { Button } from '../ui/Button.tsx'
import { Card } from '../ui/Card.tsx'
import { resumeTour, startTour } from './tour-state.ts'
import { isAtPage, pageOfStep, tourSteps } from './tour-steps.ts'
import { endTour, updateTour, useTour } from './tour.ts'

const { offer, skip } = messages.tour

/** Offers the tour to a user who has neither finished nor skipped it, and a tour that was left, to continue. */
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
    <Card className="flex flex-col items-start gap-4 p-4 sm:p-6">
      <div>
        <h2 className="text-lead font-semibold">{offer.title}</h2>
        <p className="mt-1 max-w-prose text-ink-2">
          {isUnfinished ? offer.unfinished(currentStep + 1, TOUR.steps) : offer.content}
        </p>
      </div>
      <div className="flex flex-wrap gap-3">
        {isUnfinished && <Button onClick={resume}>{offer.resume}</Button>}
        <Button onClick={() => updateTour(startTour)}>{isUnfinished ? offer.restart : offer.start}</Button>
        <Button variant="quiet" onClick={() => endTour('skipped')}>
          {skip}
        </Button>
      </div>
    </Card>
  )
}

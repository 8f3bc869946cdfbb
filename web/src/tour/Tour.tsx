import { TOUR } from '@bidwell/contract'
import { useEffect, useEffectEvent, useRef, useState } from 'react'
import { createPortal } from 'react-dom'
import { useLocation, useNavigate } from 'react-router'
import { useSiteName } from '../api/installation-queries.ts'
import { leaveTour, nextStep, previousStep, startTour } from './tour-state.ts'
import { DASHBOARD, isAtPage, pageOfStep, type TourStep, tourSteps } from './tour-steps.ts'
import { checkTour, closeTour, currentTour, endTour, openTour, updateTour, useTour } from './tour.ts'
import { TourCard } from './TourCard.tsx'

/** The guided tour of the signed-in user, on every page. `hidden`: a dialog asks the user to sign in again. */
export function Tour({ hidden }: { hidden: boolean }) {
  const tour = useTour()
  const steps = tourSteps(useSiteName())
  const { busy, next, back, skip } = useTourSteps(steps)
  useEffect(() => {
    openTour()
    return closeTour
  }, [])
  useTourOfPage(steps, busy)

  const step = steps[tour.currentStep]
  if (!tour.isActive || hidden || step === undefined) return null
  return createPortal(
    <TourCard step={step} index={tour.currentStep} busy={busy} onNext={next} onBack={back} onSkip={skip} />,
    document.body,
  )
}

/** What the buttons do. `busy`: the page of the next step is opening. */
function useTourSteps(steps: readonly TourStep[]) {
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])

  const stop = () => {
    clearTimeout(timer.current)
    setBusy(false)
  }
  const next = () => {
    const { currentStep } = currentTour()
    const route = steps[currentStep]?.nextRoute
    if (currentStep === TOUR.steps - 1) {
      endTour('completed')
      setTimeout(() => void navigate(route ?? DASHBOARD), TOUR.finishMs)
    } else if (route === undefined) {
      updateTour(nextStep)
    } else {
      setBusy(true)
      void navigate(route)
      timer.current = setTimeout(() => {
        setBusy(false)
        updateTour(nextStep)
      }, TOUR.nextStepMs)
    }
  }
  const back = () => {
    stop()
    updateTour(previousStep)
    const page = pageOfStep(steps, currentTour().currentStep)
    if (!isAtPage(page, window.location)) void navigate(page)
  }
  const skip = () => {
    stop()
    endTour('skipped')
  }
  return { busy, next, back, skip }
}

/**
 * On the dashboard: starts the tour when the address asks for it, otherwise asks the server whether to offer it. A user
 * who leaves the page of the current step by the browser's buttons leaves the tour, and can continue it.
 */
function useTourOfPage(steps: readonly TourStep[], isMoving: boolean) {
  const { pathname, search } = useLocation()
  const navigate = useNavigate()
  const isAwayFromStep = useEffectEvent(
    (address: { pathname: string; search: string }) =>
      !isMoving && !isAtPage(pageOfStep(steps, currentTour().currentStep), address),
  )
  useEffect(() => {
    if (currentTour().isActive && isAwayFromStep({ pathname, search })) updateTour(leaveTour)
    if (pathname !== DASHBOARD) return
    const params = new URLSearchParams(search)
    if (!params.has('tour')) return void checkTour()
    params.delete('tour')
    void navigate({ search: params.toString() }, { replace: true })
    updateTour(startTour)
  }, [pathname, search, navigate])
}

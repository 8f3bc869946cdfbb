import { GuidedTourState, TOUR } from '@bidwell/contract'
import { parseJson } from '../api/api-error.ts'

export const NO_TOUR: GuidedTourState = { isActive: false, currentStep: 0, shouldShowTour: false, isLoading: false }

/** The state at the start of the page. Never active; without a valid saved state, the tour has not been started. */
export function restoreTour(saved: string | null): GuidedTourState {
  const { success, data } = GuidedTourState.safeParse(parseJson(saved ?? ''))
  // Whether the tour is to be offered is for the server to say again.
  return success ? { ...NO_TOUR, currentStep: data.currentStep } : NO_TOUR
}

export const startTour = (tour: GuidedTourState): GuidedTourState => ({ ...tour, isActive: true, currentStep: 0 })

/** Continues a tour that was left, at its step. */
export const resumeTour = (tour: GuidedTourState): GuidedTourState => ({ ...tour, isActive: true })

export const leaveTour = (tour: GuidedTourState): GuidedTourState => ({ ...tour, isActive: false })

export const nextStep = (tour: GuidedTourState): GuidedTourState => ({
  ...tour,
  currentStep: Math.min(tour.currentStep + 1, TOUR.steps - 1),
})

export const previousStep = (tour: GuidedTourState): GuidedTourState => ({
  ...tour,
  currentStep: Math.max(tour.currentStep - 1, 0),
})

/** What is kept in the browser; null once there is no tour to continue. */
export const savedText = (tour: GuidedTourState): string | null =>
  tour.isActive || tour.currentStep > 0 ? JSON.stringify(tour) : null

import * as z from 'zod/mini'

/** The guided tour. Not among the other limits, which every page loads. */
export const TOUR = {
  steps: 4,
  /** From opening the page of the next step to showing that step. */
  nextStepMs: 500,
  /** From finishing the tour to opening the dashboard. */
  finishMs: 100,
} as const

/** The guided tour, as the browser keeps it in local storage. */
export const GuidedTourState = z.object({
  isActive: z.boolean(),
  /** From 0. */
  currentStep: z.int().check(z.gte(0), z.lt(TOUR.steps)),
  /** The server says that the user has neither finished nor skipped the tour. */
  shouldShowTour: z.boolean(),
  /** The server is being asked. */
  isLoading: z.boolean(),
})
export type GuidedTourState = z.infer<typeof GuidedTourState>

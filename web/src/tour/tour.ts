import { api, type GuidedTourState } from '@bidwell/contract'
import { call } from '../api/call.ts'
import { createStore } from '../state/create-store.ts'
import { NO_TOUR, restoreTour, savedText } from './tour-state.ts'

const STATE_KEY = 'guidedTourState'

const store = createStore<GuidedTourState>(NO_TOUR)
let check: AbortController | null = null

/** The tour of the signed-in user. */
export const { get: currentTour, use: useTour } = store

/** Restores what this browser has kept of the user's tour. */
export const openTour = (): void => store.set(restoreTour(localStorage.getItem(STATE_KEY)))

/** Forgets the tour in this page, for another user to come. What the browser keeps is deleted with the user's data. */
export function closeTour() {
  check?.abort()
  check = null
  store.set(NO_TOUR)
}

/** Changes the tour and keeps the change for the next visit. */
export function updateTour(change: (tour: GuidedTourState) => GuidedTourState) {
  const tour = change(store.get())
  store.set(tour)
  const text = savedText(tour)
  if (text === null) localStorage.removeItem(STATE_KEY)
  else localStorage.setItem(STATE_KEY, text)
}

/**
 * Asks the server, once for each user and page load, whether to offer the tour. A failure offers nothing, and the next
 * visit asks again. After the tour has ended in this browser, nothing is asked.
 */
export async function checkTour() {
  if (check !== null || isTourCompleted()) return
  check = new AbortController()
  const { signal } = check
  updateTour((tour) => ({ ...tour, isLoading: true }))
  const shouldShowTour = await call(api.readSetupStatus, { signal }).then(
    ({ status }) => status.should_show_guided_tour,
    () => null,
  )
  // The user has signed out meanwhile, or has taken the tour.
  if (signal.aborted || isTourCompleted()) return
  if (shouldShowTour === false) markTourCompleted()
  updateTour((tour) => ({ ...tour, isLoading: false, shouldShowTour: shouldShowTour ?? false }))
}

/** Ends the tour for good. Whether the server learns of it makes no difference here: failures are ignored. */
export function endTour(outcome: 'completed' | 'skipped') {
  markTourCompleted()
  updateTour(() => NO_TOUR)
  call(outcome === 'completed' ? api.completeTour : api.skipTour).catch(() => {})
}

const COMPLETED_KEY = 'tourCompleted'
let hasTour = false

/** Whether this browser knows that the user has finished or skipped the tour. */
const isTourCompleted = (): boolean => localStorage.getItem(COMPLETED_KEY) === 'true'

const markTourCompleted = (): void => localStorage.setItem(COMPLETED_KEY, 'true')

/**
 * Whether a page has the tour: while the tour may be offered, and once the address asks for it with `?tour`.
 * From then on the page keeps it, so that a tour that is taken again is not cut off.
 */
export const isTourNeeded = (): boolean => (hasTour ||= !isTourCompleted() || /[?&]tour\b/.test(window.location.search))

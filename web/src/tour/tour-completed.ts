/*
 * Apart from the rest of the tour, because every first page loads this file.
 */
const COMPLETED_KEY = 'tourCompleted'
let loaded = false

/** Whether this browser knows that the user has finished or skipped the tour. */
export const isTourCompleted = (): boolean => localStorage.getItem(COMPLETED_KEY) === 'true'

export const markTourCompleted = (): void => localStorage.setItem(COMPLETED_KEY, 'true')

/**
 * Whether to load the code of the tour: while the tour may be offered, and once the address asks for it with `?tour`.
 * From then on it stays loaded, so that a tour that is taken again is not cut off.
 */
export const isTourNeeded = (): boolean => (loaded ||= !isTourCompleted() || /[?&]tour\b/.test(window.location.search))

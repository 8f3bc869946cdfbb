import { createStore } from '../../state/create-store.ts'

/** A sign-in with Google that waits for the terms. It is kept in memory alone: a reload drops it. */
export type PendingTerms = { token: string; email: string }

const pending = createStore<PendingTerms | null>(null)

export const { set: setPendingTerms, use: usePendingTerms } = pending

/**
 * The section with Google's button, while it is on the page: it comes after the form, or not at all. Others can only
 * lead the user there, because Google lets nobody but the user press its button.
 */
export const googleSection = createStore<HTMLElement | null>(null)

export const setGoogleSection = (section: HTMLElement | null) => googleSection.set(section)

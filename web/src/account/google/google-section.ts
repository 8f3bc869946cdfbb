import { createStore } from '../../state/create-store.ts'

/**
 * The section with Google's button, while it is on the page: it comes after the form, or not at all. Others can only
 * lead the user there, because Google lets nobody but the user press its button.
 */
export const googleSection = createStore<HTMLElement | null>(null)

export const setGoogleSection = (section: HTMLElement | null) => googleSection.set(section)

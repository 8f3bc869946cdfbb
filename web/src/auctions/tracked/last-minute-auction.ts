import { createStore } from '../../state/create-store.ts'

/** The id of the tracked auction whose last minute is shown with its buttons: elsewhere, these are left out. */
export const lastMinuteAuction = createStore<number | null>(null)

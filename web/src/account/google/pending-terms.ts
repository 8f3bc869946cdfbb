import { createStore } from '../../state/create-store.ts'

/** A sign-in with Google that waits for the terms. It is kept in memory alone: a reload drops it. */
export type PendingTerms = { token: string; email: string }

const pending = createStore<PendingTerms | null>(null)

export const { set: setPendingTerms, use: usePendingTerms } = pending

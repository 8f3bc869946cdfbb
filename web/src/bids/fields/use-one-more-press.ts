import { messages } from '@bidwell/contract'
import { useState } from 'react'
import { deviceClock } from '../../time/device-clock.ts'
import { formatDollars } from '../../ui/money.ts'
import type { EvaluatedDraft } from './bid-draft.ts'

/** A double click, and a key that is held, are one press. */
const ONE_PRESS_MS = 500

/** A bid far above the price of its auction. */
export type FarBid = { title: string; toConfirm: string; maxBid: number }

/** The bid of a draft if it has to be confirmed; none otherwise. */
export const farBids = (title: string, draft: Pick<EvaluatedDraft, 'toConfirm' | 'plan'> | null): FarBid[] => {
  const maxBid = draft?.plan.maxBid ?? null
  return draft?.toConfirm && maxBid !== null ? [{ title, toConfirm: draft.toConfirm, maxBid }] : []
}

/**
 * Asks once more before bids far above the price are sent: the first press only asks, and what is changed is asked for anew.
 * `demanded`: the amount for which the server has asked already.
 */
export function useOneMorePress(far: readonly FarBid[], demanded: string | null = null) {
  const key = JSON.stringify(far)
  const [asked, setAsked] = useState({ key: '', at: 0 })
  const isAsking = far.length > 0 && (key === asked.key || far.some(({ toConfirm }) => toConfirm === demanded))
  return {
    /** The text of the button while it asks: `Yes, up to $300.00`. */
    yes: isAsking ? messages.bid.yesUpTo(formatDollars(Math.max(...far.map(({ maxBid }) => maxBid)))) : null,
    /** Why it asks: the bids that are far above the price, by their titles. */
    why: isAsking ? messages.bid.farAboveOf(far.map(({ title }) => title)) : null,
    /** Whether this press sends. */
    sends(): boolean {
      if (far.length === 0) return true
      const now = deviceClock.monotonic()
      if (isAsking) return now - asked.at >= ONE_PRESS_MS
      setAsked({ key, at: now })
      return false
    },
  }
}

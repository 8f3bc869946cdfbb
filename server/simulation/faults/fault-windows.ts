import { LEASE_MS } from '../../src/engine/core/lease.ts'
import type { LossReason } from '../rules/loss-reasons.ts'

/** A time in which a bid could not be sent for a reason outside the engine. Virtual ms. */
export type FaultWindow = { from: number; to: number; reason: LossReason }

/** How long until another engine holds a dead engine's bid: soon where the death is seen, else once the lease has expired. */
export const TAKEOVER_MS = { seen: 3_000, unseen: LEASE_MS + 2_500 }
/** A new holder reads the item before it sends, and for some seconds not seeing a bid there proves nothing. */
export const UNCERTAIN_MS = 6_500

export type FaultWindows = ReturnType<typeof openFaultWindows>

/** All fault windows of a run, by bid; those with `null` concern every bid. */
export function openFaultWindows() {
  const faultWindows: (FaultWindow & { bidId: number | null })[] = []
  return {
    /** Returns the window itself, since its end may become known later. */
    note(bidId: number | null, faultWindow: FaultWindow): FaultWindow {
      const noted = { bidId, ...faultWindow }
      faultWindows.push(noted)
      return noted
    },
    /** Ends the windows of a bid with a reason that have begun after an instant. */
    end(bidId: number, reason: LossReason, { begunAfter, to }: { begunAfter: number; to: number }) {
      const concerned = faultWindows.filter((noted) => noted.bidId === bidId && noted.reason === reason)
      for (const noted of concerned) if (noted.from > begunAfter) noted.to = Math.min(noted.to, to)
    },
    of: (bidId: number): FaultWindow[] =>
      faultWindows.filter((faultWindow) => faultWindow.bidId === null || faultWindow.bidId === bidId),
  }
}

/** The first period of at least `minMs` between `from` and `to` without any fault window; null when there is none. */
export function findQuietPeriod(
  faultWindows: readonly FaultWindow[],
  { from, to, minMs }: { from: number; to: number; minMs: number },
): { from: number; to: number } | null {
  let begin = from
  for (const faultWindow of faultWindows.toSorted((a, b) => a.from - b.from)) {
    if (Math.min(faultWindow.from, to) - begin >= minMs) return { from: begin, to: Math.min(faultWindow.from, to) }
    begin = Math.max(begin, faultWindow.to)
  }
  return to - begin >= minMs ? { from: begin, to } : null
}

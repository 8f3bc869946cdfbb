import type { VirtualTime } from '../world/virtual-time.ts'

/** The answer of a shield, without words. */
type ShieldAnswer = { kind: 'blocked' } | { kind: 'rate_limited'; retryAfterMs: number | null }

/** Whose bids the site, or a shield before it, does not take for a while. */
export function siteRefusals(time: VirtualTime) {
  const refusedUntil = new Map<number, number>()
  const shields = new Map<number, { until: number; answer: ShieldAnswer }>()
  return {
    /** Refuses all bids of an account for some time. */
    refuseBids(accountId: number, ms: number) {
      refusedUntil.set(accountId, time.now() + ms)
    },
    refusesBids: (accountId: number) => time.now() < (refusedUntil.get(accountId) ?? -Infinity),
    /** Takes no bids of an account for some time, and says so. */
    shield(accountId: number, ms: number, answer: ShieldAnswer) {
      shields.set(accountId, { until: time.now() + ms, answer })
    },
    shieldOf(accountId: number): ShieldAnswer | null {
      const shield = shields.get(accountId)
      return shield && time.now() < shield.until ? shield.answer : null
    },
    acceptAllBids() {
      refusedUntil.clear()
      shields.clear()
    },
  }
}

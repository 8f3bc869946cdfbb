import type { BidEventDetail } from '../src/bid-log/bid-event.ts'
import type { BidCallOutcome } from './faults/call-outcomes.ts'
import type { EqualRebid } from './site/model-site.ts'
import type { ModelBid } from './store/model-store.ts'
import { type OpenWorld, openWorld } from './world/open-world.ts'

export const MINUTE = 60_000

/** One engine and one snipe that ends in two minutes, in a world where nothing goes wrong unless the story says so. */
export function aStory(
  options: {
    leadMs?: number
    maxBidCents?: number
    statusLagMs?: number
    deathIsSeen?: boolean
    equalRebid?: EqualRebid
  } = {},
) {
  const it = openWorld({ seed: 7, ...options })
  const { item, bid } = it.snipe({ endsInMs: 2 * MINUTE, ...options })
  const firesAt = 2 * MINUTE - bid.leadMs
  const first = it.start('east')
  const run = { it, item, bid, firesAt, first, to: (ms: number) => it.time.runTo(ms) }
  return { ...run, toTheEnd: () => run.to(3 * MINUTE) }
}

export const kindsOf = (bid: ModelBid) => [...bid.events.values()].map(({ detail }) => detail.kind)
export const last = (bid: ModelBid): BidEventDetail | undefined => [...bid.events.values()].at(-1)?.detail
export const always = (kind: BidCallOutcome['kind']) => () => ({ kind, outMs: 40, backMs: 40 })
export const first =
  (kind: BidCallOutcome['kind'], { backMs = 40 } = {}) =>
  (attempt: number): BidCallOutcome =>
    attempt === 1 ? { kind, outMs: 40, backMs } : { kind: 'fine', outMs: 40, backMs: 40 }
export const rivalBids = (it: OpenWorld, amountCents: number) => it.site.place('rival', '1', amountCents)

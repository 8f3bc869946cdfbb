import type { BidEventDetail } from '../../bid-log/bid-event.ts'
import { type Carried, siteTimeAt } from './carried.ts'
import { type Facts, finalStatus, type Verdict } from './facts.ts'

/** Writes down how a snipe ended; the same write lets go of it. */
export async function finishSnipe({ engine, snipe, log }: Carried, facts: Facts, verdict: Verdict): Promise<void> {
  const { clock, tell } = engine.ports
  const { outcome, priceCents, words } = verdict
  const status = finalStatus(outcome)
  const now = clock.monotonic()
  const at = siteTimeAt(engine, now)
  await log(closingEvent(verdict, facts), { to: 'finished', at, status, outcome, priceCents, words }, now)
  tell({ news: 'finished', bidId: snipe.bidId, status, outcome })
}

/** `skipped`: nothing was sent, by rule. `settled`: the site had taken it. `failed`: it was tried, to no effect. */
function closingEvent({ outcome, taken, priceCents, words }: Verdict, { attempts, snipe }: Facts): BidEventDetail {
  // What another engine had locked in may have been sent by it.
  const isTried = attempts > 0 || snipe.lockedInAt !== null
  switch (outcome) {
    case 'won':
    case 'lost':
    case 'outbid_on_arrival':
      return { kind: 'settled', outcome, finalPriceCents: priceCents }
    case 'ended_early':
    case 'withdrawn':
      if (taken) return { kind: 'settled', outcome, finalPriceCents: priceCents }
      return isTried ? { kind: 'failed', outcome, words } : { kind: 'skipped', outcome, priceCents }
    case 'too_late':
    case 'below_next_bid':
      return isTried ? { kind: 'failed', outcome, words } : { kind: 'skipped', outcome, priceCents }
    case 'price_past_maximum':
      return { kind: 'skipped', outcome, priceCents }
    case 'login_refused':
    case 'account_limit':
    case 'site_down':
      return { kind: 'failed', outcome, words }
  }
}

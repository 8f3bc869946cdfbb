import type { BidEventDetail } from '../../bid-log/bid-event.ts'
import { type SnipeContext, siteTimeAt } from './snipe-context.ts'
import { type SnipeState, finalStatus, type Verdict } from './snipe-state.ts'

/** Records how a snipe ended. The same write releases the bid. */
export async function finishSnipe(
  { engine, snipe, log }: SnipeContext,
  state: SnipeState,
  verdict: Verdict,
): Promise<void> {
  const { clock, emit } = engine.ports
  const { outcome, priceCents, siteMessage } = verdict
  const status = finalStatus(outcome)
  const now = clock.monotonic()
  const at = siteTimeAt(engine, now)
  await log(closingEvent(verdict, state), { to: 'finished', at, status, outcome, priceCents, siteMessage }, now)
  emit({ kind: 'finished', bidId: snipe.bidId, status, outcome })
}

/** `skipped`: nothing was sent, by rule. `settled`: the site had accepted the bid. `failed`: attempts had no effect. */
function closingEvent(
  { outcome, accepted, priceCents, siteMessage }: Verdict,
  { attempts, snipe }: SnipeState,
): BidEventDetail {
  // An earlier holder that had locked in the bid may have sent it.
  const isTried = attempts > 0 || snipe.lockedInAt !== null
  switch (outcome) {
    case 'won':
    case 'lost':
    case 'outbid_on_arrival':
      return { kind: 'settled', outcome, finalPriceCents: priceCents }
    case 'ended_early':
    case 'withdrawn':
      if (accepted) return { kind: 'settled', outcome, finalPriceCents: priceCents }
      return isTried ? { kind: 'failed', outcome, siteMessage } : { kind: 'skipped', outcome, priceCents }
    case 'too_late':
    case 'below_next_bid':
      return isTried ? { kind: 'failed', outcome, siteMessage } : { kind: 'skipped', outcome, priceCents }
    case 'price_past_maximum':
      return { kind: 'skipped', outcome, priceCents }
    case 'login_refused':
    case 'account_limit':
    case 'site_down':
      return { kind: 'failed', outcome, siteMessage }
  }
}

import { formatCents, messages } from '@bidwell/contract'
import type { BidEventDetail } from '../../bids/log/bid-event.ts'
import { proofOfLoss } from './groups/proof-of-loss.ts'
import { type SnipeContext, siteTimeAt } from './snipe-context.ts'
import { type SnipeState, finalStatus, type Verdict } from './snipe-state.ts'

/** Records how a snipe ended. The same write releases the bid. */
export async function finishSnipe(
  { engine, snipe, log }: SnipeContext,
  state: SnipeState,
  verdict: Verdict,
): Promise<void> {
  const { clock, emit, site } = engine.ports
  const { outcome, priceCents, siteMessage } = verdict
  const status = finalStatus(outcome)
  const now = clock.monotonic()
  const at = siteTimeAt(engine, now)
  const errorDetail = explain(verdict, state, site.name)
  const progress = {
    to: 'finished',
    at,
    status,
    outcome,
    priceCents,
    siteMessage,
    errorDetail,
    ...provenBy(verdict, state),
  } as const
  await log(closingEvent(verdict, state), progress, now)
  emit({ kind: 'finished', bidId: snipe.bidId, status, outcome })
}

/** Only groups ask for a proof of the loss. */
const provenBy = (verdict: Verdict, state: SnipeState) =>
  state.group === null ? {} : { lossProof: proofOfLoss(verdict, state) }

/** An earlier holder that had locked in the bid may have sent it. */
const isTried = ({ answers, snipe }: SnipeState) => answers.length > 0 || snipe.lockedInAt !== null

/** Why the bid was not placed, for its owner; null when it was placed. */
function explain({ outcome, priceCents, siteMessage }: Verdict, state: SnipeState, site: string): string | null {
  if (outcome === 'won' || outcome === 'lost' || outcome === 'outbid_on_arrival') return null
  if (outcome === 'unresolved') return messages.outcome.unresolved(site)
  const { maximum } = state.snipe
  const above = (cents: number | null | undefined) => (cents && cents > maximum ? formatCents(cents) : null)
  return messages.outcome.describeFailure(outcome, {
    sent: isTried(state),
    site,
    maximum: formatCents(maximum),
    price: above(priceCents),
    nextBid: above(state.price?.minimumCents),
    ownMaximum: state.ownMaximumCents > 0 ? formatCents(state.ownMaximumCents) : null,
    siteMessage,
  })
}

/** `settled`: the site had accepted the bid. `skipped`: nothing was sent, by rule. `failed`: attempts had no effect. */
function closingEvent({ outcome, accepted, priceCents, siteMessage }: Verdict, state: SnipeState): BidEventDetail {
  const isResult =
    outcome === 'won' || outcome === 'lost' || outcome === 'outbid_on_arrival' || outcome === 'unresolved'
  const isNoSale = outcome === 'ended_early' || outcome === 'withdrawn'
  const isOfSeller = isNoSale || outcome === 'retracted' || outcome === 'reserve_not_met'
  if (isResult || (isOfSeller && accepted)) return { kind: 'settled', outcome, finalPriceCents: priceCents }
  if (outcome === 'own_maximum') return { kind: 'skipped', outcome, priceCents, ownMaximumCents: state.ownMaximumCents }
  if (outcome === 'group_won' || outcome === 'group_unknown' || outcome === 'group_budget')
    return { kind: 'group_skipped', outcome }
  if (outcome === 'not_confirmed') return { kind: 'skipped', outcome, priceCents }
  const isRule = isNoSale || outcome === 'too_late' || outcome === 'below_next_bid' || outcome === 'price_past_maximum'
  return isRule && !isTried(state) ? { kind: 'skipped', outcome, priceCents } : { kind: 'failed', outcome, siteMessage }
}

import { type BidOutcome, type BidPhase, formatCents, messages } from '@bidwell/contract'

type FailedOutcome = messages.outcome.FailedOutcome

export type BidFacts = {
  phase: BidPhase
  /** The auction should have closed, as far as its end is known. */
  isOver: boolean
  outcome: BidOutcome | null
  /** The result that was told first, and that later evidence contradicted. */
  correctedFrom: BidOutcome | null
  maxBidCents: number
  secondsBeforeEnd: number
  finalPriceCents: number | null
  /** The step of the auction. */
  incrementCents: number
  /** Whether the bid was sent at least once. */
  sent: boolean
  /** Whether the site has confirmed the bid, or shows it. */
  accepted: boolean
  /** The page of the closed auction showed the bid's owner as its leader. */
  ledAtClose: boolean
  /** The price when the bid was outbid on arrival, or when it was not sent. */
  priceAtBidCents: number | null
  /** The next acceptable bid at the last reading. */
  minimumBidCents: number | null
  /** The owner's own maximum at the site, if it kept the bid from being sent. */
  ownMaximumCents: number | null
  /** The site's message about the bid, or the recorded reason. */
  siteMessage: string | null
}

/** One or two sentences about how a bid ended, or about its present phase. `site` is the auction site's name. */
export function summariseBid(facts: BidFacts, site: string): string {
  if (facts.outcome === null) return describePhase(facts, site)
  const ending = describeEnding(facts.outcome, facts, site)
  const { correctedFrom } = facts
  if (correctedFrom === null) return ending
  return `Corrected: ${ending} We first told you: “${messages.outcome.label(correctedFrom, site)}”.`
}

function describeEnding(outcome: BidOutcome, facts: BidFacts, site: string): string {
  switch (outcome) {
    case 'won':
      return describeWin(facts)
    case 'lost':
      return describeLoss(facts)
    case 'outbid_on_arrival':
      return `Outbid on arrival: somebody had already bid at least your maximum of ${formatCents(facts.maxBidCents)}.${describeExcess(facts)}`
    case 'cancelled':
      return 'Cancelled by you. Nothing was sent.'
    case 'unresolved':
      return messages.outcome.unresolved(site)
    case 'price_past_maximum':
      return `${explain(outcome, facts, site)}${describeFinalPrice(facts)}`
    case 'below_next_bid':
    case 'too_late':
    case 'own_maximum':
    case 'login_refused':
    case 'login_missing':
    case 'vault_locked':
    case 'database_down':
    case 'not_running':
    case 'account_limit':
    case 'rate_limited':
    case 'refused':
    case 'site_down':
    case 'ended_early':
    case 'withdrawn':
    case 'retracted':
    case 'reserve_not_met':
    case 'paused':
    case 'not_confirmed':
    case 'group_won':
    case 'group_unknown':
    case 'group_budget':
      return explain(outcome, facts, site)
  }
}

function explain(outcome: FailedOutcome, facts: BidFacts, site: string): string {
  const { sent, maxBidCents, priceAtBidCents, minimumBidCents, ownMaximumCents, siteMessage } = facts
  const above = (cents: number | null) => (cents !== null && cents > maxBidCents ? formatCents(cents) : null)
  return messages.outcome.describeFailure(outcome, {
    sent,
    site,
    maximum: formatCents(maxBidCents),
    price: above(priceAtBidCents),
    nextBid: above(minimumBidCents),
    ownMaximum: ownMaximumCents === null ? null : formatCents(ownMaximumCents),
    siteMessage,
  })
}

function describeWin({ finalPriceCents, maxBidCents }: BidFacts): string {
  if (finalPriceCents === null) return 'Won.'
  const spareCents = maxBidCents - finalPriceCents
  if (spareCents < 0) return `Won for ${formatCents(finalPriceCents)} ${messages.outcome.BY_HIGHER_OWN_BID}.`
  const spare = spareCents > 0 ? `${formatCents(spareCents)} under your max` : 'exactly your max'
  return `Won for ${formatCents(finalPriceCents)}, ${spare}.`
}

function describeLoss({ finalPriceCents, maxBidCents, incrementCents }: BidFacts): string {
  if (finalPriceCents === null) return 'Lost.'
  return `Lost: ${messages.outcome.soldFor({ priceCents: finalPriceCents, maxBidCents, stepCents: incrementCents })}`
}

/** The final price, or the price at the bid, compared with the maximum. Follows a sentence that ends with the maximum. */
function describeExcess({ finalPriceCents, priceAtBidCents, maxBidCents }: BidFacts): string {
  const compared = (cents: number) =>
    cents > maxBidCents ? `${formatCents(cents)}, ${formatCents(cents - maxBidCents)} above it` : formatCents(cents)
  if (finalPriceCents !== null) return ` It went for ${compared(finalPriceCents)}.`
  return priceAtBidCents === null ? '' : ` The price went to ${compared(priceAtBidCents)}.`
}

function describePhase(
  { phase, isOver, maxBidCents, secondsBeforeEnd, accepted, ledAtClose, siteMessage }: BidFacts,
  site: string,
): string {
  if (isOver && (phase === 'waiting' || phase === 'armed'))
    return `The auction should be over, and nothing has been sent. We are asking ${site}.`
  if (isOver && phase === 'sent' && accepted) return 'The auction has closed; the result has not been seen yet.'
  switch (phase) {
    case 'waiting':
      return `Waiting: a bid of at most ${formatCents(maxBidCents)} leaves ${secondsBeforeEnd} s before the end.`
    case 'restored':
      return `Restored from a backup: a bid of at most ${formatCents(maxBidCents)} is not sent unless you keep it.`
    case 'paused':
      return `Paused: a bid of at most ${formatCents(maxBidCents)} stands ready, and nothing is sent until bidding is resumed.`
    case 'armed':
      return `Armed: a bid of at most ${formatCents(maxBidCents)} leaves ${secondsBeforeEnd} s before the end.`
    case 'locked_in':
      return 'Locked in: the bid is about to leave.'
    case 'sent':
      return accepted
        ? `Sent, and ${site} took it. Whether it wins is known once the auction has closed.`
        : `Sent. ${site} has not answered yet.`
    case 'checking':
      if (ledAtClose) return messages.result.ledAtClose
      return accepted
        ? `The bid was placed and the auction has closed, but ${site} does not show yet who has won. We keep asking.`
        : `Sent, but no clear answer has come. ${site} is being asked whether the bid counts.`
    case 'settled':
      return siteMessage ?? 'Finished.'
  }
}

const describeFinalPrice = ({ finalPriceCents }: BidFacts) =>
  finalPriceCents === null ? '' : ` It went for ${formatCents(finalPriceCents)}.`

import { type BidOutcome, type BidStage, formatCents, messages } from '@bidwell/contract'

const { reasons } = messages.outcome

export type BidStory = {
  stage: BidStage
  outcome: BidOutcome | null
  maxBidCents: number
  secondsBeforeEnd: number
  finalPriceCents: number | null
  /** The bid left at least once. */
  sent: boolean
  /** The site has it: it said so, or shows it. */
  taken: boolean
  /** The price by which it was outbid on arrival, or for which it was not sent. */
  priceThenCents: number | null
  /** The next acceptable bid, as last read. */
  minimumBidCents: number | null
  /** The site's own words about it, or the reason that was noted. */
  siteMessage: string | null
}

/** How a bid ended, or how it stands, in a sentence or two. `site` is the auction site's name. */
export function summariseBid(story: BidStory, site: string): string {
  return story.outcome === null ? standing(story, site) : ending(story.outcome, story, site)
}

function ending(outcome: BidOutcome, story: BidStory, site: string): string {
  switch (outcome) {
    case 'won':
      return won(story)
    case 'lost':
      return lost(story)
    case 'outbid_on_arrival':
      return `Outbid on arrival: somebody had already bid at least your maximum of ${formatCents(story.maxBidCents)}.${byHowMuch(story)}`
    case 'cancelled':
      return 'Cancelled by you. Nothing was sent.'
    case 'ended_early':
    case 'withdrawn':
      return `${story.sent ? 'The bid does not count' : 'Not sent'}: ${reasons[outcome]({ site })}.`
    case 'price_past_maximum':
      return `${notPlaced(outcome, story, site)}${wentFor(story)}`
    case 'login_refused':
    case 'account_limit':
      return `${notPlaced(outcome, story, site)}${said(story)}`
    case 'below_next_bid':
    case 'too_late':
    case 'site_down':
    case 'paused':
      return notPlaced(outcome, story, site)
  }
}

function notPlaced(outcome: keyof typeof reasons, story: BidStory, site: string): string {
  const { sent, maxBidCents, priceThenCents, minimumBidCents } = story
  const above = (cents: number | null) => (cents !== null && cents > maxBidCents ? formatCents(cents) : null)
  const reason = reasons[outcome]({
    site,
    maximum: formatCents(maxBidCents),
    price: above(priceThenCents),
    nextBid: above(minimumBidCents),
  })
  return `${sent ? 'Not placed' : 'Not sent'}: ${reason}.`
}

function won({ finalPriceCents, maxBidCents }: BidStory): string {
  if (finalPriceCents === null) return 'Won.'
  const spareCents = maxBidCents - finalPriceCents
  const spare = spareCents > 0 ? `${formatCents(spareCents)} under your maximum` : 'exactly your maximum'
  return `Won for ${formatCents(finalPriceCents)}, ${spare}.`
}

function lost({ finalPriceCents, maxBidCents }: BidStory): string {
  if (finalPriceCents === null) return 'Lost.'
  const price = formatCents(finalPriceCents)
  const shortCents = finalPriceCents - maxBidCents
  if (shortCents > 0) return `Lost by ${formatCents(shortCents)}: it went for ${price}.`
  if (shortCents === 0) return `Lost: it went for ${price}, to an earlier bid as high as yours.`
  return `Lost: it went for ${price}.`
}

/** After a sentence that ends with the maximum. */
function byHowMuch({ finalPriceCents, priceThenCents, maxBidCents }: BidStory): string {
  const told = (cents: number) =>
    cents > maxBidCents ? `${formatCents(cents)}, ${formatCents(cents - maxBidCents)} above it` : formatCents(cents)
  if (finalPriceCents !== null) return ` It went for ${told(finalPriceCents)}.`
  return priceThenCents === null ? '' : ` The price went to ${told(priceThenCents)}.`
}

function standing({ stage, maxBidCents, secondsBeforeEnd, taken, siteMessage }: BidStory, site: string): string {
  switch (stage) {
    case 'waiting':
      return `Waiting: a bid of at most ${formatCents(maxBidCents)} leaves ${secondsBeforeEnd} s before the end.`
    case 'paused':
      return `Paused: a bid of at most ${formatCents(maxBidCents)} stands ready, and nothing is sent until bidding is resumed.`
    case 'armed':
      return `Armed: a bid of at most ${formatCents(maxBidCents)} leaves ${secondsBeforeEnd} s before the end.`
    case 'locked_in':
      return 'Locked in: the bid is about to leave.'
    case 'sent':
      return taken
        ? `Sent, and ${site} took it. Whether it wins is known once the auction has closed.`
        : `Sent. ${site} has not answered yet.`
    case 'checking':
      return `Sent, but no clear answer has come. ${site} is being asked whether the bid counts.`
    case 'settled':
      return siteMessage ?? 'Finished.'
  }
}

const wentFor = ({ finalPriceCents }: BidStory) =>
  finalPriceCents === null ? '' : ` It went for ${formatCents(finalPriceCents)}.`

const said = ({ siteMessage }: BidStory) => (siteMessage ? ` It said: “${siteMessage}”` : '')

import type { BidOutcome, BidStage } from '@bidwell/contract'
import { formatCents } from '../platform/money.ts'

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
  return story.outcome === null ? standing(story, site) : ENDINGS[story.outcome](story, site)
}

const ENDINGS: Record<BidOutcome, (story: BidStory, site: string) => string> = {
  won,
  lost,
  outbid_on_arrival: (story) =>
    `Outbid on arrival: somebody had already bid at least your maximum of ${formatCents(story.maxBidCents)}.${byHowMuch(story)}`,
  price_past_maximum: (story) => `Not sent: ${pricePast(story)}.${wentFor(story)}`,
  below_next_bid: (story, site) => `${story.sent ? `${site} refused the bid` : 'Not sent'}: ${belowNext(story)}.`,
  too_late: (story) =>
    story.sent
      ? 'Too late: the auction had closed when the bid arrived.'
      : 'Too late: the auction closed before the bid could be sent.',
  login_refused: (story, site) => `Not placed: ${site} refused your login.${said(story)}`,
  account_limit: (story, site) => `Not placed: ${site} takes no more bids from your account for now.${said(story)}`,
  site_down: (story, site) =>
    story.sent
      ? `Not placed: ${site} was failing and did not take the bid.`
      : `Not sent: ${site} could not be reached.`,
  ended_early: (story) => `${unsent(story)}The auction was ended before its time.`,
  withdrawn: (story) => `${unsent(story)}The item was withdrawn from sale.`,
  cancelled: () => 'Cancelled by you. Nothing was sent.',
  paused: () => 'Not sent: bidding was paused when the auction closed.',
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

function pricePast({ priceThenCents, maxBidCents }: BidStory): string {
  const at = priceThenCents !== null && priceThenCents > maxBidCents ? `at ${formatCents(priceThenCents)} ` : ''
  return `${at}the price had already passed your maximum of ${formatCents(maxBidCents)}`
}

function belowNext({ minimumBidCents, maxBidCents }: BidStory): string {
  const next = minimumBidCents !== null && minimumBidCents > maxBidCents ? ` of ${formatCents(minimumBidCents)}` : ''
  return `your maximum of ${formatCents(maxBidCents)} was below the next acceptable bid${next}`
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

const unsent = ({ sent }: BidStory) => (sent ? 'The bid does not count. ' : 'Not sent. ')

import { formatCents } from '@bidwell/contract'
import { type Close, type Setting, type Step, YOU } from './simulate-close.ts'

/** `5 s`, `0.8 s`. */
export const secondsText = (ms: number): string => `${Number((ms / 1_000).toFixed(1))} s`

/** What one step was, as a sentence. */
export function describeStep(step: Step): string {
  switch (step.kind) {
    case 'bid':
      return describeBid(step)
    case 'sent':
      return 'Your bid is sent.'
    case 'not_sent':
      return `The price is read: the next bid is ${formatCents(step.nextCents)}, above your max. Nothing is sent.`
    case 'refused':
      return `The site refuses your bid: the next bid is ${formatCents(step.nextCents)}.`
    case 'late':
      return 'Your bid reaches the site after the end and does not count.'
  }
}

function describeBid({ bidder, maxCents, standing }: Extract<Step, { kind: 'bid' }>): string {
  const bid = `${bidder === YOU ? 'You bid' : `${bidder} bids`} up to ${formatCents(maxCents)}.`
  const price = `Price ${formatCents(standing.priceCents)}`
  if (standing.leader === bidder)
    return `${bid} ${price}, ${bidder === YOU ? 'you lead' : `${withinSentence(bidder)} leads`}.`
  return `${bid} ${price}, ${standing.leader === YOU ? 'you still lead' : `${withinSentence(standing.leader)} still leads`}.`
}

/** A rival's name that does not begin the sentence: `the watcher`. */
const withinSentence = (name: string | null): string => (name ?? '').replace(/^The /, 'the ')

/** `Won for $41.00`. */
export function describeOutcome({ outcome, standing }: Close): string {
  const price = formatCents(standing.priceCents)
  switch (outcome) {
    case 'won':
      return `Won for ${price}`
    case 'outbid':
      return `Lost: sold for ${price}`
    case 'refused':
      return `Refused: sold for ${price}`
    case 'not_sent':
      return `Not sent: sold for ${price}`
    case 'late':
      return standing.leader === null ? 'Too late: not sold' : `Too late: sold for ${price}`
  }
}

/** Why the auction ended as it did, and what would have changed it. */
export function explainClose(setting: Setting, close: Close): string {
  const { own } = setting
  switch (close.outcome) {
    case 'won':
      return explainWin(setting, close)
    case 'late':
      return `The site was ${secondsText(own.delayMs)} slower than usual, and your lead was ${secondsText(own.leadMs)}. A lead over ${secondsText(own.delayMs)} would have been in time.`
    case 'not_sent':
      return 'The price passed your max before your bid was due, so Bidwell sends nothing and tells you. Only a higher max helps.'
    case 'refused':
      return 'Between the last look at the price and your bid, somebody raised the price above your max. Only a higher max helps.'
    case 'outbid':
      return explainLoss(setting, close)
  }
}

function explainWin({ own }: Setting, { steps, standing }: Close): string {
  const saved = own.maxCents - standing.priceCents
  const under = saved === 0 ? 'exactly your max' : `${formatCents(saved)} under your max`
  const answers = answersAfterOwn(steps)
  const why =
    answers.length === 0
      ? 'Nobody answered your bid before the end.'
      : `${answers.at(-1)?.bidder} answered your bid, but not above your max.`
  return `You pay ${under}. ${why}`
}

function explainLoss({ own, rivals }: Setting, { steps, standing }: Close): string {
  const ownBid = steps.find((step) => step.kind === 'bid' && step.bidder === YOU)
  if (ownBid?.kind !== 'bid') return 'Your bid was never placed.'
  const { leader, leaderMaxCents } = ownBid.standing
  if (leader !== YOU) {
    return leaderMaxCents === own.maxCents
      ? `${leader} had bid the same max earlier, and of two equal bids the earlier one wins. One cent more would have won at that moment.`
      : `${leader} had a hidden max of ${formatCents(leaderMaxCents)} before you. No timing beats a higher max.`
  }
  const passing = answersAfterOwn(steps).find((step) => step.standing.leader !== YOU)
  const gap = passing ? secondsText(ownBid.beforeEndMs - passing.beforeEndMs) : ''
  const winner = withinSentence(standing.leader)
  // A bidder who bids once does not wait for the user's bid.
  if (passing && rivals.find(({ name }) => name === passing.bidder)?.kind === 'sniper')
    return `You led, and ${withinSentence(passing.bidder)} bid up to ${formatCents(passing.maxCents)} ${gap} later. No timing beats a higher max.`
  return `You led, and ${winner} bid more ${gap} later. With less time before the end, ${winner} may not have answered.`
}

/** The rivals' bids after the user's own. */
function answersAfterOwn(steps: readonly Step[]) {
  const bids = steps.filter((step) => step.kind === 'bid')
  const own = bids.findIndex((step) => step.bidder === YOU)
  return own === -1 ? [] : bids.slice(own + 1)
}

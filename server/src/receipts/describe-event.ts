import { formatCents } from '../platform/money.ts'
import type { BidEventDetail } from '../bid-log/bid-event.ts'

type Detail<Kind extends BidEventDetail['kind']> = Extract<BidEventDetail, { kind: Kind }>

/** What happened, in one sentence for the bid's owner. `site` is the auction site's name. */
export function describeEvent(detail: BidEventDetail, site: string): string {
  switch (detail.kind) {
    case 'scheduled':
      return `Scheduled: ${terms(detail)}.`
    case 'changed':
      return `Changed: ${terms(detail)}.`
    case 'cancelled':
      return 'Cancelled by you.'
    case 'paused':
      return paused(detail)
    case 'resumed':
      return detail.by === 'owner' ? 'You resumed all bidding.' : 'The operator of this service resumed bidding.'
    case 'preflight':
      return `Checked: ${detail.findings.map(({ says }) => says).join(' ') || 'ready.'}`
    case 'armed':
      return armed(detail, site)
    case 'released':
      return RELEASED[detail.because]
    case 'reread':
      return `Looked again: the price was ${formatCents(detail.priceCents)}.`
    case 'end_moved':
      return endMoved(detail, site)
    case 'locked_in':
      return detail.durable
        ? 'Locked in: from here on it could not be changed.'
        : 'Locked in while our database was away: the bid goes out all the same.'
    case 'sent':
      return `${detail.attempt > 1 ? 'Sent again' : 'Sent'}: a maximum of ${formatCents(detail.maxBidCents)}.`
    case 'answered':
      return `${ANSWERED[detail.answer](site)}${took(detail)}`
    case 'checking':
      return `Not known yet whether the bid counts, so ${site} is being asked.${sentence(detail.because)}`
    case 'verified':
      return verified(detail, site)
    case 'skipped':
      return `Not sent: ${SKIPPED[detail.outcome]}${skippedAt(detail)}.`
    case 'failed':
      return `The bid failed: ${FAILED[detail.outcome](site)}.${sentence(detail.siteMessage)}`
    case 'settled':
      return settled(detail)
  }
}

const terms = ({ maxBidCents, secondsBeforeEnd }: { maxBidCents: number; secondsBeforeEnd: number }) =>
  `at most ${formatCents(maxBidCents)}, ${secondsBeforeEnd} s before the end`

function paused({ by, reason }: Detail<'paused'>): string {
  if (by === 'owner') return 'You paused all bidding: nothing is sent until you resume.'
  return `The operator of this service paused bidding: nothing is sent until it is resumed.${reason ? ` “${reason}”` : ''}`
}

const RELEASED: Record<Detail<'released'>['because'], string> = {
  changed: 'Stood down to take your change.',
  cancelled: 'Stood down, since you cancelled.',
  paused: 'Stood down, since bidding was paused.',
  stopping: 'Handed on: this bidding engine was stopping.',
  unfit: 'Handed on: this bidding engine was not fit to bid on time.',
  site_failing: 'Stood down for a moment: the site was failing.',
}

const ANSWERED: Record<Detail<'answered'>['answer'], (site: string) => string> = {
  leading: (site) => `${site} took the bid: you led.`,
  outbid: (site) => `${site} took the bid, and you were outbid at once.`,
  closed: (site) => `${site} said that the auction had closed.`,
  too_low: (site) => `${site} refused the bid as too low.`,
  account_limit: (site) => `${site} does not take more bids from your account.`,
  unauthorized: (site) => `${site} no longer knew your login.`,
  blocked: (site) => `${site} turned the request away before looking at it.`,
  rate_limited: (site) => `${site} asked us to slow down.`,
  not_sent: () => 'The connection failed before the bid left.',
  unknown: (site) => `No clear answer came from ${site}.`,
}

function took({ answer, tookMs }: Detail<'answered'>): string {
  if (answer === 'not_sent') return ''
  return tookMs < 10_000 ? ` It took ${Math.round(tookMs)} ms.` : ` It took ${(tookMs / 1_000).toFixed(1)} s.`
}

const SKIPPED: Record<Detail<'skipped'>['outcome'], string> = {
  price_past_maximum: 'the price had passed your maximum',
  below_next_bid: 'the next acceptable bid was above your maximum',
  too_late: 'the auction closed before the bid could leave',
  ended_early: 'the auction was ended early',
  withdrawn: 'the item was withdrawn',
  paused: 'bidding was paused when the auction closed',
}

const skippedAt = ({ outcome, priceCents }: Detail<'skipped'>) =>
  outcome === 'price_past_maximum' && priceCents !== null ? `, at ${formatCents(priceCents)}` : ''

const FAILED: Record<Detail<'failed'>['outcome'], (site: string) => string> = {
  too_late: () => 'the auction had closed when it arrived',
  login_refused: (site) => `${site} refused your login`,
  account_limit: (site) => `${site} takes no more bids from your account`,
  site_down: (site) => `${site} was failing or could not be reached`,
  below_next_bid: () => 'the next acceptable bid was above your maximum',
  ended_early: () => 'the auction was ended early',
  withdrawn: () => 'the item was withdrawn',
}

function armed({ priceCents, minimumBidCents }: Detail<'armed'>, site: string): string {
  if (priceCents === null || minimumBidCents === null) return `Armed, although ${site} did not show the item.`
  return `Armed: the price was ${formatCents(priceCents)}, the next acceptable bid ${formatCents(minimumBidCents)}.`
}

function endMoved({ from, to }: Detail<'end_moved'>, site: string): string {
  const seconds = Math.round(Math.abs(to - from) / 1_000)
  return `${site} moved the end ${seconds} s ${to > from ? 'later' : 'earlier'}; the bid moved with it.`
}

function verified({ ownBidSeen, leads, priceCents }: Detail<'verified'>, site: string): string {
  if (!ownBidSeen) return `${site} does not show the bid; the price was ${formatCents(priceCents)}.`
  return `${site} shows the bid: you ${leads ? 'led' : 'did not lead'} at ${formatCents(priceCents)}.`
}

function settled({ outcome, finalPriceCents }: Detail<'settled'>): string {
  return finalPriceCents === null ? `${SETTLED[outcome]}.` : `${SETTLED[outcome]}, at ${formatCents(finalPriceCents)}.`
}

const SETTLED: Record<Detail<'settled'>['outcome'], string> = {
  won: 'Won',
  lost: 'Lost',
  outbid_on_arrival: 'Outbid on arrival',
  ended_early: 'The auction had been ended early',
  withdrawn: 'The item had been withdrawn',
}

/** What somebody said, as a sentence after another. */
const sentence = (siteMessage: string) => (siteMessage === '' ? '' : ` ${siteMessage.replace(/\.?$/, '.')}`)

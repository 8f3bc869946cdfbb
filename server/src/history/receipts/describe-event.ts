import { formatCents, messages } from '@bidwell/contract'
import type { BidEventDetail } from '../../bids/log/bid-event.ts'

const { label, reasons } = messages.outcome

type Detail<Kind extends BidEventDetail['kind']> = Extract<BidEventDetail, { kind: Kind }>

/** One sentence about an event for the bid's owner. `site` is the auction site's name. */
export function describeEvent(detail: BidEventDetail, site: string): string {
  switch (detail.kind) {
    case 'scheduled':
      return `Scheduled: ${describeTerms(detail)}.`
    case 'changed':
      return describeChanged(detail)
    case 'cancelled':
      return detail.lowered ? messages.delivered.cancelled : 'Cancelled by you.'
    case 'paused':
      return describePaused(detail)
    case 'resumed':
      return detail.by === 'owner' ? 'You resumed all bidding.' : 'The operator of this service resumed bidding.'
    case 'restored':
      return 'Restored from a backup: it is not sent unless you keep it.'
    case 'kept':
      return `Kept by you after the restore: ${describeTerms(detail)}.`
    case 'preflight':
      return `Checked: ${detail.findings.map(({ message }) => message).join(' ') || 'ready.'}`
    case 'armed':
      return describeArmed(detail, site)
    case 'released':
      return RELEASED[detail.because]
    case 'reread':
      return `Looked again: the price was ${formatCents(detail.priceCents)}.`
    case 'end_moved':
      return describeEndMoved(detail, site)
    case 'locked_in':
      return detail.durable
        ? 'Locked in: from here on it could not be changed.'
        : 'Locked in while our database was away: the bid goes out all the same.'
    case 'sent':
      return `${detail.attempt > 1 ? 'Sent again' : 'Sent'}: a maximum of ${formatCents(detail.maxBidCents)}.`
    case 'answered':
      return `${ANSWERED[detail.answer](site)}${describeDuration(detail)}`
    case 'checking':
      if (detail.leads) return messages.result.ledAtClose
      return detail.about === 'result'
        ? `The auction has closed, but ${site} does not show yet how the bid ended. It is asked again.`
        : `Not known yet whether the bid counts, so ${site} is being asked.${asSentence(detail.because)}`
    case 'verified':
      return describeVerified(detail, site)
    case 'skipped':
      return describeSkipped(detail, site)
    case 'failed':
      return `The bid failed: ${reasons[detail.outcome]({ site })}.${asSentence(detail.siteMessage)}`
    case 'settled':
      return describeSettled(detail, site)
    case 'corrected':
      return `Corrected: ${describeSettled({ ...detail, outcome: detail.to }, site)} ${site} shows it now.`
    case 'group_joined':
      return messages.bidGroup.joined(detail.name, detail.mostWins)
    case 'group_left':
      return messages.bidGroup.left(detail.name)
    case 'group_granted':
      return messages.bidGroup.granted
    case 'group_held':
      return messages.bidGroup.held[detail.because](detail.about)
    case 'group_released':
      return messages.bidGroup.released[detail.because](
        detail.priceCents === null ? null : formatCents(detail.priceCents),
      )
    case 'group_skipped':
      return `Not sent: ${reasons[detail.outcome]({ site })}.`
  }
}

type Terms = { maxBidCents: number; secondsBeforeEnd: number; allInCents?: number | undefined }

function describeTerms({ maxBidCents, secondsBeforeEnd, allInCents }: Terms): string {
  const delivered = allInCents === undefined ? '' : ` (${formatCents(allInCents)} delivered)`
  return `at most ${formatCents(maxBidCents)}${delivered}, ${secondsBeforeEnd} s before the end`
}

const describeChanged = (detail: Detail<'changed'>) =>
  detail.lowered
    ? messages.delivered.lowered(detail.lowered, describeTerms(detail))
    : `Changed: ${describeTerms(detail)}.`

function describePaused({ by, reason }: Detail<'paused'>): string {
  if (by === 'owner') return 'You paused all bidding: nothing is sent until you resume.'
  return `The operator of this service paused bidding: nothing is sent until it is resumed.${reason ? ` “${reason}”` : ''}`
}

const RELEASED: Record<Detail<'released'>['because'], string> = {
  changed: 'Stood down to take your change.',
  cancelled: 'Stood down, since you cancelled.',
  paused: 'Stood down, since bidding was paused.',
  login_changed: 'Stood down, since your site login was removed or replaced.',
  stopping: 'Handed on: this bidding engine was stopping.',
  unfit: 'Handed on: this bidding engine was not fit to bid on time.',
  site_failing: 'Stood down for a moment: the site was failing.',
}

const ANSWERED: Record<Detail<'answered'>['answer'], (site: string) => string> = {
  leading: (site) => `${site} took the bid: you led.`,
  outbid: (site) => `${site} took the bid, and you were outbid at once.`,
  closed: (site) => `${site} said that the auction had closed.`,
  too_low: (site) => `${site} refused the bid as too low.`,
  account_limit: (site) => `${reasons.account_limit({ site })}.`,
  unauthorized: (site) => `${site} no longer knew your login.`,
  blocked: (site) => messages.auction.siteRefuses(site),
  rate_limited: (site) => `${site} asked us to slow down.`,
  refused: (site) => `${site} did not take the bid.`,
  not_sent: () => 'The connection failed before the bid left.',
  unknown: (site) => `No clear answer came from ${site}.`,
}

function describeDuration({ answer, tookMs }: Detail<'answered'>): string {
  if (answer === 'not_sent') return ''
  return tookMs < 10_000 ? ` It took ${Math.round(tookMs)} ms.` : ` It took ${(tookMs / 1_000).toFixed(1)} s.`
}

function describeSkipped({ outcome, priceCents, ownMaximumCents }: Detail<'skipped'>, site: string): string {
  const price = priceCents === null ? null : formatCents(priceCents)
  const ownMaximum = ownMaximumCents === undefined ? null : formatCents(ownMaximumCents)
  return `Not sent: ${reasons[outcome]({ site, price, ownMaximum })}.`
}

function describeArmed({ priceCents, minimumBidCents }: Detail<'armed'>, site: string): string {
  if (priceCents === null || minimumBidCents === null) return `Armed, although ${site} did not show the item.`
  return `Armed: the price was ${formatCents(priceCents)}, the next acceptable bid ${formatCents(minimumBidCents)}.`
}

function describeEndMoved({ from, to }: Detail<'end_moved'>, site: string): string {
  const seconds = Math.round(Math.abs(to - from) / 1_000)
  return `${site} moved the end ${seconds} s ${to > from ? 'later' : 'earlier'}; the bid moved with it.`
}

function describeVerified({ ownBidSeen, leads, priceCents }: Detail<'verified'>, site: string): string {
  if (priceCents === null) return `${site} ${ownBidSeen ? 'lists' : 'does not list'} the bid.`
  if (!ownBidSeen) return `${site} does not show the bid; the price was ${formatCents(priceCents)}.`
  return `${site} shows the bid: you ${leads ? 'led' : 'did not lead'} at ${formatCents(priceCents)}.`
}

function describeSettled({ outcome, finalPriceCents }: Omit<Detail<'settled'>, 'kind'>, site: string): string {
  const price = finalPriceCents === null ? '' : `, at ${formatCents(finalPriceCents)}`
  return `${label(outcome, site)}${price}.`
}

/** Formats a message of the site as a further sentence. */
const asSentence = (siteMessage: string) => (siteMessage === '' ? '' : ` ${siteMessage.replace(/\.?$/, '.')}`)

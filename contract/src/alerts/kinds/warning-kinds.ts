import * as z from 'zod/mini'
import { PreflightCode } from '../../bids/preflight.ts'
import { BID_REQUEST } from '../../bids/waiting-bid.ts'
import * as delivered from '../../messages/bids/delivered.ts'
import { longDay } from '../../messages/bids/payment.ts'
import * as preflight from '../../messages/bids/preflight.ts'
import * as waiting from '../../messages/bids/waiting.ts'
import * as importing from '../../messages/importing.ts'
import * as searches from '../../messages/searches.ts'
import { formatCents } from '../../money.ts'
import { kind, say, spans } from './kind.ts'

const URGENT = { group: 'warnings', class: 'urgent' } as const
const INFO = { group: 'warnings', class: 'info', tone: 'info' } as const
/** The end of something that was told as urgent goes to the same channels, but neither wakes nor repeats. */
const ALL_CLEAR = { ...INFO, goesAs: 'urgent', path: '/dashboard' } as const

const cents = z.int()
const maybeCents = z.nullable(cents)

/** The kinds of notification about bids before their close, about auctions, and about what is to be done. */
export const WARNING_KINDS = {
  /** Before the close: other bidders have passed the maximum of a scheduled bid. */
  bid_over_maximum: kind(
    { ...URGENT, name: 'Price over your max', button: 'Change the bid', tone: 'outbid' },
    { priceCents: cents, nextBidCents: cents, maxBidCents: cents },
    ({ priceCents, nextBidCents, maxBidCents }) => {
      const maximum = formatCents(maxBidCents)
      const what =
        priceCents > maxBidCents
          ? preflight.pricePastMaximum(formatCents(priceCents), maximum)
          : preflight.belowNextBid(formatCents(nextBidCents), maximum)
      return say('Over your max', `${what} Raise it or let it go.`)
    },
    {
      still: ({ bid, listing }) => bid?.status === 'pending' && (listing?.minimumBidCents ?? 0) > bid.maxBidCents,
      // Until the close, a higher maximum wins.
      until: ({ listing, at }) => listing?.endsAt ?? at,
    },
  ),
  auction_ending: kind(
    { ...INFO, name: 'Ending soon' },
    { endsAt: z.int(), hasBid: z.boolean() },
    ({ endsAt, hasBid }, { time }) =>
      say('Ends soon', `It ends at ${time(endsAt)}. ${hasBid ? 'You have a bid on it.' : 'You have no bid on it.'}`),
    {
      until: (_subject, { endsAt }) => endsAt,
    },
  ),
  /** The price is at the amount that the user noted for an auction without a bid. */
  price_reached: kind(
    { ...INFO, name: 'Noted price reached' },
    { priceCents: cents, amountCents: cents },
    ({ priceCents, amountCents }) =>
      say(
        `At ${formatCents(priceCents)}`,
        `The price has reached the ${formatCents(amountCents)} that you noted. You have no bid on it.`,
      ),
    {
      until: ({ listing, at }) => listing?.endsAt ?? at,
    },
  ),
  /** A check ahead of a bid found that it will fail unless its owner acts. */
  bid_at_risk: kind(
    { ...URGENT, name: 'Bid at risk', button: 'See what to do', tone: 'warning' },
    { code: PreflightCode },
    ({ code }, { site }) => say('Bid at risk', preflight.RISKS[code]?.(site) ?? ''),
    {
      still: ({ bid }, { code }) => bid?.status === 'pending' && bid.findings.some((finding) => finding.code === code),
      until: ({ bid, at }) => bid?.fireAt ?? at,
    },
  ),
  /** Its costs have risen, so a bid was lowered to keep within its delivered price. */
  bid_lowered: kind(
    { ...URGENT, name: 'Bid lowered', button: 'See the bid', tone: 'warning' },
    { fromCents: cents, toCents: cents, allInCents: cents },
    ({ fromCents, toCents, allInCents }) =>
      toCents === 0
        ? say('Bid cancelled', delivered.cancelled)
        : say(
            `Bid lowered to ${formatCents(toCents)}`,
            `It costs more by now than ${formatCents(fromCents)} allowed for, and keeps within ${formatCents(allInCents)} delivered.`,
          ),
    {
      still: ({ bid }, { toCents }) => bid?.status === 'pending' || toCents === 0,
      until: ({ bid, at }) => bid?.fireAt ?? at,
    },
  ),
  auction_closed_early: kind(
    { name: 'Ended early or withdrawn', group: 'warnings', class: 'result', tone: 'neutral' },
    { reason: z.enum(['ended_early', 'withdrawn']), hasBid: z.boolean() },
    ({ reason, hasBid }, { site }) =>
      say(
        reason === 'withdrawn' ? 'Item withdrawn' : 'Auction ended early',
        spans(
          reason === 'withdrawn' ? preflight.itemWithdrawn(site) : preflight.itemEndedEarly,
          hasBid &&
            (reason === 'withdrawn'
              ? 'Your bid on it does not go out, or does not count, unless the item comes back.'
              : 'Your bid on it does not go out, or does not count.'),
        ),
      ),
  ),
  bidding_paused: kind(
    { ...URGENT, name: 'Bidding paused', tone: 'warning', path: '/dashboard' },
    { reason: z.nullable(z.string()) },
    ({ reason }) =>
      say(
        'Bidding is paused',
        spans(
          'The operator paused bidding for everybody. Bids that are on their way may still go out; the others wait, and are not placed if their auction closes meanwhile.',
          reason !== null && `The reason: ${reason}`,
        ),
      ),
    {
      still: ({ isPausedByOperator, nextBidAt }) => isPausedByOperator && nextBidAt !== null,
      until: ({ nextBidAt }) => nextBidAt,
    },
  ),
  /** Of a file that was tracked line by line. `before`: tracked before; `faults`: lines of which not everything was done. */
  import_ended: kind(
    { ...INFO, name: 'Import ended', path: '/import' },
    { tracked: z.int(), bids: z.int(), before: z.optional(z.int()), faults: z.int() },
    ({ tracked, bids, before = 0, faults }) => {
      const text = importing.progress
      const known = [
        tracked > 0 && text.tracked(tracked),
        bids > 0 && text.scheduled(bids),
        before > 0 && text.alreadyTracked(before),
      ].filter((part) => part !== false)
      const done = known.length === 0 ? text.tracked(0) : known.join(', ')
      return say('Your import has ended', spans(`${done}.`, faults > 0 && text.undoneOf(faults)))
    },
  ),
  /** A run of a search has found what was not there before: how many, and the first of them. `day`: when an earlier one closed. */
  search_found: kind(
    { ...INFO, name: 'Found by a search', goesAs: 'result', path: '/searches', button: 'See what was found' },
    {
      words: z.string(),
      count: z.int(),
      items: z.array(
        z.object({
          title: z.string(),
          priceCents: cents,
          before: z.nullable(z.object({ priceCents: cents, bidCount: z.int(), day: z.string() })),
        }),
      ),
    },
    ({ words, count, items }) => {
      const lines = items.map(
        ({ title, priceCents, before }) =>
          `${title}, ${formatCents(priceCents)}${before === null ? '' : ` (${searches.listedAgain(before)})`}`,
      )
      const more = count > items.length && `And ${count - items.length} more.`
      return say(`${count} new for ${words}`, spans(`${lines.join('; ')}.`, more))
    },
  ),
  /** A program asks for a bid above the amount that its token needs a tap for. `request` is the number of what it asks for. */
  bid_requested: kind(
    { ...URGENT, name: 'Bids that programs ask for', button: 'See what is asked', tone: 'warning', path: '/dashboard' },
    { request: z.int(), token: z.string(), maxBidCents: cents },
    ({ token, maxBidCents }) =>
      say(
        'Asked to bid',
        `API token “${token}” asks to bid up to ${formatCents(maxBidCents)}. Nothing is scheduled without your tap.`,
      ),
    {
      still: ({ isAsked, listing }) => isAsked && listing !== null,
      until: ({ listing, at }) => (listing?.endsAt ?? at) - BID_REQUEST.endsBeforeMs,
    },
  ),
  /** Without an amount: of several bids. */
  bids_restored: kind(
    { ...URGENT, name: 'Bids to confirm after a restore', tone: 'warning', path: '/dashboard' },
    { takenAt: z.number(), bids: z.int(), maxBidCents: maybeCents },
    ({ takenAt, bids, maxBidCents }, { time }) =>
      say(
        bids === 1 ? 'Keep your bid?' : `Keep your ${bids} bids?`,
        waiting.question(time(takenAt), maxBidCents === null ? { bids } : { amount: formatCents(maxBidCents) }),
      ),
    {
      still: ({ restoredUntil }) => restoredUntil !== null,
      until: ({ restoredUntil, at }) => restoredUntil ?? at,
    },
  ),
  no_engine: kind(
    { ...URGENT, name: 'Bids cannot be sent', tone: 'danger', path: '/dashboard' },
    {},
    () =>
      say(
        'Your bids cannot be sent',
        'The part of Bidwell that sends bids does not run at the moment. Bid at the site yourself if it matters.',
      ),
    {
      still: ({ hasEngine, nextBidAt }) => !hasEngine && nextBidAt !== null,
      until: ({ nextBidAt }) => nextBidAt,
    },
  ),
  engine_returned: kind({ ...ALL_CLEAR, name: 'Bids can be sent again' }, {}, () =>
    say('Your bids can be sent again', 'The part of Bidwell that sends bids runs again. Your scheduled bids stand.'),
  ),
  bidding_resumed: kind({ ...ALL_CLEAR, name: 'Bidding goes on' }, {}, () =>
    say(
      'Bidding goes on',
      "The operator's pause is over. Your scheduled bids are sent again, unless your own pause or an open question stops them.",
    ),
  ),

  /** A won item is to be paid within two days. Without `isConfirmed`, the site's list could not be read just now. */
  payment_due: kind(
    {
      name: 'Payment due',
      button: 'See what to pay',
      group: 'warnings',
      class: 'result',
      tone: 'warning',
      path: '/to-pay',
    },
    /** `until`: the end of that day at the site, epoch ms. */
    { payBy: z.iso.date(), until: z.int(), isConfirmed: z.boolean() },
    ({ payBy, isConfirmed }, { site }) =>
      say(
        `To pay by ${longDay(payBy)}`,
        isConfirmed
          ? `${site} lists it as unpaid. Pay on ${site}.`
          : `It was unpaid when ${site}’s list was last read, which cannot be read now. Pay on ${site}, or tick it as paid.`,
      ),
    {
      until: (_subject, { until }) => until,
    },
  ),
} as const

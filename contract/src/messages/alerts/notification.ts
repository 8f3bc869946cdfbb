import * as z from 'zod/mini'
import { type ChannelName, DEFAULT_CHANNELS } from '../../alerts/alerts.ts'
import { BidOutcome } from '../../bids/bid.ts'
import { PreflightCode } from '../../bids/preflight.ts'
import { formatCents } from '../../money.ts'
import * as delivered from '../bids/delivered.ts'
import * as outcomes from '../bids/outcome.ts'
import { longDay } from '../bids/payment.ts'
import * as preflight from '../bids/preflight.ts'
import * as waiting from '../bids/waiting.ts'
import * as importing from '../importing.ts'
import { ACCOUNT_KINDS } from './account-kinds.ts'
import { type Context, type Described, kind, type NotificationGroup, say, spans } from './notification-kind.ts'
import { PLAN_KINDS } from './plan-kinds.ts'

const RESULTS = { group: 'results', class: 'result' } as const
const URGENT = { group: 'warnings', class: 'urgent' } as const
const INFO = { group: 'warnings', class: 'info', tone: 'info' } as const
/** The end of something that was told as urgent goes the same ways. */
const ALL_CLEAR = { ...INFO, goesAs: 'urgent', path: '/dashboard' } as const

const cents = z.int()
const maybeCents = z.nullable(cents)

/** Every kind of notification. To add one, add its entry here and pass it to `notify` on the server. */
export const KINDS = {
  bid_won: kind(
    { ...RESULTS, tone: 'success' },
    { priceCents: maybeCents, maxBidCents: cents },
    ({ priceCents, maxBidCents }, { site }) => {
      const under = priceCents === null ? 0 : maxBidCents - priceCents
      return say(
        priceCents === null ? 'Won' : `Won for ${formatCents(priceCents)}`,
        spans(
          under > 0 && `${formatCents(under)} under your max.`,
          under < 0 && `Won ${outcomes.BY_HIGHER_OWN_BID}.`,
          `Pay on ${site}.`,
        ),
      )
    },
  ),
  bid_lost: kind(
    { ...RESULTS, tone: 'neutral' },
    /** The step of the auction; absent where it is not known. */
    { priceCents: maybeCents, maxBidCents: cents, incrementCents: z.optional(cents) },
    ({ priceCents, maxBidCents, incrementCents = null }) => {
      if (priceCents === null) return say('Lost')
      return say('Lost', `It was ${outcomes.soldFor({ priceCents, maxBidCents, stepCents: incrementCents })}`)
    },
  ),
  bid_outbid: kind(
    { ...RESULTS, tone: 'outbid' },
    { outcome: BidOutcome, sent: z.boolean(), priceCents: maybeCents, maxBidCents: cents },
    ({ outcome, sent, priceCents, maxBidCents }, { site }) => {
      const maximum = formatCents(maxBidCents)
      const price = priceCents === null ? null : formatCents(priceCents)
      if (outcomes.isFailure(outcome))
        return say('Outbid', outcomes.describeFailure(outcome, { site, maximum, price, sent }))
      return say(
        'Outbid',
        spans(`Another bidder's maximum was higher than yours of ${maximum}.`, price && `The price was ${price}.`),
      )
    },
  ),
  bid_not_placed: kind(
    { ...RESULTS, tone: 'danger' },
    {
      outcome: BidOutcome,
      sent: z.boolean(),
      priceCents: maybeCents,
      maxBidCents: cents,
      siteMessage: z.nullable(z.string()),
    },
    ({ outcome, sent, priceCents, maxBidCents, siteMessage }, { site }) => {
      if (!outcomes.isFailure(outcome)) return say('Not placed')
      const details = {
        site,
        maximum: formatCents(maxBidCents),
        price: priceCents === null ? null : formatCents(priceCents),
      }
      return say('Not placed', outcomes.describeFailure(outcome, { ...details, sent, siteMessage }))
    },
  ),
  /** Later evidence contradicts the result that was told. */
  bid_corrected: kind(
    { ...RESULTS, tone: 'warning' },
    { from: BidOutcome, to: z.enum(['won', 'lost']), priceCents: maybeCents, maxBidCents: cents },
    ({ from, to, priceCents, maxBidCents }, { site }) => {
      const price = priceCents === null ? '' : ` for ${formatCents(priceCents)}`
      const before = `We first told you: “${outcomes.label(from, site)}”.`
      return to === 'won'
        ? say(
            `Corrected: won${price}`,
            spans(
              `${site} has an order of yours for it.`,
              (priceCents ?? 0) > maxBidCents && `Won ${outcomes.BY_HIGHER_OWN_BID}.`,
              before,
              `Pay on ${site}.`,
            ),
          )
        : say('Corrected: lost', spans(`${site} names another bidder as the winner${price && `,${price}`}.`, before))
    },
  ),
  bid_sent: kind({ ...INFO, group: 'results' }, { maxBidCents: cents }, ({ maxBidCents }, { site }) =>
    say('Bid placed', `${site} has your bid of up to ${formatCents(maxBidCents)}. The result follows after the close.`),
  ),
  bid_checking: kind({ ...RESULTS, tone: 'warning' }, {}, (_values, { site }) =>
    say(
      'Checking your bid',
      `It was sent, and ${site} has not told for five minutes whether it counts. We go on asking.`,
    ),
  ),
  bid_unresolved: kind({ ...RESULTS, tone: 'warning' }, {}, (_values, { site }) =>
    say('Result not known', outcomes.unresolved(site)),
  ),

  /** Before the close: other bidders have passed the maximum of a scheduled bid. */
  bid_over_maximum: kind(
    { ...URGENT, tone: 'outbid' },
    { priceCents: cents, nextBidCents: cents, maxBidCents: cents },
    ({ priceCents, nextBidCents, maxBidCents }) => {
      const maximum = formatCents(maxBidCents)
      const what =
        priceCents > maxBidCents
          ? preflight.pricePastMaximum(formatCents(priceCents), maximum)
          : preflight.belowNextBid(formatCents(nextBidCents), maximum)
      return say('Over your max', `${what} Raise it or let it go.`)
    },
  ),
  auction_ending: kind({ ...INFO }, { endsAt: z.int(), hasBid: z.boolean() }, ({ endsAt, hasBid }, { time }) =>
    say('Ends soon', `It ends at ${time(endsAt)}. ${hasBid ? 'You have a bid on it.' : 'You have no bid on it.'}`),
  ),
  /** The price is at the amount that the user noted for an auction without a bid. */
  price_reached: kind({ ...INFO }, { priceCents: cents, amountCents: cents }, ({ priceCents, amountCents }) =>
    say(
      `At ${formatCents(priceCents)}`,
      `The price has reached the ${formatCents(amountCents)} that you noted. You have no bid on it.`,
    ),
  ),
  /** A check ahead of a bid found that it will fail unless its owner acts. */
  bid_at_risk: kind({ ...URGENT, tone: 'warning' }, { code: PreflightCode }, ({ code }, { site }) =>
    say('Bid at risk', preflight.RISKS[code]?.(site) ?? ''),
  ),
  /** Its costs have risen, so a bid was lowered to keep within its delivered price. */
  bid_lowered: kind(
    { ...URGENT, tone: 'warning' },
    { fromCents: cents, toCents: cents, allInCents: cents },
    ({ fromCents, toCents, allInCents }) =>
      toCents === 0
        ? say('Bid cancelled', delivered.cancelled)
        : say(
            `Bid lowered to ${formatCents(toCents)}`,
            `It costs more by now than ${formatCents(fromCents)} allowed for, and keeps within ${formatCents(allInCents)} delivered.`,
          ),
  ),
  auction_closed_early: kind(
    { group: 'warnings', class: 'result', tone: 'neutral' },
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
    { ...URGENT, tone: 'warning', path: '/dashboard' },
    { reason: z.nullable(z.string()) },
    ({ reason }) =>
      say(
        'Bidding is paused',
        spans(
          'The operator paused bidding for everybody. Bids that are on their way may still go out; the others wait, and are not placed if their auction closes meanwhile.',
          reason !== null && `The reason: ${reason}`,
        ),
      ),
  ),
  /** Of a file that was tracked line by line. `faults`: lines of which not everything was done. */
  import_ended: kind(
    { ...INFO, path: '/import' },
    { tracked: z.int(), bids: z.int(), faults: z.int() },
    ({ tracked, bids, faults }) => {
      const { tracked: trackedText, scheduled, undoneOf } = importing.progress
      const done = bids === 0 ? trackedText(tracked) : `${trackedText(tracked)}, ${scheduled(bids)}`
      return say('Your import has ended', spans(`${done}.`, faults > 0 && undoneOf(faults)))
    },
  ),
  /** A program asks for a bid above the amount that its token needs a tap for. `request` is the number of what it asks for. */
  bid_requested: kind(
    { ...URGENT, tone: 'warning', path: '/dashboard' },
    { request: z.int(), token: z.string(), maxBidCents: cents },
    ({ token, maxBidCents }) =>
      say(
        'Asked to bid',
        `API token “${token}” asks to bid up to ${formatCents(maxBidCents)}. Nothing is scheduled without your tap.`,
      ),
  ),
  /** Without an amount: of several bids. */
  bids_restored: kind(
    { ...URGENT, tone: 'warning', path: '/dashboard' },
    { takenAt: z.number(), bids: z.int(), maxBidCents: maybeCents },
    ({ takenAt, bids, maxBidCents }, { time }) =>
      say(
        bids === 1 ? 'Keep your bid?' : `Keep your ${bids} bids?`,
        waiting.question(time(takenAt), maxBidCents === null ? { bids } : { amount: formatCents(maxBidCents) }),
      ),
  ),
  no_engine: kind({ ...URGENT, tone: 'danger', path: '/dashboard' }, {}, () =>
    say(
      'Your bids cannot be sent',
      'The part of Bidwell that sends bids does not run at the moment. Bid at the site yourself if it matters.',
    ),
  ),
  engine_returned: kind({ ...ALL_CLEAR }, {}, () =>
    say('Your bids can be sent again', 'The part of Bidwell that sends bids runs again. Your scheduled bids stand.'),
  ),
  bidding_resumed: kind({ ...ALL_CLEAR }, {}, () =>
    say(
      'Bidding goes on',
      "The operator's pause is over. Your scheduled bids are sent again, unless your own pause or an open question stops them.",
    ),
  ),

  /** A won item is to be paid within two days. Without `isConfirmed`, the site's list could not be read just now. */
  payment_due: kind(
    { group: 'warnings', class: 'result', tone: 'warning', path: '/to-pay' },
    { payBy: z.iso.date(), isConfirmed: z.boolean() },
    ({ payBy, isConfirmed }, { site }) =>
      say(
        `To pay by ${longDay(payBy)}`,
        isConfirmed
          ? `${site} lists it as unpaid. Pay on ${site}.`
          : `It was unpaid when ${site}’s list was last read, which cannot be read now. Pay on ${site}, or tick it as paid.`,
      ),
  ),
  weekly_summary: kind(
    { ...INFO, group: 'results', path: '/bid-history', goesAs: 'result' },
    { won: z.int(), lost: z.int(), outbid: z.int(), notPlaced: z.int(), spentCents: cents },
    ({ won, lost, outbid, notPlaced, spentCents }) =>
      say(
        `Your week: ${won} won`,
        spans(
          won > 0 && `${formatCents(spentCents)} for what you won.`,
          `${lost} lost.`,
          outbid > 0 && `${outbid} outbid.`,
          notPlaced > 0 && `${notPlaced} not placed; the history says why.`,
        ),
      ),
  ),

  ...ACCOUNT_KINDS,
  ...PLAN_KINDS,
} as const

export type NotificationKind = keyof typeof KINDS

/** A kind with its values, as `notify` on the server takes them. */
export type NotificationContent = {
  [K in NotificationKind]: { kind: K; values: z.output<(typeof KINDS)[K]['values']> }
}[NotificationKind]

/** Over which channels a kind goes out, unless the user has chosen others. Another version may have stored kinds unknown here. */
export function defaultChannels(kindName: string): readonly ChannelName[] {
  const known = Object.entries(KINDS).find(([name]) => name === kindName)?.[1]
  return DEFAULT_CHANNELS[known?.goesAs ?? known?.class ?? 'info']
}

/** The sentences of a notification, and where it leads. Another version of Bidwell may have stored kinds unknown here. */
export function describe(kindName: string, values: unknown, context: Context): Described {
  const known = Object.entries(KINDS).find(([name]) => name === kindName)?.[1]
  const text = known?.textOf(values, context)
  if (!known || !text) return { ...say(kindName.replaceAll('_', ' ')), tone: 'neutral', path: null }
  return { tone: known.tone, ...text, path: 'path' in known ? (known.path ?? null) : null }
}

/** The kinds of a group, as the filter of the list takes them. */
export const kindsOf = (group: NotificationGroup): string[] =>
  Object.entries(KINDS).flatMap(([name, known]) => (known.group === group ? [name] : []))

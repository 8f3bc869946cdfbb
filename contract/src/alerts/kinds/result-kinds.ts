import * as z from 'zod/mini'
import { BidOutcome } from '../../bids/bid.ts'
import * as outcomes from '../../messages/bids/outcome.ts'
import { formatCents } from '../../money.ts'
import { kind, say, spans } from './kind.ts'

const RESULTS = { group: 'results', class: 'result' } as const
const RECEIPT = { ...RESULTS, button: 'See the receipt' } as const
const INFO = { group: 'results', class: 'info', tone: 'info' } as const

const cents = z.int()
const maybeCents = z.nullable(cents)

/** The kinds of notification about what became of bids. */
export const RESULT_KINDS = {
  bid_won: kind(
    { ...RECEIPT, name: 'Won', tone: 'success' },
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
    { ...RECEIPT, name: 'Lost', tone: 'neutral' },
    /** The step of the auction; absent where it is not known. */
    { priceCents: maybeCents, maxBidCents: cents, incrementCents: z.optional(cents) },
    ({ priceCents, maxBidCents, incrementCents = null }) => {
      if (priceCents === null) return say('Lost')
      return say('Lost', `It was ${outcomes.soldFor({ priceCents, maxBidCents, stepCents: incrementCents })}`)
    },
  ),
  bid_outbid: kind(
    { ...RECEIPT, name: 'Outbid', tone: 'outbid' },
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
    { ...RESULTS, name: 'Not placed', button: 'See why', tone: 'danger' },
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
    { ...RESULTS, name: 'Result corrected', tone: 'warning' },
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
  bid_sent: kind({ ...INFO, name: 'Bid placed' }, { maxBidCents: cents }, ({ maxBidCents }, { site }) =>
    say('Bid placed', `${site} has your bid of up to ${formatCents(maxBidCents)}. The result follows after the close.`),
  ),
  bid_checking: kind({ ...RESULTS, name: 'Checking your bid', tone: 'warning' }, {}, (_values, { site }) =>
    say(
      'Checking your bid',
      `It was sent, and ${site} has not told for five minutes whether it counts. We go on asking.`,
    ),
  ),
  bid_unresolved: kind({ ...RESULTS, name: 'Result not known', tone: 'warning' }, {}, (_values, { site }) =>
    say('Result not known', outcomes.unresolved(site)),
  ),
  weekly_summary: kind(
    { ...INFO, name: 'Your week', path: '/bid-history', goesAs: 'result' },
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
} as const

import * as z from 'zod/mini'
import { WireBid } from './bid.ts'

/** Why a bid waits for its owner: it was `restored` from a backup, or a `program` asks for it, whose token needs a tap. */
const Kind = z.enum(['restored', 'program'])

/** Names a bid that waits, by its own number or by that of what a program asks for. */
export const WaitingRef = z.strictObject({ kind: Kind, id: z.int().check(z.positive()) })
export type WaitingRef = z.infer<typeof WaitingRef>

/** What a bid that waits is about. Money is dollars; instants are ISO-8601 in UTC. */
const Terms = {
  id: z.int(),
  auction_id: z.string(),
  tracked_auction_id: z.int(),
  /** As its seller wrote it. */
  title: z.string(),
  max_bid: z.number(),
  seconds_before_end: z.int(),
  /** The current price, and the close on the site's clock. */
  price: z.number(),
  ends_at: z.iso.datetime(),
  /** The maximum of another bid that is scheduled on the auction; null without one. */
  scheduled_max: z.nullable(z.number()),
}

/** On the site's clock. A restored bid whose moment has passed waits again once the site was read and does not show it. */
const until = z.iso.datetime()

/** A bid of which nothing is sent before its owner's tap. `taken_at`: of the backup. `token`: the name of the program's. */
export const WaitingBid = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('restored'), taken_at: z.iso.datetime(), ...Terms, until }),
  z.object({ kind: z.literal('program'), token: z.string(), ...Terms, until }),
])
export type WaitingBid = z.infer<typeof WaitingBid>

/** What became of an owner's answer: the bids that are scheduled or cancelled by it, and what a rule kept back. */
export const AnsweredBids = z.object({
  bids: z.array(WireBid),
  refused: z.array(z.object({ kind: Kind, id: z.int(), message: z.string() })),
})
export type AnsweredBids = z.infer<typeof AnsweredBids>

/** `ended`: the auction came too near or closed, its user tracks it no longer, or a bid as high stands on it. */
export const BidRequestState = z.enum(['open', 'scheduled', 'refused', 'ended'])
export type BidRequestState = z.infer<typeof BidRequestState>

/** What a program asks its owner for, in a failure with the code `owner_asked`. Nothing is scheduled until the owner taps. */
export const AskedBid = z.object({
  /** The number of the request, as `GET /bids/requests` lists it. */
  id: z.int(),
  /** Dollars. */
  max_bid: z.number(),
  seconds_before_end: z.int(),
  /** The page on which the owner answers, below the address of Bidwell. */
  page: z.string(),
})
export type AskedBid = z.infer<typeof AskedBid>

/** A bid that a program asked its owner for, as the program reads it. */
export const WireBidRequest = z.object({
  ...Terms,
  token: z.object({ id: z.uuid(), name: z.string() }),
  state: BidRequestState,
  asked_at: z.iso.datetime(),
})
export type WireBidRequest = z.infer<typeof WireBidRequest>

export const BID_REQUEST = {
  /** A request ends so long before the close of its auction. */
  endsBeforeMs: 30_000,
  /** That wait at once, of one account. */
  maxOpen: 20,
  /** That one token makes for one auction, one after the other. */
  maxPerAuction: 5,
  /** How many are listed, latest first. */
  listed: 100,
} as const

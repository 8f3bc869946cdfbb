import * as z from 'zod/mini'
import { PricePoint } from '../auctions/auction.ts'
import { WireBid } from './bid.ts'

/** The kinds of entries in a snipe's log. */
const BidEventKind = z.enum([
  'scheduled',
  'changed',
  'cancelled',
  'paused',
  'resumed',
  'restored',
  'kept',
  'preflight',
  'armed',
  'released',
  'reread',
  'end_moved',
  'locked_in',
  'sent',
  'answered',
  'checking',
  'verified',
  'skipped',
  'failed',
  'settled',
  'corrected',
  'group_joined',
  'group_left',
  'group_granted',
  'group_held',
  'group_released',
  'group_skipped',
])
export type BidEventKind = z.infer<typeof BidEventKind>

export const BidEvent = z.object({
  kind: BidEventKind,
  /** On the site's clock. */
  at: z.iso.datetime(),
  uncertainty_ms: z.nullable(z.number()),
  /** One sentence for the bid's owner. */
  message: z.string(),
})
export type BidEvent = z.infer<typeof BidEvent>

/** Everything that happened to one snipe. A time is null when its step has not happened. */
export const Receipt = z.object({
  bid: WireBid,
  /** The item's page at the site, and its first picture there; null without one. */
  item_url: z.string(),
  image_url: z.nullable(z.string()),
  /** The latest price changes that were seen, oldest first. */
  price_history: z.array(PricePoint),
  ends_at: z.iso.datetime(),
  planned_at: z.iso.datetime(),
  armed_at: z.nullable(z.iso.datetime()),
  locked_in_at: z.nullable(z.iso.datetime()),
  sent_at: z.nullable(z.iso.datetime()),
  answered_at: z.nullable(z.iso.datetime()),
  verified_at: z.nullable(z.iso.datetime()),
  settled_at: z.nullable(z.iso.datetime()),
  /** Time between sending and the close. */
  sent_before_end_ms: z.nullable(z.number()),
  /** The site's clock minus the server's clock at the time of sending, and the uncertainty of that difference. */
  clock_offset_ms: z.nullable(z.number()),
  clock_uncertainty_ms: z.nullable(z.number()),
  round_trip_ms: z.nullable(z.number()),
  /** The site's message in reply to the bid. */
  site_words: z.nullable(z.string()),
  /** Dollars: the maximum minus the final price. Negative when the maximum was too low. */
  margin: z.nullable(z.number()),
  /** How the snipe ended, in one or two sentences. */
  summary: z.string(),
  /** What else the bid's owner should know; null if nothing. */
  note: z.nullable(z.string()),
  events: z.array(BidEvent),
})
export type Receipt = z.infer<typeof Receipt>

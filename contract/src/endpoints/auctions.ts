import * as z from 'zod/mini'
import { AuctionStatus, WireAuction } from '../auctions/auction.ts'
import { WireClosedAuction } from '../auctions/closed-auction.ts'
import { ItemCostForBid } from '../auctions/item-cost.ts'
import { LabelText, NoteText } from '../auctions/notes.ts'
import { SiteLists } from '../auctions/site-lists.ts'
import { NewAuction, ScrapedAuction } from '../auctions/track-auction.ts'
import { commaSeparated, type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { AUCTION, NOTES, PAGE } from '../limits.ts'

const AuctionList = z.object({ auctions: z.array(WireAuction), next_cursor: z.nullable(z.string()) })

const PageQuery = {
  cursor: z.optional(z.string().check(z.maxLength(200))),
  limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE.maxLimit))),
}

export const listAuctions = {
  method: 'GET',
  path: '/auctions',
  access: 'signed-in',
  scope: 'read',
  summary: 'Tracked auctions, by status',
  query: z.strictObject({
    status: z.optional(
      commaSeparated(AuctionStatus.options, 'status must be active, won, lost or outbid, separated by commas'),
    ),
    sort: z.optional(z.enum(['end_time_asc', 'end_time_desc'])),
    ...PageQuery,
  }),
  data: AuctionList,
} as const satisfies Endpoint

export const listHistoricalAuctions = {
  method: 'GET',
  path: '/auctions/historical',
  access: 'signed-in',
  scope: 'read',
  summary: 'Closed auctions, latest first',
  query: z.strictObject(PageQuery),
  data: AuctionList,
  top: z.object({ auctions: z.array(WireAuction) }),
} as const satisfies Endpoint

export const refreshAuction = {
  method: 'POST',
  path: '/auctions/:id/refresh',
  access: 'signed-in',
  scope: 'track',
  summary: 'Read a tracked auction from the site now',
  params: IdParams,
  data: z.object({ auction: WireAuction }),
} as const satisfies Endpoint

export const removeAuction = {
  method: 'DELETE',
  path: '/auctions/:id',
  access: 'signed-in',
  scope: 'track',
  summary: 'Stop tracking an auction; a pending snipe on it is cancelled',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

/** Undoes `removeAuction`. A snipe that the removal cancelled stays cancelled. */
export const restoreAuction = {
  method: 'POST',
  path: '/auctions/:id/restore',
  access: 'signed-in',
  scope: 'track',
  summary: 'Track a removed auction again',
  params: IdParams,
  data: z.object({ auction: WireAuction }),
} as const satisfies Endpoint

/**
 * `replaces` is the note that the user has seen. Answers 409 `conflict`, and changes nothing, when the note is another one
 * by now.
 */
export const noteAuction = {
  method: 'PUT',
  path: '/auctions/:id/note',
  access: 'signed-in',
  scope: 'track',
  summary: 'Write the note of a tracked auction, unless it was changed since it was read',
  params: IdParams,
  body: z.strictObject({ note: NoteText, replaces: NoteText }),
  data: z.object({ auction: WireAuction }),
} as const satisfies Endpoint

const Labels = z.array(LabelText).check(z.maxLength(NOTES.labelsPerAuction))

/** Changes all of the auctions or none. A label that the account has in other capitals is added as it is known. */
export const labelAuctions = {
  method: 'POST',
  path: '/auctions/labels',
  access: 'signed-in',
  scope: 'track',
  summary: 'Add labels to tracked auctions, and remove labels from them',
  body: z.strictObject({
    ids: z.array(z.int()).check(z.minLength(1), z.maxLength(NOTES.perCall)),
    add: z.optional(Labels),
    remove: z.optional(Labels),
  }),
  data: z.object({ auctions: z.array(WireAuction) }),
} as const satisfies Endpoint

export const snoozeAuction = {
  method: 'PUT',
  path: '/auctions/:id/snooze',
  access: 'signed-in',
  scope: 'people',
  summary: 'Send no alerts of a tracked auction that are not urgent, until an instant; null ends it',
  params: IdParams,
  body: z.strictObject({ until: z.nullable(z.iso.datetime()) }),
  data: z.object({ until: z.nullable(z.iso.datetime()) }),
} as const satisfies Endpoint

export const readSiteLists = {
  method: 'GET',
  path: '/site-lists',
  access: 'signed-in',
  scope: 'read',
  summary: 'The favorites and bids of the user at the site itself, as they were read last',
  data: SiteLists,
} as const satisfies Endpoint

/** Answers 429 `rate_limited` when the account has asked less than a minute ago. */
export const askForSiteLists = {
  method: 'POST',
  path: '/site-lists',
  access: 'signed-in',
  scope: 'track',
  summary: 'Read the favorites and bids of the user at the site now; it takes some seconds',
  body: z.strictObject({}),
  data: SiteLists,
} as const satisfies Endpoint

export const scrapeAuction = {
  method: 'POST',
  path: '/scrape-auction',
  access: 'signed-in',
  scope: 'track',
  summary: 'Read an item from the site by its link or number',
  body: z.strictObject({ url: z.string().check(z.minLength(1), z.maxLength(AUCTION.maxReferenceLength)) }),
  data: ScrapedAuction,
} as const satisfies Endpoint

/** Tracking an auction a second time returns the existing record with `already_tracked`. */
export const trackAuction = {
  method: 'POST',
  path: '/auctions',
  access: 'signed-in',
  scope: 'track',
  summary: 'Track an auction',
  body: NewAuction,
  data: z.object({ id: z.int(), already_tracked: z.boolean(), auction: WireAuction }),
} as const satisfies Endpoint

/** Null while the auction is open, and for one that closed before such facts were kept. */
export const readClosedAuction = {
  method: 'GET',
  path: '/auctions/:id/closed-auction',
  access: 'signed-in',
  scope: 'read',
  summary: 'What is known of the sale of a closed auction',
  params: IdParams,
  data: z.object({ closed_auction: z.nullable(WireClosedAuction) }),
} as const satisfies Endpoint

export const readItemCost = {
  method: 'GET',
  path: '/item-cost',
  access: 'signed-in',
  scope: 'read',
  summary:
    'What an item costs besides its price, with an estimate of the shipping, and the largest bid for a delivered price',
  query: z.strictObject({
    auction_id: z.string().check(z.regex(/^[0-9]{6,18}$/, `auction_id must be ${AUCTION.minIdDigits} or more digits`)),
    /** A delivered price, dollars, for which the answer has the largest bid; and what a bid's own fields of these names say. */
    allIn: z.optional(z.coerce.number()),
    allowance: z.optional(z.coerce.number()),
    pickup: z.optional(z.enum(['true', 'false'])),
    noHandling: z.optional(z.enum(['true', 'false'])),
  }),
  data: ItemCostForBid,
} as const satisfies Endpoint

/**
 * Asks for prices that are over a minute old to be read again: of one tracked auction, or of all that are open. They are
 * read nearest end first, as fast as the account's share of the site's reads allows, and arrive as events.
 */
export const requestPrices = {
  method: 'POST',
  path: '/auctions/refresh',
  access: 'signed-in',
  scope: 'track',
  summary: 'Have old prices of tracked auctions read from the site soon',
  body: z.strictObject({ id: z.optional(z.int()) }),
  data: z.object({
    /** The auctions whose prices are going to be read. */
    ids: z.array(z.int()),
    /** When the last one is due, as far as the site answers. */
    within_ms: z.int(),
  }),
} as const satisfies Endpoint

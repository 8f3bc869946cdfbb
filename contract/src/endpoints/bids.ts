import * as z from 'zod/mini'
import { BidChange, BidResult, BidStatus, NewBid, WireBid } from '../bids/bid.ts'
import { QuoteErrors } from '../bids/delivered-price.ts'
import { Exposure } from '../bids/exposure.ts'
import { Receipt } from '../bids/receipt.ts'
import { commaSeparated, type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { PAGE } from '../limits.ts'
import { NotStopped, PauseState } from '../pause.ts'

const RecordId = z.int().check(z.positive())

const BidList = z.object({ bids: z.array(WireBid), next_cursor: z.nullable(z.string()) })

export const listBids = {
  method: 'GET',
  path: '/bids',
  access: 'signed-in',
  scope: 'read',
  summary: "The user's bids, latest first",
  query: z.strictObject({
    /** By when the bids were scheduled, the default; or by when they were placed, otherwise last changed. */
    sort: z.optional(z.enum(['scheduled_desc', 'finished_desc'])),
    status: z.optional(commaSeparated(BidStatus.options, 'status must be bid statuses separated by commas')),
    cursor: z.optional(z.string().check(z.maxLength(200))),
    limit: z.optional(z.coerce.number().check(z.int(), z.minimum(1), z.maximum(PAGE.maxLimit))),
  }),
  data: BidList,
} as const satisfies Endpoint

/** Scheduling a second snipe on an auction changes the pending one. */
export const scheduleBid = {
  method: 'POST',
  path: '/bids',
  access: 'signed-in',
  scope: 'bid',
  summary: 'Schedule a snipe',
  body: NewBid,
  data: z.object({ bid: WireBid }),
} as const satisfies Endpoint

export const changeBid = {
  method: 'PATCH',
  path: '/bids/:id',
  access: 'signed-in',
  scope: 'bid',
  summary: 'Change the maximum or the lead of a pending snipe',
  params: IdParams,
  body: BidChange,
  data: z.object({ bid: WireBid }),
} as const satisfies Endpoint

export const readBid = {
  method: 'GET',
  path: '/bids/:id',
  access: 'signed-in',
  scope: 'read',
  summary: "A bid's status",
  params: IdParams,
  data: BidResult,
} as const satisfies Endpoint

export const cancelBid = {
  method: 'DELETE',
  path: '/bids/:id',
  access: 'signed-in',
  scope: 'bid',
  summary: 'Cancel a pending snipe; replies when no engine can fire it any more',
  params: IdParams,
  data: z.object({ bid: WireBid }),
} as const satisfies Endpoint

export const readExposure = {
  method: 'GET',
  path: '/exposure',
  access: 'signed-in',
  scope: 'read',
  summary: 'What the bids cost if all of them win, by day, and the limits for a day, a week and a month',
  data: Exposure,
} as const satisfies Endpoint

export const readQuoteErrors = {
  method: 'GET',
  path: '/quote-errors',
  access: 'signed-in',
  scope: 'read',
  summary: 'How far the shipping that the user paid lay above its quotes, and the margin that would cover nine of ten',
  data: QuoteErrors,
} as const satisfies Endpoint

export const deleteHistoricalBid = {
  method: 'DELETE',
  path: '/bids/history/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Remove a finished bid from the history',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

const HistoryEntries = z.strictObject({
  bidIds: z.array(RecordId).check(z.maxLength(500)),
  auctionIds: z.array(RecordId).check(z.maxLength(500)),
})

/** Bids and auctions have numbers of their own. */
const RefusedEntries = z.array(z.object({ kind: z.enum(['bid', 'auction']), id: z.int(), message: z.string() }))

export const deleteBids = {
  method: 'POST',
  path: '/bids/bulk-delete',
  access: 'signed-in',
  scope: 'people',
  summary: 'Remove finished bids, and finished auctions, from the history',
  body: HistoryEntries,
  data: z.object({ deleted_bids: z.int(), deleted_auctions: z.int(), refused: RefusedEntries }),
} as const satisfies Endpoint

/** An entry that is in the history already is neither counted nor refused, so that the call can be repeated. */
export const restoreBids = {
  method: 'POST',
  path: '/bids/bulk-restore',
  access: 'signed-in',
  scope: 'people',
  summary: 'Bring bids and auctions back that were removed from the history within the last hour',
  body: HistoryEntries,
  data: z.object({ restored_bids: z.int(), restored_auctions: z.int(), refused: RefusedEntries }),
} as const satisfies Endpoint

export const listScheduledBids = {
  method: 'GET',
  path: '/auctions/:id/scheduled-bids',
  access: 'signed-in',
  scope: 'read',
  summary: 'Pending snipes on a tracked auction',
  params: IdParams,
  data: z.object({ bids: z.array(WireBid) }),
} as const satisfies Endpoint

export const readReceipt = {
  method: 'GET',
  path: '/bids/:id/receipt',
  access: 'signed-in',
  scope: 'read',
  summary: 'Everything that happened to a bid',
  params: IdParams,
  data: Receipt,
} as const satisfies Endpoint

export const readPause = {
  method: 'GET',
  path: '/bids/pause',
  access: 'signed-in',
  scope: 'read',
  summary: 'Whether bidding is paused, and by whom',
  data: z.object({ pause: PauseState }),
} as const satisfies Endpoint

/** Pausing replies when every engine has released the bids that it can stop. The reply lists the others. */
export const setPause = {
  method: 'PUT',
  path: '/bids/pause',
  access: 'signed-in',
  scope: 'people',
  summary: 'Pause or resume all of the user’s bidding',
  body: z.strictObject({ paused: z.boolean() }),
  data: z.object({ pause: PauseState, not_stopped: z.array(NotStopped) }),
} as const satisfies Endpoint

export const readResultsSeen = {
  method: 'GET',
  path: '/bids/results-seen',
  access: 'signed-in',
  scope: 'people',
  summary: 'Until when the user’s browsers have shown every result',
  data: z.object({ until: z.nullable(z.iso.datetime()) }),
} as const satisfies Endpoint

/** An instant before the stored one changes nothing, and one in the future counts as now. */
export const noteResultsSeen = {
  method: 'PUT',
  path: '/bids/results-seen',
  access: 'signed-in',
  scope: 'people',
  summary: 'Note that a browser has shown every result until then',
  body: z.strictObject({ until: z.iso.datetime() }),
  data: NoData,
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { WireBid } from './bid.ts'

export const deleteHistoricalBid = {
  method: 'DELETE',
  path: '/bids/history/:id',
  access: 'signed-in',
  summary: 'Remove a finished bid from the history',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

const RecordId = z.int().check(z.positive())

export const deleteBids = {
  method: 'POST',
  path: '/bids/bulk-delete',
  access: 'signed-in',
  summary: 'Remove finished bids, and finished auctions, from the history',
  body: z.strictObject({
    bidIds: z.array(RecordId).check(z.maxLength(500)),
    auctionIds: z.array(RecordId).check(z.maxLength(500)),
  }),
  data: z.object({
    deleted_bids: z.int(),
    deleted_auctions: z.int(),
    /** Bids and auctions have numbers of their own. */
    refused: z.array(z.object({ kind: z.enum(['bid', 'auction']), id: z.int(), message: z.string() })),
  }),
} as const satisfies Endpoint

export const listScheduledBids = {
  method: 'GET',
  path: '/auctions/:id/scheduled-bids',
  access: 'signed-in',
  summary: 'Pending snipes on a tracked auction',
  params: IdParams,
  data: z.object({ bids: z.array(WireBid) }),
} as const satisfies Endpoint

import * as z from 'zod/mini'
import { WireBidRequest } from '../bids/bid-request.ts'
import { WireBid } from '../bids/bid.ts'
import { type Endpoint, IdParams, NoData } from '../endpoint.ts'
import { OwnToken } from '../identity/api-token.ts'

export const readOwnToken = {
  method: 'GET',
  path: '/token',
  access: 'signed-in',
  scope: 'read',
  summary: 'What the API token of this call may do, what is left of its caps, and when it expires',
  data: OwnToken,
} as const satisfies Endpoint

export const listBidRequests = {
  method: 'GET',
  path: '/bids/requests',
  access: 'signed-in',
  scope: 'read',
  summary: 'The bids that programs asked their owner for, latest first; an API token reads its own',
  data: z.object({ requests: z.array(WireBidRequest) }),
} as const satisfies Endpoint

/** The body repeats what the owner was shown: a program may have asked for something else meanwhile. */
export const scheduleBidRequest = {
  method: 'POST',
  path: '/bids/requests/:id/schedule',
  access: 'signed-in',
  scope: 'people',
  summary: 'Schedule the bid for which a program asked, as a bid of the user',
  params: IdParams,
  body: z.strictObject({ max_bid: z.number(), seconds_before_end: z.int() }),
  data: z.object({ bid: WireBid }),
} as const satisfies Endpoint

export const refuseBidRequest = {
  method: 'POST',
  path: '/bids/requests/:id/refuse',
  access: 'signed-in',
  scope: 'people',
  summary: 'Refuse the bid for which a program asked; its token asks for no other on this auction',
  params: IdParams,
  data: NoData,
} as const satisfies Endpoint

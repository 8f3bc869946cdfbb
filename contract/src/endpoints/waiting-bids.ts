import * as z from 'zod/mini'
import { AnsweredBids, WaitingBid, WaitingRef, WireBidRequest } from '../bids/waiting-bid.ts'
import type { Endpoint } from '../endpoint.ts'

export const listWaitingBids = {
  method: 'GET',
  path: '/bids/waiting',
  access: 'signed-in',
  scope: 'people',
  summary: 'The bids that wait for their owner: restored from a backup, or asked for by a program',
  data: z.object({ waiting: z.array(WaitingBid) }),
} as const satisfies Endpoint

const Answer = z.strictObject({ waiting: z.array(WaitingRef).check(z.minLength(1), z.maxLength(500)) })

/** Each bid by itself: one that a rule keeps back is refused with its reason, and the others are kept. */
export const keepWaitingBids = {
  method: 'POST',
  path: '/bids/waiting/keep',
  access: 'signed-in',
  scope: 'people',
  summary: 'Have bids sent that wait for their owner; without this they are not sent',
  body: Answer,
  data: AnsweredBids,
} as const satisfies Endpoint

/** Each bid by itself. After this, the token of a program asks for no other bid on the auction. */
export const dropWaitingBids = {
  method: 'POST',
  path: '/bids/waiting/drop',
  access: 'signed-in',
  scope: 'people',
  summary: 'Cancel or refuse bids that wait for their owner',
  body: Answer,
  data: AnsweredBids,
} as const satisfies Endpoint

export const listBidRequests = {
  method: 'GET',
  path: '/bids/requests',
  access: 'signed-in',
  scope: 'read',
  summary: 'The bids that programs asked their owner for, latest first; an API token reads its own',
  data: z.object({ requests: z.array(WireBidRequest) }),
} as const satisfies Endpoint

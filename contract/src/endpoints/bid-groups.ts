import * as z from 'zod/mini'
import { BidGroupChange, BidIds, Leaving, NewBidGroup, RefusedBids, WireBidGroup } from '../bids/bid-group.ts'
import { WireBid } from '../bids/bid.ts'
import { type Endpoint, IdParams } from '../endpoint.ts'

const MemberParams = z.strictObject({ ...IdParams.shape, bidId: IdParams.shape.id })

export const listBidGroups = {
  method: 'GET',
  path: '/bid-groups',
  access: 'signed-in',
  scope: 'read',
  summary: 'The groups of bids, latest first',
  data: z.object({ groups: z.array(WireBidGroup) }),
} as const satisfies Endpoint

/** `refused`: the bids that did not join; they stay single bids. */
export const createBidGroup = {
  method: 'POST',
  path: '/bid-groups',
  access: 'signed-in',
  scope: 'people',
  summary: 'Win at most so many of these: make a group of pending bids',
  body: NewBidGroup,
  data: z.object({ group: WireBidGroup, refused: RefusedBids }),
} as const satisfies Endpoint

export const readBidGroup = {
  method: 'GET',
  path: '/bid-groups/:id',
  access: 'signed-in',
  scope: 'read',
  summary: 'A group of bids, and how its bids follow each other',
  params: IdParams,
  data: z.object({ group: WireBidGroup }),
} as const satisfies Endpoint

/** Lowering holds for bids that are not out yet: the answer shows as `out` those that are. */
export const changeBidGroup = {
  method: 'PATCH',
  path: '/bid-groups/:id',
  access: 'signed-in',
  scope: 'people',
  summary: "Change a group's name, wins, budget or order",
  params: IdParams,
  body: BidGroupChange,
  data: z.object({ group: WireBidGroup }),
} as const satisfies Endpoint

/** Bids that are locked in or sent stay in the group, which then is not deleted: they are `refused`, as are those on their way into it. */
export const deleteBidGroup = {
  method: 'DELETE',
  path: '/bid-groups/:id',
  access: 'signed-in',
  scope: 'people',
  summary: 'Delete a group, and cancel its pending bids or keep each as a single bid',
  params: IdParams,
  query: z.strictObject({ members: Leaving }),
  data: z.object({ deleted: z.boolean(), refused: RefusedBids }),
} as const satisfies Endpoint

/** Answers when no engine can send a bid that joined as a single bid. A bid of another group changes groups. */
export const addGroupMembers = {
  method: 'POST',
  path: '/bid-groups/:id/members',
  access: 'signed-in',
  scope: 'people',
  summary: 'Let pending bids join a group',
  params: IdParams,
  body: z.strictObject({ bidIds: BidIds }),
  data: z.object({ group: WireBidGroup, refused: RefusedBids }),
} as const satisfies Endpoint

export const removeGroupMember = {
  method: 'DELETE',
  path: '/bid-groups/:id/members/:bidId',
  access: 'signed-in',
  scope: 'people',
  summary: 'Take a pending bid out of a group: cancel it, or keep it as a single bid',
  params: MemberParams,
  query: z.strictObject({ members: Leaving }),
  data: z.object({ group: WireBidGroup }),
} as const satisfies Endpoint

export const sayNotWon = {
  method: 'POST',
  path: '/bids/:id/not-won',
  access: 'signed-in',
  scope: 'people',
  summary: 'Say that a bid whose result is not known has not won, so that its group goes on',
  params: IdParams,
  data: z.object({ bid: WireBid }),
} as const satisfies Endpoint

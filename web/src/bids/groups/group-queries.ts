import {
  api,
  type BidGroupChange,
  type Leaving,
  messages,
  type NewBidGroup,
  scheduleFailure,
  type WireBidGroup,
} from '@bidwell/contract'
import { mutationOptions, type QueryClient, queryOptions } from '@tanstack/react-query'
import { isApiError, messageOf, wasRefused } from '../../api/api-error.ts'
import { call } from '../../api/call.ts'
import { randomKey } from '../../api/random-key.ts'
import { emitCacheEvent } from '../../cache/cache-events.ts'
import { KEYS } from '../../cache/query-keys.ts'
import { writeWithinLimit } from '../../plans/limits/write-within-limit.ts'
import { toastError, toastSaved } from '../../ui/overlays/toasts.tsx'
import { putBid } from '../bid-queries.ts'
import { watchNewBid } from '../bid-watch.ts'
import type { BidOrder } from '../fields/bid-draft.ts'

/** The groups of bids, latest first. Fetched again whenever a bid changes. */
export const bidGroupsQuery = queryOptions({
  queryKey: KEYS.bidGroups,
  queryFn: async ({ signal }) => (await call(api.listBidGroups, { signal })).data.groups,
})

/** Each bid shows its group, and what the groups can cost counts in the sums. */
const groupsChanged = () => emitCacheEvent('bid_changed', { inPlace: false })

function putGroup(client: QueryClient, group: WireBidGroup) {
  client.setQueryData(bidGroupsQuery.queryKey, (listed) => listed?.map((each) => (each.id === group.id ? group : each)))
  groupsChanged()
}

/** An auction that is to join: by its pending bid, or by a new one. */
export type Joining = { key: number; title: string; auctionId: string; bidId: number | null; order: BidOrder | null }

export type Joined = {
  /** Null where all bids were refused, and none is about to join: then no group was made. */
  groupId: number | null
  joined: number
  refused: { title: string; reason: string }[]
  /** How many new bids were left out, because it was stopped. */
  left: number
}

export type Making = {
  /** A new group, or the id of one. */
  group: Omit<NewBidGroup, 'bidIds'> | number
  members: readonly Joining[]
  /** Keys of members in the order of their bids; null for the order of their closes. */
  order: readonly number[] | null
  /** Whether to stop before the next new bid. */
  isStopped: () => boolean
}

/**
 * Makes a group, or adds to one. A new bid is scheduled into the group, never before it: when its group cannot be made, there is
 * no bid, rather than a single one.
 */
export const makeGroupMutation = mutationOptions({
  mutationKey: ['bid-groups', 'make'],
  mutationFn: async ({ group, members, order, isStopped }: Making, { client }): Promise<Joined> => {
    const bidIds = members.flatMap(({ bidId }) => bidId ?? [])
    const isNew = typeof group !== 'number'
    const { groupId, refusedBids } = await withBids(group, bidIds)
    const bidOf = new Map<number, number>()
    const refused: Joined['refused'] = []
    let isUnused = isNew
    let left = 0
    for (const { key, title, bidId } of members) {
      if (bidId === null) continue
      const refusal = refusedBids.find(({ bid_id }) => bid_id === bidId)
      if (refusal) refused.push({ title, reason: refusal.message })
      else bidOf.set(key, bidId)
    }
    for (const { key, title, auctionId, order: terms } of members) {
      if (terms === null) continue
      if (isStopped()) {
        left += 1
        continue
      }
      try {
        const body = { auctionId, ...terms, groupId }
        const bid = await writeWithinLimit(
          client,
          'snipe',
          async () => (await call(api.scheduleBid, { body, idempotencyKey: randomKey() })).data.bid,
        )
        putBid(client, bid)
        bidOf.set(key, bid.id)
      } catch (error) {
        if (!wasRefused(error)) isUnused = false
        const code = isApiError(error) ? error.code : undefined
        refused.push({ title, reason: scheduleFailure(messageOf(error), code) })
      }
    }
    const first = (order ?? []).flatMap((key) => bidOf.get(key) ?? [])
    if (first.length > 1) await call(api.changeBidGroup, { params: { id: groupId }, body: { first } })
    if (isUnused && bidOf.size === 0) {
      const { data } = await call(api.deleteBidGroup, { params: { id: groupId }, query: { members: 'keep' } })
      if (data.deleted) return { groupId: null, joined: 0, refused, left }
    }
    return { groupId, joined: bidOf.size, refused, left }
  },
  onSuccess: () => watchNewBid(),
  onSettled: groupsChanged,
})

async function withBids(group: Making['group'], bidIds: number[]) {
  const joining = bidIds.length > 0 ? { bidIds } : {}
  if (typeof group !== 'number') {
    const { data } = await call(api.createBidGroup, { body: { ...group, ...joining }, once: true })
    return { groupId: data.group.id, refusedBids: data.refused }
  }
  if (bidIds.length === 0) return { groupId: group, refusedBids: [] }
  const { data } = await call(api.addGroupMembers, { params: { id: group }, body: { bidIds } })
  return { groupId: group, refusedBids: data.refused }
}

export const changeGroupMutation = mutationOptions({
  mutationKey: ['bid-groups', 'change'],
  mutationFn: async ({ id, ...body }: BidGroupChange & { id: number }) =>
    (await call(api.changeBidGroup, { params: { id }, body })).data.group,
  onSuccess: (group, _change, _result, { client }) => putGroup(client, group),
})

export const leaveGroupMutation = mutationOptions({
  mutationKey: ['bid-groups', 'leave'],
  mutationFn: async ({ id, bidId, members }: { id: number; bidId: number; members: Leaving }) =>
    (await call(api.removeGroupMember, { params: { id, bidId }, query: { members } })).data.group,
  onSuccess: (group, { members }, _result, { client }) => {
    putGroup(client, group)
    toastSaved(messages.bidGroup.leftGroup[members])
  },
})

export const deleteGroupMutation = mutationOptions({
  mutationKey: ['bid-groups', 'delete'],
  mutationFn: async ({ id, members }: { id: number; members: Leaving }) =>
    (await call(api.deleteBidGroup, { params: { id }, query: { members } })).data,
  onSuccess: ({ deleted }) => {
    groupsChanged()
    if (deleted) toastSaved(messages.bidGroup.removed)
  },
})

/** The owner's word that a bid without a known result has not won. */
export const sayNotWonMutation = mutationOptions({
  mutationKey: ['bid-groups', 'not-won'],
  mutationFn: async (bidId: number) => (await call(api.sayNotWon, { params: { id: bidId } })).data.bid,
  onSuccess: (bid, _bidId, _result, { client }) => {
    putBid(client, bid)
    groupsChanged()
    toastSaved(messages.bidGroup.believed)
  },
  onError: (error) => toastError(messageOf(error)),
})

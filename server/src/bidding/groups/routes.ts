import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { route, type Route } from '../../http/route.ts'
import { requireBid } from '../list-bids.ts'
import { presentBid } from '../present-bid.ts'
import { changeGroup } from './change-group.ts'
import { createGroup } from './create-group.ts'
import { joinGroup } from './join-group.ts'
import { deleteGroup, leaveGroup } from './leave-group.ts'
import { listGroups, loadGroup } from './list-groups.ts'
import { sayNotWon } from './say-not-won.ts'

export function bidGroupRoutes(ctx: Ctx): Route[] {
  return [
    route(api.listBidGroups, async ({ caller }) => ({ data: { groups: await listGroups(ctx, caller.accountId) } })),

    route(api.createBidGroup, async ({ caller, body }) => ({ data: await createGroup(ctx, caller, body) })),

    route(api.readBidGroup, async ({ caller, params }) => ({
      data: { group: await loadGroup(ctx, caller.accountId, params.id) },
    })),

    route(api.changeBidGroup, async ({ caller, params, body }) => {
      await changeGroup(ctx, caller, params.id, body)
      return { data: { group: await loadGroup(ctx, caller.accountId, params.id) } }
    }),

    route(api.deleteBidGroup, async ({ caller, params, query }) => ({
      data: await deleteGroup(ctx, caller, params.id, query.members),
    })),

    route(api.addGroupMembers, async ({ caller, params, body }) => {
      await loadGroup(ctx, caller.accountId, params.id)
      const refused = await joinGroup(ctx, caller, params.id, body.bidIds)
      return { data: { group: await loadGroup(ctx, caller.accountId, params.id), refused } }
    }),

    route(api.removeGroupMember, async ({ caller, params, query }) => {
      const { id: groupId, bidId } = params
      await leaveGroup(ctx, caller, { groupId, bidId, leaving: query.members })
      return { data: { group: await loadGroup(ctx, caller.accountId, groupId) } }
    }),

    route(api.sayNotWon, async ({ caller, params }) => {
      await sayNotWon(ctx, caller, params.id)
      return { data: { bid: presentBid(await requireBid(ctx.db, caller.accountId, params.id)) } }
    }),
  ]
}

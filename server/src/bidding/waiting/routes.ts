import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { type Route, route } from '../../http/route.ts'
import { answerEach } from './answer-each.ts'
import { dropWaiting } from './drop-waiting.ts'
import { keepWaiting } from './keep-waiting.ts'
import { listRequests } from './list-requests.ts'
import { listWaiting } from './list-waiting.ts'

export const waitingBidRoutes = (ctx: Ctx): Route[] => [
  route(api.listWaitingBids, async ({ caller }) => ({ data: { waiting: await listWaiting(ctx, caller.accountId) } })),
  route(api.keepWaitingBids, async ({ caller, body, ...visitor }) => ({
    data: await answerEach(ctx.db, caller, body.waiting, (one) => keepWaiting(ctx, caller, one, visitor)),
  })),
  route(api.dropWaitingBids, async ({ caller, body, ...visitor }) => ({
    data: await answerEach(ctx.db, caller, body.waiting, (one) => dropWaiting(ctx, caller, one, visitor)),
  })),
  route(api.listBidRequests, async ({ caller }) => ({ data: { requests: await listRequests(ctx, caller) } })),
]

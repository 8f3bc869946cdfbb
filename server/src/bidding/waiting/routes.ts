import { api } from '@bidwell/contract'
import { type Route, route } from '../../http/route.ts'
import type { ScheduleDeps } from '../schedule-bid.ts'
import { answerEach } from './answer-each.ts'
import { dropWaiting } from './drop-waiting.ts'
import { keepWaiting } from './keep-waiting.ts'
import { listRequests } from './list-requests.ts'
import { listWaiting } from './list-waiting.ts'

export const waitingBidRoutes = (deps: ScheduleDeps): Route[] => [
  route(api.listWaitingBids, async ({ caller }) => ({ data: { waiting: await listWaiting(deps, caller.accountId) } })),
  route(api.keepWaitingBids, async ({ caller, body, ...visitor }) => ({
    data: await answerEach(deps.db, caller, body.waiting, (one) => keepWaiting(deps, caller, one, visitor)),
  })),
  route(api.dropWaitingBids, async ({ caller, body, ...visitor }) => ({
    data: await answerEach(deps.db, caller, body.waiting, (one) => dropWaiting(deps, caller, one, visitor)),
  })),
  route(api.listBidRequests, async ({ caller }) => ({ data: { requests: await listRequests(deps, caller) } })),
]

import { api, messages } from '@bidwell/contract'
import { presentBid } from '../bids/present-bid.ts'
import type { ScheduleDeps } from '../bids/schedule-bid.ts'
import { type Route, route } from '../http/route.ts'
import { refuseRequest, scheduleRequest } from './answer-request.ts'
import { listRequests } from './list-requests.ts'
import { readOwnToken } from './read-own-token.ts'

export function programRoutes(deps: ScheduleDeps): Route[] {
  return [
    route(api.readOwnToken, async ({ caller }) => ({ data: await readOwnToken(deps, caller) })),
    route(api.listBidRequests, async ({ caller }) => ({ data: { requests: await listRequests(deps, caller) } })),
    route(api.scheduleBidRequest, async ({ caller, params: { id }, body: shown, ...visitor }) => ({
      data: { bid: presentBid(await scheduleRequest(deps, caller, { id, shown, visitor })) },
    })),
    route(api.refuseBidRequest, async ({ caller, params, ...visitor }) => {
      await refuseRequest(deps, caller, params.id, visitor)
      return { message: messages.bidRequest.refused, data: {} }
    }),
  ]
}

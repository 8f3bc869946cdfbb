import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { route, type Route } from '../../http/route.ts'
import { pauseBidding, resumeBidding } from './pause-bidding.ts'
import { readPause } from './pause-queries.ts'

export function pauseRoutes(ctx: Ctx): Route[] {
  return [
    route(api.readPause, async ({ caller }) => ({ data: { pause: await readPause(ctx.db, caller.accountId) } })),

    route(api.setPause, async ({ caller, body }) => {
      const { pause, notStopped } = await (body.paused ? pauseBidding : resumeBidding)(ctx, caller.accountId)
      return { data: { pause, not_stopped: notStopped } }
    }),
  ]
}

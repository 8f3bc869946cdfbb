import { api } from '@bidwell/contract'
import { route, type Route } from '../../http/route.ts'
import type { PauseDeps } from './await-release.ts'
import { pauseBidding, resumeBidding } from './pause-bidding.ts'
import { readPause } from './pause-queries.ts'

export function pauseRoutes(deps: PauseDeps): Route[] {
  return [
    route(api.readPause, async ({ caller }) => ({ data: { pause: await readPause(deps.db, caller.accountId) } })),

    route(api.setPause, async ({ caller, body }) => {
      const { pause, notStopped } = await (body.paused ? pauseBidding : resumeBidding)(deps, caller.accountId)
      return { data: { pause, not_stopped: notStopped } }
    }),
  ]
}

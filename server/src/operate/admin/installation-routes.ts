import { api } from '@bidwell/contract'
import type { PauseDeps } from '../../bidding/pauses/await-release.ts'
import type { FactsDeps } from '../../health/read-facts.ts'
import { type Route, route } from '../../http/route.ts'
import { clearAlarm } from './clear-alarm.ts'
import { listBidsInTrouble } from './list-bids-in-trouble.ts'
import { readPauseReach, setPauseForAll } from './pause-for-all.ts'
import { readOverview } from './read-overview.ts'

type InstallationDeps = FactsDeps & PauseDeps

export const adminInstallationRoutes = (deps: InstallationDeps): Route[] => [
  route(api.readOverview, async () => ({ data: await readOverview(deps) })),

  route(api.listBidsOfAll, async () => ({ data: { bids: await listBidsInTrouble(deps) } })),

  route(api.readPauseReach, async () => ({ data: await readPauseReach(deps) })),

  route(api.setPauseForAll, async ({ body, ...call }) => ({
    data: { not_stopped: await setPauseForAll(deps, call, body) },
  })),

  route(api.clearAlarm, async ({ body, ...call }) => {
    await clearAlarm(deps.db, call, body)
    return { data: {} }
  }),
]

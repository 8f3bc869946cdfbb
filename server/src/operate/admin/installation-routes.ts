import { api } from '@bidwell/contract'
import type { Ctx } from '../../context/ctx.ts'
import { done, type Route, route } from '../../http/route.ts'
import { clearAlarm } from './clear-alarm.ts'
import { listBidsInTrouble } from './list-bids-in-trouble.ts'
import { readPauseReach, setPauseForAll } from './pause-for-all.ts'
import { readOverview } from './read-overview.ts'

export const adminInstallationRoutes = (ctx: Ctx): Route[] => [
  route(api.readOverview, async () => ({ data: await readOverview(ctx) })),

  route(api.listBidsOfAll, async () => ({ data: { bids: await listBidsInTrouble(ctx) } })),

  route(api.readPauseReach, async () => ({ data: await readPauseReach(ctx) })),

  route(api.setPauseForAll, async ({ body, ...call }) => ({
    data: { not_stopped: await setPauseForAll(ctx, call, body) },
  })),

  route(api.clearAlarm, ({ body, ...call }) => done(clearAlarm(ctx.db, call, body))),
]

import { api } from '@bidwell/contract'
import { route, type Route } from '../../http/route.ts'
import type { IdentityCtx } from '../identity-ctx.ts'
import { readTrialStatus } from './read-trial-status.ts'
import { startTrial } from './start-trial.ts'

export function trialRoutes(ctx: IdentityCtx): Route[] {
  return [
    route(api.readTrialStatus, async ({ caller }) => ({ data: await readTrialStatus(ctx, caller.accountId) })),
    route(api.startTrial, async ({ caller }) => {
      await startTrial(ctx, caller.accountId)
      return { data: await readTrialStatus(ctx, caller.accountId) }
    }),
  ]
}

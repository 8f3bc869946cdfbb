import { api } from '@bidwell/contract'
import { route, type Route } from '../../http/route.ts'
import { readTrialStatus, type TrialStatusDeps } from './read-trial-status.ts'
import { startTrial, type TrialDeps } from './start-trial.ts'

export function trialRoutes(deps: TrialStatusDeps & TrialDeps): Route[] {
  return [
    route(api.readTrialStatus, async ({ caller }) => ({ data: await readTrialStatus(deps, caller.accountId) })),
    route(api.startTrial, async ({ caller }) => {
      await startTrial(deps, caller.accountId)
      return { data: await readTrialStatus(deps, caller.accountId) }
    }),
  ]
}

import * as contract from '@bidwell/contract'
import { type Route, route } from '../platform/route.ts'
import { createLoginTrail, type LoginStep, type LoginTrailDeps } from './record-login-step.ts'

export function trailRoutes(deps: LoginTrailDeps): Route[] {
  const recordLoginStep = createLoginTrail(deps)
  const record = async (entry: LoginStep) => {
    await recordLoginStep(entry)
    return { data: {} }
  }
  return [
    route(contract.trackLoginFailure, ({ body }) => record({ step: 'failed', ...body })),
    route(contract.trackLoginRecovery, ({ body }) => record({ step: 'recovery', ...body })),
    route(contract.trackLoginAbandoned, ({ body }) => record({ step: 'abandoned', ...body })),
    route(contract.trackLoginResolved, ({ body }) => record({ step: 'resolved', ...body })),
  ]
}

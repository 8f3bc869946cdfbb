import * as contract from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import { createLoginTrail, type LoginStep, type LoginTrailDeps } from './record-login-step.ts'
import { createMetricLog, type MetricDeps } from './record-metric.ts'

export function trailRoutes(deps: LoginTrailDeps & MetricDeps): Route[] {
  const recordMetric = createMetricLog(deps)
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
    route(contract.reportMetric, async ({ body }) => {
      await recordMetric(body)
      return { data: {} }
    }),
  ]
}

import { api } from '@bidwell/contract'
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
    route(api.trackLoginFailure, ({ body }) => record({ step: 'failed', ...body })),
    route(api.trackLoginRecovery, ({ body }) => record({ step: 'recovery', ...body })),
    route(api.trackLoginAbandoned, ({ body }) => record({ step: 'abandoned', ...body })),
    route(api.trackLoginResolved, ({ body }) => record({ step: 'resolved', ...body })),
    route(api.reportMetric, async ({ body }) => {
      await recordMetric(body)
      return { data: {} }
    }),
  ]
}

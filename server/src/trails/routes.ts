import { api } from '@bidwell/contract'
import { type Route, route } from '../http/route.ts'
import { createMetricLog, type MetricDeps } from './record-metric.ts'
import { createSignInTrail, type SignInStep, type SignInTrailDeps } from './record-sign-in-step.ts'

export function trailRoutes(deps: SignInTrailDeps & MetricDeps): Route[] {
  const recordMetric = createMetricLog(deps)
  const recordSignInStep = createSignInTrail(deps)
  const record = async (entry: SignInStep) => {
    await recordSignInStep(entry)
    return { data: {} }
  }
  return [
    route(api.trackSignInFailure, ({ body }) => record({ step: 'failed', ...body })),
    route(api.trackSignInRecovery, ({ body }) => record({ step: 'recovery', ...body })),
    route(api.trackSignInAbandoned, ({ body }) => record({ step: 'abandoned', ...body })),
    route(api.trackSignInResolved, ({ body }) => record({ step: 'resolved', ...body })),
    route(api.reportMetric, async ({ body }) => {
      await recordMetric(body)
      return { data: {} }
    }),
  ]
}

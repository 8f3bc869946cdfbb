import { api } from '@bidwell/contract'
import { done, type Route, route } from '../http/route.ts'
import { createMetricLog } from './record-metric.ts'
import { createSignInTrail, type SignInStep, type TrailParts } from './record-sign-in-step.ts'

export function trailRoutes(parts: TrailParts): Route[] {
  const recordMetric = createMetricLog(parts)
  const recordSignInStep = createSignInTrail(parts)
  const record = async (entry: SignInStep) => {
    await recordSignInStep(entry)
    return { data: {} }
  }
  return [
    route(api.trackSignInFailure, ({ body }) => record({ step: 'failed', ...body })),
    route(api.trackSignInRecovery, ({ body }) => record({ step: 'recovery', ...body })),
    route(api.trackSignInAbandoned, ({ body }) => record({ step: 'abandoned', ...body })),
    route(api.trackSignInResolved, ({ body }) => record({ step: 'resolved', ...body })),
    route(api.reportMetric, ({ body }) => done(recordMetric(body))),
  ]
}

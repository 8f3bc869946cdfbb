import { api, API_BASE, messages } from '@bidwell/contract'
import type { FastifyInstance } from 'fastify'
import type { Metrics } from '../health/open-metrics.ts'
import { AppError } from '../platform/errors.ts'
import { isSameSecret } from '../platform/secrets.ts'

export type MetricsAccess = Metrics & { token: string }

const METRICS_PATH = '/metrics'
/** What the operator's own programs ask for is no traffic of users. */
const UNCOUNTED: ReadonlySet<string | undefined> = new Set([
  METRICS_PATH,
  API_BASE + api.readHealth.path,
  API_BASE + api.readReady.path,
])

/**
 * `GET /metrics`, for whoever has the token; not found where the operator has set none. Mount before all other routes: it
 * counts their requests.
 */
export function mountMetrics(app: FastifyInstance, metrics: MetricsAccess | null) {
  if (metrics) {
    app.addHook('onResponse', async ({ method, routeOptions }, reply) => {
      const { url } = routeOptions
      if (UNCOUNTED.has(url)) return
      const isStream = String(reply.getHeader('Content-Type')).startsWith('text/event-stream')
      // The web app has as many addresses as it has files and pages.
      const route = url === undefined ? 'unmatched' : url.startsWith('/api/') ? url : 'web'
      metrics.count({ method, route, status: reply.statusCode, took: isStream ? null : reply.elapsedTime })
    })
  }
  app.get(METRICS_PATH, { exposeHeadRoute: false, schema: { hide: true } }, async ({ headers }, reply) => {
    if (!metrics) throw new AppError('not_found', messages.generic.notFound)
    const given = /^Bearer (\S+)$/i.exec(headers.authorization ?? '')?.[1] ?? ''
    if (!isSameSecret(given, metrics.token)) throw new AppError('not_signed_in', messages.generic.wrongMetricsToken)
    return reply
      .type(metrics.contentType)
      .header('Cache-Control', 'no-store')
      .send(await metrics.text())
  })
}

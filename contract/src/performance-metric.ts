import * as z from 'zod/mini'
import { type Endpoint, NoData } from './endpoint.ts'

/** What a browser measures about one visit. All values are milliseconds, except `CLS`, which has no unit. */
export const MetricName = z.enum([
  'LCP',
  'FID',
  'CLS',
  'FCP',
  'TTFB',
  'INP',
  'LOAD_TIME',
  'DOM_CONTENT_LOADED',
  'TIME_TO_INTERACTIVE',
])
export type MetricName = z.infer<typeof MetricName>

const HOUR_MS = 3_600_000

export const reportMetric = {
  method: 'POST',
  path: '/performance-metrics',
  access: 'anyone',
  summary: 'Record how fast a page was for its user, for the figures of the operator',
  body: z.strictObject({
    metric: MetricName,
    value: z.number().check(z.minimum(0), z.maximum(HOUR_MS)),
    /** The address of the page. Only its path is stored. */
    url: z.url().check(z.maxLength(2_048)),
    /** When it was measured, epoch ms by the browser's clock. */
    timestamp: z.int().check(z.minimum(0)),
    userAgent: z.string().check(z.maxLength(500)),
  }),
  data: NoData,
} as const satisfies Endpoint

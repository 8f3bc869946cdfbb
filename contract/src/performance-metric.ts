import * as z from 'zod/mini'

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

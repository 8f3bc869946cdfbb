import * as z from 'zod/mini'

/** Whether the auction site answers. `because` is the kind of failure. */
export const SiteHealth = z.object({
  state: z.enum(['ok', 'backing_off']),
  since: z.nullable(z.iso.datetime({ precision: 3 })),
  because: z.nullable(z.string()),
  failures: z.int(),
  next_try_at: z.nullable(z.iso.datetime({ precision: 3 })),
  reads_left: z.int(),
})
export type SiteHealth = z.infer<typeof SiteHealth>

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

/** The site's clock as this installation estimates it. `uncertainty_ms` is null before the first measurement. */
export const SiteTime = z.object({ now: z.iso.datetime({ precision: 3 }), uncertainty_ms: z.nullable(z.number()) })
export type SiteTime = z.infer<typeof SiteTime>

import * as z from 'zod/mini'
import type { Endpoint } from '../../endpoint.ts'
import { MetricName } from '../../installation.ts'

/** One value for each day, in the order of `days`. */
const Counts = z.array(z.int())

/** Browsers report failures and speeds without a sign-in, so that anybody may have written some of them. */
export const readTrends = {
  method: 'GET',
  path: '/admin/trends',
  access: 'admin',
  scope: 'people',
  summary: 'What users did, who could not sign in, and how fast pages were, by day in the time zone of the site',
  query: z.strictObject({ days: z.optional(z.enum(['7', '30', '90'])) }),
  data: z.object({
    /** Earliest first, such as `2026-11-20`; the last one is today. */
    days: z.array(z.string()),
    /** To hold claims of the home page against: what is true now, and the sent bids of the last 90 days whose result is known. */
    measured: z.object({ verified_accounts: z.int(), sent: z.int(), won: z.int() }),
    events: z.array(z.object({ kind: z.string(), counts: Counts })),
    sign_in_failures: z.array(z.object({ kind: z.string(), counts: Counts })),
    /** What three of four measurements do not exceed, by day, of the latest 10,000 of each kind; null without any. */
    speeds: z.array(z.object({ metric: MetricName, values: z.array(z.nullable(z.number())), measurements: z.int() })),
  }),
} as const satisfies Endpoint

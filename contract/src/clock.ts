import * as z from 'zod/mini'
import type { Endpoint } from './endpoint.ts'

/** The site's clock as this installation estimates it. `uncertainty_ms` is null before the first measurement. */
export const SiteTime = z.object({ now: z.iso.datetime({ precision: 3 }), uncertainty_ms: z.nullable(z.number()) })
export type SiteTime = z.infer<typeof SiteTime>

export const readClock = {
  method: 'GET',
  path: '/clock',
  access: 'anyone',
  summary: "The auction site's time now",
  data: SiteTime,
} as const satisfies Endpoint

/** Whether the auction site answers. `because` is the kind of failure. Armed snipes may take `reads_left` below zero. */
const SiteHealth = z.object({
  state: z.enum(['ok', 'backing_off']),
  since: z.nullable(z.iso.datetime({ precision: 3 })),
  because: z.nullable(z.string()),
  failures: z.int(),
  next_try_at: z.nullable(z.iso.datetime({ precision: 3 })),
  reads_left: z.int(),
})
export type SiteHealth = z.infer<typeof SiteHealth>

export const readHealth = {
  method: 'GET',
  path: '/health',
  access: 'anyone',
  summary: 'Whether this process can serve, and whether the auction site answers',
  data: z.object({
    status: z.literal('ok'),
    site: SiteHealth,
    /** What was set aside and needs an operator; `bidwell alarms` prints it. */
    alarms: z.int(),
  }),
} as const satisfies Endpoint

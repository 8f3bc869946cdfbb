import * as z from 'zod/mini'
import { ChannelName } from './alerts/alerts.ts'
import type { Endpoint } from './endpoint.ts'

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
  summary: 'Whether this process can serve, whether the auction site answers, and whether alerts go out',
  data: z.object({
    status: z.literal('ok'),
    site: SiteHealth,
    /** The channels over which nothing goes out, each with when the oldest of what waits was queued. */
    waiting: z.array(z.object({ channel: ChannelName, since: z.iso.datetime() })),
    /** What was set aside and needs an operator; `bidwell alarms` prints it. */
    alarms: z.int(),
  }),
} as const satisfies Endpoint

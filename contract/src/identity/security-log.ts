import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

/** An event of the security log. `eventText` says in words what `kind`, `outcome` and `detail` mean. */
const WireSecurityEvent = z.object({
  id: z.int(),
  kind: z.string(),
  outcome: z.enum(['ok', 'failed', 'refused']),
  at: z.iso.datetime(),
  ip_address: z.nullable(z.string()),
  /** The browser and the system, such as 'Firefox on Windows'; null for what no browser caused. */
  device: z.nullable(z.string()),
  detail: z.record(z.string(), z.nullable(z.union([z.string(), z.number(), z.boolean()]))),
})
export type WireSecurityEvent = z.infer<typeof WireSecurityEvent>

export const listSecurityEvents = {
  method: 'GET',
  path: '/account/security-events',
  access: 'signed-in',
  summary: 'Who signed in or tried to, and what changed about the protection of the account; latest first',
  query: z.strictObject({ cursor: z.optional(z.string().check(z.maxLength(100))) }),
  data: z.object({ events: z.array(WireSecurityEvent), next_cursor: z.nullable(z.string()) }),
} as const satisfies Endpoint

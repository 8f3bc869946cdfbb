import * as z from 'zod/mini'

/** An event of the security log. `eventText` says in words what `kind`, `outcome` and `detail` mean. */
export const WireSecurityEvent = z.object({
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

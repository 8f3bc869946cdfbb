import * as z from 'zod/mini'

/** Whether the auction site answers. `because` is the kind of failure. Armed snipes may take `reads_left` below zero. */
export const SiteHealth = z.object({
  state: z.enum(['ok', 'backing_off']),
  since: z.nullable(z.iso.datetime({ precision: 3 })),
  because: z.nullable(z.string()),
  failures: z.int(),
  next_try_at: z.nullable(z.iso.datetime({ precision: 3 })),
  reads_left: z.int(),
})

export type SiteHealth = z.infer<typeof SiteHealth>

import * as z from 'zod/mini'

/** The site's clock as this installation estimates it. `uncertainty_ms` is null before the first measurement. */
export const SiteTime = z.object({ now: z.iso.datetime({ precision: 3 }), uncertainty_ms: z.nullable(z.number()) })

export type SiteTime = z.infer<typeof SiteTime>

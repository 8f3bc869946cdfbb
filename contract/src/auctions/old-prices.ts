import * as z from 'zod/mini'
import type { Endpoint } from '../endpoint.ts'

/**
 * Asks for prices that are over a minute old to be read again: of one tracked auction, or of all that are open. They are
 * read nearest end first, as fast as the account's share of the site's reads allows, and arrive as events.
 */
export const requestPrices = {
  method: 'POST',
  path: '/auctions/refresh',
  access: 'signed-in',
  summary: 'Have old prices of tracked auctions read from the site soon',
  body: z.strictObject({ id: z.optional(z.int()) }),
  data: z.object({
    /** The auctions whose prices are going to be read. */
    ids: z.array(z.int()),
    /** When the last one is due, as far as the site answers. */
    within_ms: z.int(),
  }),
} as const satisfies Endpoint

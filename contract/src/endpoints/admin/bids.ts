import * as z from 'zod/mini'
import { TroubledBid } from '../../admin.ts'
import type { Endpoint } from '../../endpoint.ts'

/** At most fifty of each cause. No maximum is told. */
export const listBidsInTrouble = {
  method: 'GET',
  path: '/admin/bids',
  access: 'admin',
  summary:
    'Bids that are overdue, held by a silent engine, unclear for long, or were missed by our fault in the last day',
  data: z.object({ bids: z.array(TroubledBid) }),
} as const satisfies Endpoint

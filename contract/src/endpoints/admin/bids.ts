import * as z from 'zod/mini'
import { ListedBid } from '../../admin.ts'
import type { Endpoint } from '../../endpoint.ts'

/** At most fifty of each cause. No maximum is told. */
export const listBidsOfAll = {
  method: 'GET',
  path: '/admin/bids',
  access: 'admin',
  scope: 'people',
  summary:
    'Bids that are overdue, held by a silent engine, unclear for long, or were missed by our fault in the last day',
  data: z.object({ bids: z.array(ListedBid) }),
} as const satisfies Endpoint
